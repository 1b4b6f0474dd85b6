import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The program's own part that approves: what `trust --yes` does after it has shown everything. */
const { approve, collect } = createRequire(import.meta.url)('../../dist/approve.cjs')

/** Files of tests need no disk: where there is memory to spare they stand in it. `TMPDIR` says otherwise. */
const IN_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 536_870_912

const roomIn = (/** @type {string} */ folder) => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** @returns whether programs can be started from there */
const mayExecute = (/** @type {string} */ folder) =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .some((line) => line.split(' ')[1] === folder && !/\bnoexec\b/.test(line.split(' ')[3] ?? ''))

const FOLDER =
  process.platform === 'linux' && process.env.TMPDIR === undefined && roomIn(IN_MEMORY) >= ENOUGH_BYTES && mayExecute(IN_MEMORY)
    ? IN_MEMORY
    : tmpdir()

/**
 * The one way in which tests, demo and bench set up a workspace: a temporary folder with a home beside it, so that
 * nothing of the person's own setup is read or written.
 *
 * @typedef {object} Workspace
 * @property {string} base the temporary folder; everything below it is ours
 * @property {string} root the workspace's root
 * @property {string} home an empty home
 * @property {string} store where the program keeps things
 * @property {NodeJS.ProcessEnv} env the environment to start the program with
 * @property {(path: string, text: string | Buffer, mode?: number) => string} change writes a file below the root; returns its path
 * @property {(path: string, text: string | Buffer, mode?: number) => string} write the same; approved again where there is a policy
 * @property {(policy: unknown) => string} policy writes .acuvo/hooks.json, an object, or text or bytes as they are, and approves it
 * @property {(policy: unknown, file?: string) => string} userPolicy the same with the person's own file
 * @property {(root?: string) => boolean} approve approves what stands there; false when it cannot be
 * @property {() => void} remove
 */

/**
 * @param {unknown} [policy] the hooks file; absent: none
 * @param {{ folder?: string }} [options] the root's folder name
 * @returns {Workspace}
 */
export const makeWorkspace = (policy, { folder = 'project' } = {}) => {
  const base = realpathSync(mkdtempSync(join(FOLDER, 'acuvo-')))
  const root = join(base, folder)
  const home = join(base, 'home')
  mkdirSync(root)
  mkdirSync(home)
  const { NODE_EXTRA_CA_CERTS: _certificates, XDG_CONFIG_HOME: _config, XDG_STATE_HOME: _state, ...inherited } = process.env
  const store = join(home, '.local', 'state', 'acuvo-hooks')
  const userFile = join(home, '.config', 'acuvo', 'hooks.json')
  /** @type {(content: any) => string | Buffer} */
  const textOf = (content) => (typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content, null, 2))
  /** @type {(file: string, text: string | Buffer, mode?: number) => string} */
  const put = (file, text, mode) => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, mode === undefined ? {} : { mode })
    return file
  }
  /** @type {(layer: 'user' | 'workspace', file: string, fileRoot: string, approvedAs: string) => boolean} */
  const approveFile = (layer, file, fileRoot, approvedAs) => {
    if (!existsSync(file)) return false
    const collected = collect({ layer, file, root: fileRoot, approvedAs, content: { bytes: readFileSync(file) } })
    if ('errors' in collected || 'refused' in collected) return false
    approve(collected, { home, store, userPolicy: userFile, managedPolicy: '/etc/acuvo/hooks.json', approvals: join(store, 'approvals') })
    return true
  }
  /** @type {Workspace} */
  const workspace = {
    base,
    root,
    home,
    store,
    env: { ...inherited, HOME: home },
    change: (path, text, mode) => put(join(root, path), text, mode),
    write: (path, text, mode) => {
      const file = workspace.change(path, text, mode)
      workspace.approve()
      return file
    },
    policy: (content) => workspace.write('.acuvo/hooks.json', textOf(content)),
    userPolicy: (content, file = userFile) => {
      put(file, textOf(content))
      approveFile('user', file, dirname(file), file)
      return file
    },
    approve: (at = root) => approveFile('workspace', join(at, '.acuvo', 'hooks.json'), realpathSync(at), realpathSync(at)),
    // What a background hook still writes must not keep the folder.
    remove: () => rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  }
  if (policy !== undefined) workspace.policy(policy)
  return workspace
}
