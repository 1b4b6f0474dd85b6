import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parse, stringify } from 'smol-toml'
import { startProgram } from '../../../src/live/program.js'
import { isRecord } from '../../shared/fields.js'
import type { HookTrust, TrustQuestion } from '../../shared/live/live-host.js'
import { isOurLine } from '../../shared/our-line.js'
import { namesOf } from '../trust.js'
import { appServer } from './app-server.js'

/**
 * What the host itself makes of the trust that a person gave, by its own `hooks/list` (measured on 0.171.0). It is asked about copies in a
 * home of its own: each file as it stands, byte for byte, and each trusted hash under the copy's name, because a hash is kept by the name
 * of the file, and is one of the line and what stands around it.
 */

const TIMEOUT_MS = 30_000

/** Rejects where the host cannot be asked. */
export const trustState = async (question: TrustQuestion): Promise<HookTrust[]> => {
  const { program, places, env } = question
  const copies = copiesOf(question)
  for (const { copy, text } of copies) {
    mkdirSync(dirname(copy), { recursive: true })
    writeFileSync(copy, text)
  }
  const config = join(places.home, '.codex', CONFIG)
  mkdirSync(dirname(config), { recursive: true })
  writeFileSync(config, configWith(question, copies))
  const server = startProgram({ program, words: ['app-server'], cwd: places.project, env }, TIMEOUT_MS)
  try {
    const app = await appServer(server)
    return statesIn(await app.call('hooks/list', { cwds: [places.project] }), copies)
  } finally {
    await server.end()
  }
}

const CONFIG = 'config.toml'

interface Copy {
  of: string
  copy: string
  text: string
  isUserConfig: boolean
}

const copiesOf = ({ files, places }: TrustQuestion): Copy[] =>
  files.map(({ file, level, text }) => {
    const name = basename(file)
    const folder = join(level === 'user' ? places.home : places.project, '.codex')
    return {
      of: file,
      copy: join(folder, name),
      text: name === CONFIG ? hooksOnly(text) : text,
      isUserConfig: level === 'user' && name === CONFIG,
    }
  })

/** Of settings nothing but the hooks: no server and no program that stands in them is started here. */
const hooksOnly = (text: string): string => stringify({ hooks: hookTable(text) })

const hookTable = (text: string): Record<string, unknown> => {
  const { hooks } = parse(text)
  if (!isRecord(hooks)) return {}
  const { state: _state, ...rest } = hooks
  return rest
}

const configWith = ({ files, states, places }: TrustQuestion, copies: readonly Copy[]): string => {
  const user = copies.find(({ isUserConfig }) => isUserConfig)
  const own = files.find(({ file }) => file === user?.of)
  const moved = states.flatMap(({ key, trustedHash, enabled }) => {
    const at = copies.find(({ of }) => namesOf(of).some((name) => key.startsWith(`${name}:`)))
    const rest = /:[a-z_]+:\d+:\d+$/.exec(key)?.[0]
    if (at === undefined || rest === undefined) return []
    const state = { ...(trustedHash === undefined ? {} : { trusted_hash: trustedHash }), ...(enabled === undefined ? {} : { enabled }) }
    return [[`${at.copy}${rest}`, state] as const]
  })
  return stringify({
    hooks: { ...(own === undefined ? {} : hookTable(own.text)), state: Object.fromEntries(moved) },
    projects: { [places.project]: { trust_level: 'trusted' } },
  })
}

const statesIn = (answer: unknown, copies: readonly Copy[]): HookTrust[] => {
  const lists = isRecord(answer) && Array.isArray(answer.data) ? answer.data.filter(isRecord) : undefined
  if (lists === undefined) throw new Error('hooks/list')
  const hooks = lists.flatMap((list): unknown[] => (Array.isArray(list.hooks) ? list.hooks : [])).filter(isRecord)
  return hooks.flatMap((hook): HookTrust[] => {
    const { key, eventName, command, trustStatus, enabled } = hook
    if (typeof command !== 'string' || !isOurLine(command) || typeof key !== 'string' || typeof eventName !== 'string') return []
    const file = copies.find(({ copy }) => key.startsWith(`${copy}:`))?.of
    if (file === undefined) return []
    const event = eventName.replace(/^./, (letter) => letter.toUpperCase())
    return [{ file, event, state: enabled === false ? 'off' : (STATES[String(trustStatus)] ?? 'untrusted') }]
  })
}

const STATES: Readonly<Record<string, HookTrust['state']>> = {
  trusted: 'trusted',
  managed: 'trusted',
  modified: 'outdated',
  untrusted: 'untrusted',
}
