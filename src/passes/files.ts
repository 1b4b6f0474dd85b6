import { readFileSync } from 'node:fs'
import type { Layer } from '../config/types.js'
import { readOwned } from '../store/owned-file.js'

/**
 * What the store holds for letting one denied call through: below `denied` each call that hooks denied lately, by the id of its
 * log record; below `passes` what a person let through, by the digest of the call and the hook.
 */

/** A person's pass holds so long. */
export const PASS_MS = 600_000

const MAX_FILE_BYTES = 262_144

export interface DeniedHook {
  hook: string
  /** The file it stands in. Absolute. */
  file: string
  layer: Layer
  /** Digest of the call as this hook denied it, and of the hook: the name of its pass. */
  pass: string
}

export interface DeniedCall {
  version: 1
  /** Of the log record. */
  id: string
  /** ISO 8601. */
  at: string
  host: string
  session: string
  root: string
  /** The folder of the call. Absent in what an older version kept. */
  cwd?: string
  nativeEvent: string
  tool: { kind: string; native: string }
  /** The arguments as JSON, without what looks like a secret. */
  input: string
  /** So many characters of it are left out at its end. */
  cutChars: number
  /** Every hook that stopped it: one, or several that asked where the host cannot ask. */
  hooks: DeniedHook[]
}

export interface PassFile {
  version: 1
  /** The record it is for. */
  id: string
  /** When the person let it through, ISO 8601. */
  at: string
}

export type ReadFile<Content> = { content: Content } | { refused: string } | undefined

/** @returns undefined where nothing stands there; why, where it cannot be used */
export const readOwnJson = <Content extends { version: 1 }>(path: string): ReadFile<Content> => {
  const owned = readOwned(path, MAX_FILE_BYTES, (fd) => readFileSync(fd, 'utf8'))
  if (owned === undefined || 'refused' in owned) return owned
  try {
    const content = JSON.parse(owned.content) as Content | null
    return content?.version === 1 ? { content } : { refused: 'is of another version' }
  } catch {
    return { refused: 'is not JSON' }
  }
}

/** Whether a pass that was given then still holds. A clock that was set back ends it. */
export const isFresh = ({ at }: PassFile, nowMs = Date.now()): boolean => {
  const age = nowMs - Date.parse(at)
  return age >= 0 && age <= PASS_MS
}
