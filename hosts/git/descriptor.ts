import { once, rowsWith } from '../shared/rows.js'
import type { HostDescriptor } from '../types.js'

/** Facts: git 2.39.5, measured; githooks(5). A hook that ends with anything but 0 stops the commit, and git waits without end. */

const row = rowsWith(Infinity)

const rows = once(() => [row('pre-commit', 'PreToolUse', { deny: { support: 'native', set: {} }, notice: { support: 'native', set: {} } })])

export const descriptor: HostDescriptor = {
  id: 'git',
  title: 'git',
  verifiedAgainst: '2.39.5',
  documentation: 'https://git-scm.com/docs/githooks#_pre_commit',
  contextChars: 0,
  recordsFiles: true,
  get events() {
    return rows()
  },
}
