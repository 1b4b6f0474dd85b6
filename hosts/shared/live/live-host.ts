import type { ModelRequest, Script, ScriptedModel, Told, ToolCall } from './script.js'

/**
 * How a host's real program is started apart from everything of the person's, against a scripted model on this machine. Data and code
 * in `hosts/<host>/live`; no call that a host makes loads it.
 */

/** Throw-away folders, absolute and real. */
export interface LivePlaces {
  home: string
  project: string
  temp: string
}

/** What the program is asked to do. */
export interface LiveTask {
  prompt: string
  /** Model name that the host sends; absent: one that it knows. */
  model?: string
  /** Further words of its command line, before the prompt. */
  words?: readonly string[]
}

export interface LiveHost {
  /** Its folder in a home, which must be there when it is started. */
  folder: string
  startModel: (script: Script) => Promise<ScriptedModel>
  /** What the model was sent in one request, in order. */
  told: (request: ModelRequest) => Told[]
  /** Variables that give the program a home of its own, our model, and nobody else to talk to. */
  variables: (places: LivePlaces, origin: string) => Readonly<Record<string, string>>
  /** Words of the command line that carry one task out and end: nobody is asked, calls are carried out unless a hook stops them. */
  words: (task: LiveTask, origin: string) => string[]
  calls: {
    shell: (command: string) => ToolCall
    /** @param path of a new file, absolute */
    write: (path: string, content: string) => ToolCall
  }
  /** What it makes of the trust that a person gave to our lines. Absent: it asks for none. */
  trust?: (question: TrustQuestion) => Promise<HookTrust[]>
  /** Has it trust the project, as far as its settings in the home say it. Absent: in such a start it trusts every one. */
  trustProject?: (places: LivePlaces) => void
}

export interface TrustQuestion {
  program: string
  /** Folders of their own, not those of a run. */
  places: LivePlaces
  env: Readonly<Record<string, string>>
  /** The person's files that hold lines of ours, with their text. */
  files: readonly { file: string; level: 'user' | 'local' | 'shared'; text: string }[]
  /** What the person's settings say about the trust of each hook. */
  states: readonly { key: string; trustedHash?: string; enabled?: boolean }[]
}

/** One line of ours. `off`: a person switched it off; `outdated`: another text was trusted in its place. */
export interface HookTrust {
  /** The person's file. */
  file: string
  /** Native name. */
  event: string
  state: 'trusted' | 'untrusted' | 'outdated' | 'off'
}
