import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

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
 * @property {(path: string, text: string | Buffer, mode?: number) => string} write writes a file below the root; returns its path
 * @property {(policy: unknown) => string} policy writes .acuvo/hooks.json: an object, or text or bytes as they are
 * @property {() => void} remove
 */

/**
 * @param {unknown} [policy] the hooks file; absent: none
 * @param {{ folder?: string }} [options] the root's folder name
 * @returns {Workspace}
 */
export const makeWorkspace = (policy, { folder = 'project' } = {}) => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'acuvo-')))
  const root = join(base, folder)
  const home = join(base, 'home')
  mkdirSync(root)
  mkdirSync(home)
  const { NODE_EXTRA_CA_CERTS: _certificates, XDG_CONFIG_HOME: _config, XDG_STATE_HOME: _state, ...inherited } = process.env
  /** @type {Workspace} */
  const workspace = {
    base,
    root,
    home,
    store: join(home, '.local', 'state', 'acuvo-hooks'),
    env: { ...inherited, HOME: home },
    write: (path, text, mode) => {
      const file = join(root, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text, mode === undefined ? {} : { mode })
      return file
    },
    policy: (content) =>
      workspace.write(
        '.acuvo/hooks.json',
        typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content, null, 2),
      ),
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
  if (policy !== undefined) workspace.policy(policy)
  return workspace
}
