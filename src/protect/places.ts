import { basename } from 'node:path'
import { HOSTS } from '../../hosts/index.js'
import { isAbsolutePath } from '../paths/absolute.js'
import { folded } from './fold.js'
import { namesOf, ProtectedName, type Name } from './names.js'
import { POLICY_FOLDER } from './policy-folder.js'
import { STARTUP_FILES, ZSH_FILES } from './startup-files.js'

/** What is protected: by name in any folder, and by place. */

/** What must not be changed by the agent. All absolute. */
export interface ProtectedPlaces {
  home: string
  env: Readonly<Record<string, string | undefined>>
  /** The session's and the policies' roots. */
  roots: readonly string[]
  /** Store, user policy file (its folder too), managed policy folder, the installed program, the folder our program stands in or, where that is not its own, its file: everything below counts. */
  own: readonly string[]
  /** Pinned scripts of the approved policies (files of the workspaces). */
  pinned: readonly string[]
  /** Our program's own file, real path. */
  program: string
  /** Its folder is not its own: other programs there are not ours. */
  amongOthers?: true
  /** Folder of the installed program: whatever is started in it is ours. */
  installed?: string
}

/** What a protected thing is: the workspace's policy, a host's hook settings, our own files, a pinned script, a start-up file of a shell. */
export type ProtectedKind = 'policy' | 'settings' | 'own' | 'pinned' | 'startup'

/** The one folder in it that the agent may write (issue: tests of a policy are no policy). Its exact spelling only. */
export const TESTS_FOLDER = 'tests'

/** A protected place; everything below it counts. */
export class Place {
  #names: readonly ProtectedName[] | undefined
  #text: string | undefined

  constructor(
    readonly kind: ProtectedKind,
    readonly path: string,
  ) {}

  /** Protected names from the top on. */
  get names(): readonly ProtectedName[] {
    return (this.#names ??= namesOf(this.path).map(({ folded: name }) => new ProtectedName(name)))
  }

  /** Whether a path may be this place or stand below it. `text`: the path by `comparable`. */
  covers(names: readonly Name[], text: string | undefined): boolean {
    if (text !== undefined && !this.path.includes('*')) {
      this.#text ??= namesOf(this.path)
        .map((name) => `/${name.folded}`)
        .join('')
      return text.startsWith(this.#text) && (text.length === this.#text.length || text[this.#text.length] === '/')
    }
    return this.names.length <= names.length && this.names.every((part, index) => part.mayBe(names[index] as Name))
  }
}

const below = (folder: string, file: string): string =>
  /^[A-Za-z]:|^\\\\/.test(folder) ? `${folder}\\${file.replaceAll('/', '\\')}` : `${folder.replace(/\/+$/, '')}/${file}`

/** Every protected place. One that holds the root of everything would forbid everything and is left out. */
export const placesFrom = ({ home, env, own, pinned, program }: ProtectedPlaces): Place[] => {
  const named = (variable: string): string[] => {
    const value = env[variable]
    return value !== undefined && isAbsolutePath(value) ? [value] : []
  }
  const kinds: [ProtectedKind, string[]][] = [
    ['own', [...own, program]],
    [
      'settings',
      HOSTS.flatMap(({ settings }) => [
        ...settings.system,
        ...settings.folderVariables.flatMap(named).flatMap((folder) => settings.files.map((file) => below(folder, file))),
      ]),
    ],
    [
      'startup',
      [
        ...STARTUP_FILES.map((file) => below(home, file)),
        ...named('ZDOTDIR').flatMap((folder) => ZSH_FILES.map((file) => below(folder, file))),
        ...named('XDG_CONFIG_HOME').flatMap((folder) => [below(folder, 'fish/config.fish'), below(folder, 'fish/conf.d')]),
        ...named('BASH_ENV'),
        ...named('ENV'),
      ],
    ],
    ['pinned', [...pinned]],
  ]
  return kinds.flatMap(([kind, paths]) => paths.filter((path) => /[^/\\]/.test(path)).map((path) => new Place(kind, path)))
}

const POLICY_NAME = new ProtectedName(POLICY_FOLDER)

/** Host folders and the names of the settings in them. */
const SETTINGS = HOSTS.map(({ settings: { folder, files } }) => ({
  folder: new ProtectedName(folder),
  files: files.map((file) => new ProtectedName(file)),
}))

/** The kind of a path that is protected by its names wherever it stands; undefined for none. */
export const kindByNames = (names: readonly Name[]): 'policy' | 'settings' | undefined => {
  for (const [index, name] of names.entries()) {
    const next = names[index + 1]
    // Of what only run time tells nothing is claimed here.
    if (name.unknown) continue
    if (POLICY_NAME.mayBe(name) && next?.literal !== TESTS_FOLDER) return 'policy'
    if (next && SETTINGS.some(({ folder, files }) => folder.mayBe(name) && files.some((file) => file.mayBe(next)))) return 'settings'
  }
  return undefined
}

/** True for a name of a host's settings folder. */
export const isSettingsFolder = (name: Name | undefined): boolean =>
  name !== undefined && !name.unknown && SETTINGS.some(({ folder }) => folder.mayBe(name))

export const isPolicyName = (name: Name): boolean => POLICY_NAME.mayBe(name)

let fixed: readonly string[] | undefined

/** Texts of which one stands in any text that names what is protected by name, our program, or a host's. Folded, without quotes and backslashes. */
export const fixedMarks = (): readonly string[] => {
  if (fixed !== undefined) return fixed
  const names = [
    'acuvo',
    'zdotdir',
    ...HOSTS.flatMap(({ settings }) => [settings.folder.slice(1), ...settings.programs, ...settings.folderVariables]),
  ]
  const marks = [...new Set(names.map(folded))]
  return (fixed = marks.filter((mark) => !marks.some((other) => other !== mark && mark.includes(other))))
}

/** The same for what is protected by its place: the last part of its path, where no fixed mark stands in that. */
export const markWords = ({ home, env, own, pinned, program }: ProtectedPlaces): string[] => {
  const variables = [...HOSTS.flatMap(({ settings }) => settings.folderVariables), 'BASH_ENV', 'ENV', 'ZDOTDIR']
  const named = [...own, program, ...pinned, ...STARTUP_FILES, ...variables.map((name) => env[name] ?? '')]
  const words = named.map((path) => folded(basename(path.replaceAll('\\', '/'))))
  const ofHome = folded(basename(home))
  return [...new Set(words)].filter((word) => word !== '' && word !== ofHome && !fixedMarks().some((mark) => word.includes(mark)))
}
