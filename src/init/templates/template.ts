/** A ready piece of a policy: hooks, the files they use, and test cases that prove what they do. */
export interface Template {
  name: string
  /** In one line, for people. */
  about: string
  /** Entries of hooks.json, as they are written there. */
  hooks: readonly Readonly<Record<string, unknown>>[]
  files: readonly TemplateFile[]
  /** Cases of `.acuvo/tests/<name>.json`. */
  cases: readonly Readonly<Record<string, unknown>>[]
}

export interface TemplateFile {
  /** Below `.acuvo`, with `/`. */
  path: string
  text: string
}
