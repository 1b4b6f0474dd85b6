import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stopper } from '../chain/stops.js'
import type { ProtocolEvent } from '../protocol/event.js'
import { folderFault } from '../store/owned-file.js'
import type { Places } from '../store/places.js'
import { sha256 } from '../store/sha256.js'
import { makeOwnFolder, writeAtomically } from '../store/write-atomic.js'
import { bounded } from '../text/bounds.js'
import { redacted } from '../text/redacted.js'
import { isFresh, readOwnJson, type DeniedCall, type DeniedHook, type PassFile } from './files.js'

/**
 * A person may let one denied call through, once: exactly this input, in this session and root, denied by this hook as it is now.
 * The digests are ones that nobody can find a second call for, because what is denied is chosen by the agent.
 */

export interface PassingCall {
  /** As it was read from the payload. */
  event: ProtocolEvent
  /** Its arguments as the payload spells them. */
  inputText: () => string | undefined
  /** Whether this is the announcement by which the host's call stands or falls, so that a pass is used up by it. */
  isPrimary: boolean
  /** Whether the host announces a call again, by other events. */
  announcesAgain: boolean
  places: Places
}

export interface Pass {
  /** Of the record that the person let through. */
  id: string
  /** Uses it up. @returns false when another call has done so first */
  claim: () => boolean
}

/** A hook that was changed and approved anew is another one. */
const hookKey = ({ id, hook }: Stopper): string => `${id} ${JSON.stringify(hook)}`

const passName = (stopper: Stopper, { event, inputText }: PassingCall): string => {
  const { host, sessionId, workspace, nativeEvent, tool } = event
  // What other hooks made of the call before this one saw it.
  const changed = stopper.seen.tool?.input === tool?.input ? null : stopper.seen.tool?.input
  const input = inputText() ?? JSON.stringify(tool?.input)
  return sha256(JSON.stringify([host, sessionId, workspace.root, nativeEvent, tool?.nativeName, input, changed, hookKey(stopper)]))
}

/** Other events spell the same call in another way: what it runs, or which files it is about, tells it. */
const againName = (stopper: Stopper, { event }: PassingCall): string => {
  const { host, sessionId, workspace, tool } = event
  const what = tool?.command ?? (tool?.mcp === undefined ? tool?.paths.map(({ path }) => path) : [tool.mcp.tool, tool.input])
  return `${sha256(JSON.stringify([host, sessionId, workspace.root, what, hookKey(stopper)]))}.again`
}

/** The person's pass for this call and this hook; undefined where there is none that holds. */
export const passOf = (stopper: Stopper, call: PassingCall): Pass | undefined => {
  const { event, places, isPrimary, announcesAgain } = call
  if (event.sessionId === undefined || folderFault(places.passes) !== undefined) return undefined
  const file = join(places.passes, passName(stopper, call))
  const used = `${file}.used`
  const again = join(places.passes, againName(stopper, call))
  const held = (path: string): PassFile | undefined => {
    const read = readOwnJson<PassFile>(path)
    return read !== undefined && 'content' in read && isFresh(read.content) ? read.content : undefined
  }
  // What repeats an announcement lets nothing through that the announcement itself did not.
  const repeats = event.announcement !== 'first'
  const seen = repeats ? (held(again) ?? (isPrimary ? (held(file) ?? held(used)) : undefined)) : undefined
  if (seen !== undefined) return { id: seen.id, claim: () => true }
  if (repeats && isPrimary) return undefined
  const pass = held(file)
  if (pass === undefined) return undefined
  const claim = (): boolean => {
    try {
      renameSync(file, used)
    } catch {
      return false
    }
    if (!repeats && announcesAgain) put(again, pass)
    return true
  }
  return { id: pass.id, claim }
}

const MAX_INPUT_CHARS = 16_000
/** The newest are kept; so many more may stand there until the next tidying. */
const KEPT_CALLS = 64
const UNTIDIED_CALLS = 32

/** Keeps a call that hooks denied, so that a person can see it and let it through. @throws the system's error */
export const keepDenied = (id: string, stoppers: readonly Stopper[], call: PassingCall): void => {
  const { event, inputText, places } = call
  const { host, sessionId, workspace, nativeEvent, tool } = event
  if (sessionId === undefined || tool === undefined) return
  const text = inputText() ?? JSON.stringify(tool.input)
  // A secret must not stand there because its end was cut off before it was looked for.
  const input = bounded(redacted(text.slice(0, 2 * MAX_INPUT_CHARS)), MAX_INPUT_CHARS, () => '')
  const hooks = stoppers.map((stopper): DeniedHook => ({
    hook: stopper.hook.label,
    file: stopper.policy.file,
    layer: stopper.policy.layer,
    pass: passName(stopper, call),
  }))
  const denied: DeniedCall = {
    version: 1,
    id,
    at: new Date().toISOString(),
    host,
    session: sessionId,
    root: workspace.root,
    nativeEvent,
    tool: { kind: tool.kind, native: tool.nativeName },
    input,
    cutChars: Math.max(text.length - MAX_INPUT_CHARS, 0),
    hooks,
  }
  makeOwnFolder(places.denied)
  put(join(places.denied, `${id}.json`), denied)
  tidy(places.denied)
}

/** Not synced: what a crash leaves half is not used. */
const put = (path: string, content: DeniedCall | PassFile): void => {
  rmSync(path, { force: true })
  writeFileSync(path, JSON.stringify(content), { flag: 'wx', mode: 0o600 })
}

const tidy = (folder: string): void => {
  const names = readdirSync(folder)
  if (names.length <= KEPT_CALLS + UNTIDIED_CALLS) return
  const newestFirst = names
    .map((name) => ({ path: join(folder, name), ms: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.ms - a.ms)
  for (const { path } of newestFirst.slice(KEPT_CALLS)) rmSync(path, { force: true })
}

/** Writes what a person let through. @throws the system's error */
export const givePass = ({ id, hooks }: DeniedCall, folder: string): void => {
  makeOwnFolder(folder)
  const pass: PassFile = { version: 1, id, at: new Date().toISOString() }
  for (const { pass: name } of hooks) writeAtomically(join(folder, name), JSON.stringify(pass))
}
