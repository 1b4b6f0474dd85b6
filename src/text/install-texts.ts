import type { FileFault } from '../install/foreign-file.js'
import type { SettingsFault } from '../install/settings-text.js'
import { PROGRAM } from './messages.js'
import { safeLine } from './safe.js'
import { pathText } from './store-faults.js'

/** What people read from `install` and `uninstall`, and hosts from the launcher. */

export const installHelp = {
  install: 'register it with the agents that are here, and put a copy of the program where they find it',
  uninstall: 'take our entries out of the settings of agents; everything else stays as it was',
  installHosts: 'only these (default: every one that is found)',
  uninstallHosts: 'only these (default: all)',
  scope: 'user: everywhere; local: this workspace, not committed; shared: this workspace, committed for everybody',
  dryRun: 'show what would be changed, and change nothing',
  status: 'say how what is installed stands; exit 1 when an install would change something',
  standalone: 'install the standalone executable, which needs no Node: this one, the one that was built here, or FILE',
  noStandalone: 'install the package in place of a standalone executable that is installed',
  purge: 'undo every install, and remove the program and everything that is kept',
} as const

/** Written into the launcher, so without anything a shell would read: no quotes, dollars, backslashes or back-ticks. */
export const launcherTexts = {
  noNode: `neither the Node it was installed with nor another one from 20.12 on is found. Install Node, then run: npx ${PROGRAM} install`,
  noProgram: `its files are gone. To put them back, run: npx ${PROGRAM} install`,
} as const

export const installFaults = {
  noProgramFiles: (folder: string) => `the files of the program are not found in ${pathText(folder)}`,
} as const

/** Why an executable is not installed. */
export const executableFaults = {
  notThere: (file: string, isDefault: boolean) =>
    isDefault
      ? `no standalone executable is found at ${pathText(file)}: build it there with \`npm run build:standalone\`, or name the file: --standalone FILE`
      : `${pathText(file)} is no file`,
  ofElsewhere: (file: string, platform: string) => `${pathText(file)} is no executable for this machine (${platform})`,
  notOurs: (file: string) => `${pathText(file)} does not start, or is no standalone ${PROGRAM}`,
  otherVersion: (file: string, version: string, ours: string) =>
    `${pathText(file)} is version ${safeLine(version)}, and this is ${ours}: let it install itself, by \`${pathText(file)} install\``,
} as const

/** Why a file of somebody else is left as it is. Each follows the path. */
export const fileFaultText = (fault: FileFault | SettingsFault): string => {
  switch (fault.code) {
    case 'not-regular':
      return 'is not a regular file'
    case 'too-large':
      return 'is too large for a settings file'
    case 'read-only':
      return 'is read-only'
    case 'not-owned':
      return 'belongs to another user'
    case 'link-out':
      return `is a link out of the workspace, to ${pathText(fault.target)}`
    case 'link-broken':
      return 'is a link that leads nowhere'
    case 'changed':
      return 'was changed by another program at the same moment: try again'
    case 'system':
      return `cannot be read or written (${safeLine(fault.error)})`
    case 'not-utf8':
      return 'is not UTF-8 text'
    case 'not-json':
      return `is not strict JSON (line ${fault.line}, column ${fault.column}), without comments and trailing commas`
    case 'not-object':
      return 'is no JSON object'
    case 'duplicate-key':
      return `has the key "${safeLine(fault.key).slice(0, 40)}" twice`
    case 'hooks-not-object':
      return 'has something else than an object at "hooks"'
    case 'event-not-array':
      return `has something else than an array at "hooks.${fault.event}"`
  }
}

export const installTexts = {
  noHost: (titles: readonly string[]) =>
    `No agent is found here: none of ${titles.join(', ')} has its settings folder or its program on PATH. Name one to install for it all the same.`,
  noWorkspace: (scope: string) => `--scope ${scope} is about a workspace, and this is the home folder or a folder above it`,
  relativeVariable: (variable: string) =>
    `${variable} names the settings folder by a relative path: which file the host reads depends on where it starts`,
  oneOf: (one: string, other: string) => `${one} and ${other} cannot be used together`,
  program: 'program',
  launcher: 'launcher',
  where: (title: string, file: string) => `${title}: ${pathText(file)}`,
  tracked: 'is committed: --scope local would change it for everybody; use --scope shared',
  leftAsItIs: (file: string, why: string) => `${pathText(file)} ${why}. It is left as it is. To register by hand, add there:`,
  registered: (events: number) => `registered for ${events} events`,
  wouldRegister: (events: number) => `would be registered for ${events} events`,
  notLoaded: (title: string, why: string) =>
    `${title} will not load this file, so that nothing in it counts: ${why}. Mend that first; what is registered there stays.`,
  unparsable: (line: number | undefined) =>
    `it is not JSON as the host reads it${line === undefined ? '' : ` (line ${line})`}; a byte order mark counts`,
  hooksOff: 'it switches all hooks off',
  nothingToDo: 'as it should be; nothing changed',
  events: (state: string, names: readonly string[]) => `${state}: ${names.join(', ')}`,
  noPackage: `this is the standalone executable: to have the package instead, run: npx ${PROGRAM} install --no-standalone`,
  programName: (version: string, kind: 'package' | 'standalone') => (kind === 'standalone' ? `${version} (standalone)` : version),
  programPlaced: (name: string, folder: string) => `program: ${name} in ${pathText(folder)}`,
  programWould: (name: string, folder: string) => `program: ${name} would be put in ${pathText(folder)}`,
  programSame: (name: string, folder: string) => `program: ${name} in ${pathText(folder)}, as it should be`,
  ignored: (line: string, file: string) => `git does not see it: ${line} in ${pathText(file)}`,
  ignoreFailed: (file: string, why: string) => `it may be committed by mistake: ${pathText(file)} ${why}`,
  commit: (file: string) => `commit ${pathText(file)}: every teammate who has not got the program is told, and held, until it is installed`,
  trustWritten: (file: string) => `trusted in ${pathText(file)}`,
  trustWould: (file: string) => `would be trusted in ${pathText(file)}`,
  trustByHand: (file: string) => `${pathText(file)} cannot be changed safely. To trust by hand, add there:`,
  restart: (titles: readonly string[]) =>
    `Sessions that run now keep the hooks they were started with${titles.length === 0 ? '' : ` (${titles.join(', ')} ${titles.length === 1 ? 'is' : 'are'} running)`}: start them again.`,
  next: `Then, in a workspace: ${PROGRAM} init makes a policy, ${PROGRAM} trust approves it, ${PROGRAM} doctor proves that it holds.`,
  removed: (file: string) => `${pathText(file)}: removed, as there was none before`,
  restored: (file: string) => `${pathText(file)}: as it was before`,
  takenOut: (file: string) => `${pathText(file)}: our entries are taken out`,
  notThere: (file: string) => `${pathText(file)}: nothing of ours`,
  notSure: 'cannot be changed safely',
  would: (text: string) => `would be: ${text}`,
  leftAlone: (file: string, why: string) =>
    `${pathText(file)} ${why}. It is left as it is; take out by hand every entry that runs ${PROGRAM}.`,
  programStays: (folder: string) =>
    `The program stays in ${pathText(folder)}, for other scopes and people's shared lines; --purge removes it.`,
  purged: (path: string) => `removed ${pathText(path)}`,
  purgeLeft: (path: string) => `left ${pathText(path)}: there is something in it that is not ours`,
} as const
