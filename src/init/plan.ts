import { SCHEMA_FILE } from '../approval/acuvo-folder.js'
import { schemaText } from '../config/json-schema.js'
import { laidOut } from './policy-text.js'
import { TEMPLATES, type Template } from './templates/index.js'

/** Which files a new `.acuvo` has. Pure. */

export interface PlannedFile {
  /** Below `.acuvo`, with `/`. */
  path: string
  text: string
  /** Started by its path by whoever likes; hooks name the interpreter. */
  executable?: true
}

/** Keeps out of git what programs leave there and what is one person's own. */
const GITIGNORE = `# Made by acuvo-hooks init: what must not be committed even where the policy is.
*.local.*
*.log
*.tmp
.*.tmp-*
.hooks.json.*
__pycache__/
*.py[cod]
`

/** The templates of these names, in the order of the list whatever order they are named in. */
export const templatesNamed = (names: readonly string[]): Template[] => TEMPLATES.filter(({ name }) => names.includes(name))

/** What stands in `hooks.json` for templates. */
export const hooksOf = (templates: readonly Template[]): readonly object[] => templates.flatMap(({ hooks }) => hooks)

/** The files that templates bring with them, their test cases included. */
export const filesOf = (templates: readonly Template[]): PlannedFile[] =>
  templates.flatMap(({ name, files, cases }) => [
    ...files.map(({ path, text }): PlannedFile => ({ path, text, ...(isScript(path, text) ? { executable: true } : {}) })),
    { path: `tests/${name}.json`, text: `${laidOut({ version: 1, cases })}\n` },
  ])

const isScript = (path: string, text: string): boolean => !path.includes('/') && text.startsWith('#!')

/** A whole new folder. `hooks.json` comes last. */
export const folderOf = (templates: readonly Template[]): PlannedFile[] => [
  { path: '.gitignore', text: GITIGNORE },
  { path: SCHEMA_FILE.slice('.acuvo/'.length), text: schemaText() },
  ...filesOf(templates),
  { path: 'hooks.json', text: `${laidOut({ $schema: './hooks.schema.json', hooks: hooksOf(templates) })}\n` },
]
