import { existsSync } from 'node:fs'
import { HOST_IDS } from '../../hosts/index.js'
import { registrationOf, settingsFile, type Scope } from '../../hosts/registrations.js'
import { withLock } from '../store/lock.js'
import { giveBack, givingBack } from '../install/exchange.js'
import { purge } from '../install/purge.js'
import { Installed, installLock, type Change } from '../install/record.js'
import { readForeign, removeFolders } from '../install/foreign-file.js'
import { restOf, type Place } from '../install/rest.js'
import { ignoreListFor, workspaceOf } from '../install/workspace.js'
import { columnsOf, wrapped } from '../output/wrapped.js'
import { writeAnswer } from '../output/write-answer.js'
import { realPathOf } from '../paths/real.js'
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
  const act = (): FileRecord[] => clearAll(found.places, installed, isDry, found.workspace)
  const files = isDry || !existsSync(places.store) ? act() : withLock(installLock(places), act)
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

/** Every file that may hold something of ours: those of the scope, and what the record has for them (with --purge: all of it). */
const placesToClear = (
  hosts: readonly HostId[],
  { scope, purge: isPurge }: UninstallOptions,
  { env, cwd, places }: Machine,
  installed: Installed,
): { places: Place[]; workspace?: string } | { usage: string } => {
  const workspace = scope === 'user' ? undefined : workspaceOf(cwd ?? '/', places.home)
  if (scope !== 'user' && workspace === undefined) return { usage: installTexts.noWorkspace(scope) }
  const { changes } = installed
  const found: Place[] = []
  for (const host of hosts) {
    const settings = settingsFile(registrationOf(host), scope, {
      env,
      home: places.home,
      ...(workspace === undefined ? {} : { workspace }),
    })
    if (settings === undefined) continue
    if ('fault' in settings) return { usage: installTexts.relativeVariable(settings.fault.variable) }
    const path = settings.file
    // Before the file itself, whose real place is asked for.
    if (!isPurge) found.push(...besides({ what: 'hooks', host, scope, path }, changes, workspace))
    found.push({ what: 'hooks', host, scope, path })
  }
  if (isPurge) found.push(...changes.filter(({ what, path }) => what !== 'hooks' || found.every((place) => place.path !== path)))
  return { places: found, ...(workspace === undefined ? {} : { workspace }) }
}

/** What was written beside a settings file on its account. */
const besides = ({ host, scope, path }: Place, changes: readonly Change[], workspace: string | undefined): Place[] => {
  const list = workspace === undefined ? undefined : ignoreListFor(path, workspace)
  return changes.flatMap((change): Place[] => {
    const place = { what: change.what, host, scope, path: change.path }
    if (change.what === 'trust' && change.host === host) return [{ ...place, take: [path, realPathOf(path) ?? path] }]
    if (change.what === 'ignore' && change.path === list?.file && change.ours.includes(list.line)) return [{ ...place, take: [list.line] }]
    return []
  })
}

const clearAll = (places: readonly Place[], installed: Installed, isDry: boolean, workspace: string | undefined): FileRecord[] => {
  const folders = installed.changes.map((change) => change.folders)
  const files = places.map((place) => clear(place, installed, isDry, workspace))
  // A folder that was made for one file may have been waiting for another to go.
  if (!isDry && files.some(({ done }) => done === 'removed')) for (const made of folders) removeFolders(made)
  return files
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
  const rest = restOf(place, read, installed)
  if ('fault' in rest) return rest.fault === 'not-sure' ? record('left', installTexts.notSure) : record('left', faultText(rest.fault))
  const giving = givingBack(installed, read, what, rest)
  const fault = isDry ? undefined : giveBack(installed, read, giving, { what, rest })
  if (fault !== undefined) return record('left', faultText(fault))
  return record(DONE[giving.does])
}

const DONE = { nothing: 'nothing', remove: 'removed', restore: 'restored', write: 'taken-out' } as const

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
