import { hostOf } from '../../hosts/index.js'
import { commandsIn } from '../../hosts/shared/our-line.js'
import type { SettingsEntry } from '../../hosts/settings-readers.js'
import { faultOfPathGlob } from '../globs/compile.js'
import type { HostId } from '../protocol/event.js'

/**
 * Scripts of the workspace that a command names by the host's variable for its root. Approval pins what a command names by its
 * path; what stands behind a variable it cannot see, and a script that anybody may change is no gate.
 *
 * @returns globs for `pins`, relative to the root
 */
export const pinsOf = (host: HostId, { command = '', args }: SettingsEntry): string[] => {
  const words = args === undefined ? commandsIn(command).flat() : [command, ...args]
  const { rootVariables } = hostOf(host)
  return words.flatMap((word) => {
    const [, variable = '', path = ''] = /\$\{?([A-Z_]+)\}?\/+(.+)$/.exec(word) ?? []
    const isLiteral = /^[^*?[\]{}!\\$`"']+$/.test(path) && !path.split('/').includes('..')
    return rootVariables.includes(variable) && isLiteral && faultOfPathGlob(path, false) === undefined ? [path] : []
  })
}
