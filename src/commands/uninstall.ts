import { HOST_IDS } from '../../hosts/index.js'
import { registrationOf, settingsFile, type Scope } from '../../hosts/registrations.js'
import { giveBack, givingBack } from '../install/exchange.js'
import { purge } from '../install/purge.js'
import { Installed, type Change } from '../install/record.js'
import { restOf } from '../install/rest.js'
import { readForeign } from '../install/foreign-file.js'
import { workspaceOf } from '../install/workspace.js'
import { columnsOf, wrapped } from '../output/wrapped.js'
import { writeAnswer } from '../output/write-answer.js'
import type { HostId } from '../protocol/event.js'
import { thisMachine, type Machine } from '../run/machine.js'
import type { UninstallDocument } from '../shapes/uninstall.js'
import { EXIT } from '../text/command-texts.js'
import { installTexts } from '../text/install-texts.js'
import { faultText } from './install-document.js'
import { placeOverridesOf, type PlaceOptions } from './place-options.js'

export interface UninstallOptions extends PlaceOptions {
  scope: Scope
  dryRun?: boolean
  json?: boolean
  purge?: boolean
}

type Place = Pick<Change, 'what' | 'host' | 'scope' | 'path'>
type FileRecord = UninstallDocument['files'][number]

/**
 * Takes our entries out of the settings of hosts.
 *
 * @param named hosts; none: all
 * @returns the exit code: 0 done, 1 something was left as it is, 2 wrong usage
 */
export const uninstall = async (named: readonly HostId[], options: UninstallOptions): Promise<number> => {
  if (options.purge && named.length > 0) return usageError(installTexts.oneOf('--purge', named.join(', ')))
  const overrides = placeOverridesOf(options)
  if (typeof overrides === 'string') return usageError(overrides)
  const machine = await thisMachine(overrides)
  const { places } = machine
  const installed = new Installed(places)
  const found = placesToClear(named.length > 0 ? named : HOST_IDS, options, machine, installed)
  if ('usage' in found) return usageError(found.usage)
  const isDry = options.dryRun === true
  const files = found.places.map((place) => clear(place, installed, isDry, found.workspace))
  const isLeft = files.some(({ done }) => done === 'left')
  const gone = options.purge && !isLeft ? purge(places, isDry) : { removed: [], left: [] }
  const document: UninstallDocument = {
    version: 1,
    action: isDry ? 'dry-run' : 'uninstall',
    changes: gone.removed.length > 0 || files.some(({ done }) => done !== 'nothing' && done !== 'left'),
    files,
    ...gone,
  }
  writeAnswer(1, options.json ? `${JSON.stringify(document, null, 2)}\n` : textOf(document, options, places.installed))
  return isLeft || gone.left.length > 0 ? EXIT.denied : EXIT.fine
}

const usageError = (text: string): number => {
  writeAnswer(2, `${text}\n`)
  return EXIT.usage
}

/** Every file that may hold something of ours: those of the scope, and what the record has for these hosts (with --purge: all of it). */
const placesToClear = (
  hosts: readonly HostId[],
  options: UninstallOptions,
  { env, cwd, places }: Machine,
  installed: Installed,
): { places: Place[]; workspace?: string } | { usage: string } => {
  const workspace = options.scope === 'user' ? undefined : workspaceOf(cwd ?? '/', places.home)
  if (options.scope !== 'user' && workspace === undefined) return { usage: installTexts.noWorkspace(options.scope) }
  const named: Place[] = []
  for (const host of hosts) {
    const found = settingsFile(registrationOf(host), options.scope, {
      env,
      home: places.home,
      ...(workspace === undefined ? {} : { workspace }),
    })
    if (found === undefined) continue
    if ('fault' in found) return { usage: installTexts.relativeVariable(found.fault.variable) }
    named.push({ what: 'hooks', host, scope: options.scope, path: found.file })
  }
  const paths = new Set(named.map(({ path }) => path))
  const recorded = installed.changes.filter(
    ({ what, host, scope, path }) =>
      options.purge === true ||
      (what === 'hooks' && paths.has(path)) ||
      (what !== 'hooks' && hosts.includes(host) && scope === options.scope),
  )
  const all = new Map([...named, ...recorded].map((place) => [`${place.what} ${place.path}`, place]))
  return { places: [...all.values()], ...(workspace === undefined ? {} : { workspace }) }
}

const clear = (place: Place, installed: Installed, isDry: boolean, workspace: string | undefined): FileRecord => {
  const { what, host, scope, path } = place
  const record = (done: FileRecord['done'], fault?: string): FileRecord => ({
    what,
    host,
    scope,
    file: path,
    done,
    ...(fault === undefined ? {} : { fault }),
  })
  const read = readForeign(path, what === 'hooks' && scope !== 'user' ? workspace : undefined)
  if ('fault' in read) return record('left', faultText(read.fault))
  const rest = restOf(place, read, installed, workspace)
  if ('fault' in rest) return rest.fault === 'not-sure' ? record('left', installTexts.notSure) : record('left', faultText(rest.fault))
  const giving = givingBack(installed, read, what, rest)
  const change = installed.find(what, path)
  const isRestored = giving.does === 'write' && !giving.bytes.equals(rest.bytes)
  const fault = isDry ? undefined : giveBack(installed, read, giving, { what, rest })
  if (fault !== undefined) return record('left', faultText(fault))
  if (giving.does === 'nothing') return record('nothing')
  if (giving.does === 'remove') return record('removed')
  return record(isRestored || typeof change?.before === 'string' ? 'restored' : 'taken-out')
}

const textOf = ({ files, removed, left }: UninstallDocument, { dryRun, purge: isPurge }: UninstallOptions, folder: string): string => {
  const say = (text: string): string => (dryRun ? installTexts.would(text) : text)
  const lines = [
    ...files.map(({ done, file, fault }) => {
      if (done === 'removed') return say(installTexts.removed(file))
      if (done === 'restored') return say(installTexts.restored(file))
      if (done === 'taken-out') return say(installTexts.takenOut(file))
      return done === 'left' ? installTexts.leftAlone(file, fault ?? '') : installTexts.notThere(file)
    }),
    ...removed.map((path) => say(installTexts.purged(path))),
    ...left.map(installTexts.purgeLeft),
    ...(isPurge ? [] : [installTexts.programStays(folder)]),
  ]
  const columns = columnsOf(process.stdout.columns, process.env.COLUMNS)
  return lines.flatMap((line) => wrapped(line, columns)).join('\n') + '\n'
}
