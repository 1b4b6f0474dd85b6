import { mkdtempSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { checkUpOf } from '../../hosts/check-ups.js'
import { hostOf } from '../../hosts/index.js'
import { programOnPath } from '../check/program-lookup.js'
import { removeTemporary, temporaryFolder } from '../paths/temporary-folder.js'
import type { HostId } from '../protocol/event.js'
import { finding, type DoctorFinding } from './finding.js'
import type { DoctorMachine, HostSetup } from './host-setup.js'
import { run } from './probe.js'

/** Which version of a host is here, and what that version is known to get wrong. */

const TIMEOUT_MS = 10_000

/** Where several managers of packages put what is there for everybody. */
const USUAL_FOLDERS = ['~/.npm-global/bin', '~/.bun/bin', '~/.volta/bin', '/opt/homebrew/bin', '/usr/local/bin']

/** @returns the host's program that PATH leads to, else one in a usual place, absolute; undefined: there is none */
export const programOf = (id: HostId, { env, places }: Pick<DoctorMachine, 'env' | 'places'>): string | undefined => {
  const usual = [...checkUpOf(id).programFolders, ...USUAL_FOLDERS].map((folder) => folder.replace(/^~(?=\/)/, () => places.home))
  const path = [env.PATH ?? '', ...usual].join(delimiter)
  return hostOf(id)
    .settings.programs.map((name) => programOnPath(name, path))
    .find((file) => file !== undefined)
}

/** @returns as the host's own program says it; undefined where there is none, or it does not say */
export const versionOf = async (id: HostId, machine: DoctorMachine): Promise<string | undefined> => {
  const { env, places } = machine
  const program = programOf(id, machine)
  if (program === undefined) return undefined
  // It must not make anything in the person's home while it says its version.
  const home = mkdtempSync(join(temporaryFolder(), 'acuvo-version-'))
  try {
    const said = await outputOf(program, checkUpOf(id).versionWords, home, { env, home: places.home })
    return /\d+\.\d+\.\d+[\w.-]*/.exec(said)?.[0]
  } finally {
    removeTemporary(home)
  }
}

/** Version managers find their programs below the real home. */
const MANAGERS = { VOLTA_HOME: '.volta', ASDF_DATA_DIR: '.asdf', NVM_DIR: '.nvm', MISE_DATA_DIR: '.local/share/mise' }

export const managerVariables = (real: { env: DoctorMachine['env']; home: string }): Record<string, string> =>
  Object.fromEntries(Object.entries(MANAGERS).map(([name, below]) => [name, real.env[name] ?? join(real.home, below)]))

const outputOf = async (
  program: string,
  words: readonly string[],
  home: string,
  real: { env: DoctorMachine['env']; home: string },
): Promise<string> => {
  const own = { HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_STATE_HOME: home }
  const env = { PATH: real.env.PATH, ...managerVariables(real), ...own }
  const ending = await run({ program, args: words, cwd: home, env, stdin: '' }, TIMEOUT_MS)
  return ending.is === 'not-started' ? '' : ending.stdout
}

export const versionFindings = ({ id: host, checkUp, version }: HostSetup): DoctorFinding[] =>
  version === undefined
    ? []
    : checkUp.holes
        .filter(({ below, pattern }) => (pattern?.test(version) ?? true) && isBelow(version, below))
        .map(({ below, text }) => finding('old-host-version', { host, parts: { version, below, hole: text } }))

const isBelow = (version: string, other: string): boolean => {
  const [a, b] = [version, other].map((text) => (/^\d+(?:\.\d+)*/.exec(text)?.[0] ?? '').split('.').map(Number)) as [number[], number[]]
  const at = b.findIndex((part, index) => part !== (a[index] ?? 0))
  return at !== -1 && (a[at] ?? 0) < (b[at] as number)
}
