import { readdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stopper } from '../chain/stops.js'
import { makeOwnFolder } from '../store/write-atomic.js'
import { bounded } from '../text/bounds.js'
import { mayHoldSecret } from '../text/secret-hint.js'
import type { DeniedCall, DeniedHook } from './files.js'
import { canBePassed, passName, type PassingCall } from './names.js'

const MAX_INPUT_CHARS = 16_000
/** The newest are kept; so many more may stand there until the next tidying. */
const KEPT_CALLS = 64
const UNTIDIED_CALLS = 32

/**
 * Keeps a call that hooks denied, so that a person can see it and let it through.
 *
 * @returns what writes it, under the id of its log record; it throws the system's error
 */
export const keeperOf = async (stoppers: readonly Stopper[], call: PassingCall): Promise<(id: string) => void> => {
  const { event, inputText, places } = call
  const { host, sessionId, workspace, nativeEvent, tool } = event
  if (sessionId === undefined || tool === undefined || !canBePassed(call)) return () => undefined
  const text = inputText() ?? JSON.stringify(tool.input)
  // Looked through whole before it is cut: half of a secret is not told to be one.
  const shown = mayHoldSecret(text) ? (await import('../text/redacted.js')).redactedJson(text) : text
  return (id) => {
    const denied: DeniedCall = {
      version: 1,
      id,
      at: new Date().toISOString(),
      host,
      session: sessionId,
      root: workspace.root,
      cwd: workspace.cwd,
      nativeEvent,
      tool: { kind: tool.kind, native: tool.nativeName },
      input: bounded(shown, MAX_INPUT_CHARS, () => ''),
      cutChars: Math.max(text.length - MAX_INPUT_CHARS, 0),
      hooks: stoppers.map((stopper): DeniedHook => {
        const { hook, policy } = stopper
        return { hook: hook.label, file: policy.file, layer: policy.layer, pass: passName(stopper, call) }
      }),
    }
    makeOwnFolder(places.denied)
    // Not synced: what a crash leaves half is not used.
    writeFileSync(join(places.denied, `${id}.json`), JSON.stringify(denied), { flag: 'wx', mode: 0o600 })
    tidy(places.denied)
  }
}

const tidy = (folder: string): void => {
  const names = readdirSync(folder)
  if (names.length <= KEPT_CALLS + UNTIDIED_CALLS) return
  const newestFirst = names
    .map((name) => ({ path: join(folder, name), ms: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.ms - a.ms)
  for (const { path } of newestFirst.slice(KEPT_CALLS)) unlinkSync(path)
}
