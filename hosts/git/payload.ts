/** What our own git hook makes of a commit: git itself hands over nothing. */

export type StagedStatus = 'added' | 'modified' | 'deleted' | 'renamed' | 'type_changed' | 'unmerged'

/** One entry of `tool_input.files`, which is `tool.input.files` of the event. */
export interface StagedFile {
  /** Relative to the top of the repository, with `/`. */
  path: string
  status: StagedStatus
  /** Renamed: the name before. */
  old_path?: string
  /** As git has it, e.g. `100644`, `120000` for a link, `160000` for a submodule; absent where there is none. */
  mode?: string
  old_mode?: string
  /** Name of the staged object; of a submodule the commit. */
  object?: string
  /** The staged content, as a file outside the repository; a link's is the path it leads to. Absent: there is none, as of a submodule. */
  content_file?: string
}

export interface CommitPayload {
  hook_event_name: 'pre-commit'
  /** Top of the working tree. Absolute. */
  cwd: string
  tool_name: 'commit'
  tool_input: {
    /** Holds the staged contents of all files, while hooks run. */
    staged_dir: string
    files: StagedFile[]
  }
}
