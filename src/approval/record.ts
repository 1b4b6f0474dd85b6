import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { FileSettings, Hook } from '../config/types.js'
import { isEventName } from '../protocol/events.js'
import { readOwned } from '../store/owned-file.js'
import type { CompiledGlob } from './globbed.js'
import { storeFaults } from '../text/store-faults.js'
import { isRecord } from '../protocol/is-record.js'

/**
 * What a person approved for one root, as it stands in the store: `record.json` with the approved texts and the compiled
 * chains, and beside it one file for each pinned content, named by its SHA-256. Reading it needs no lock and no schema
 * library: the record is ours, written whole, and refused when its shape is not.
 */

export const RECORD_VERSION = 1
const MAX_RECORD_BYTES = 33_554_432

export interface ApprovalRecord {
  version: typeof RECORD_VERSION
  /** Real path of the root; for the user's and the machine's file: its own path. */
  root: string
  /** Oldest first: several branches may each have an approved content. The last is in force when the file has none of them. */
  approvals: Approval[]
}

export interface Approval {
  /** When, in ISO 8601. */
  at: string
  /** The text of hooks.json, byte for byte as UTF-8. */
  policy: string
  pinned: PinnedFile[]
  /** What else is pinned as soon as it is there (`pins`). */
  globs?: readonly CompiledGlob[]
  /** The compiled chain by the compiler that made it: two versions of the program may share a store. */
  compiled: Record<string, CompiledPolicy>
}

export interface PinnedFile {
  /** Relative to the root, with `/`; absolute where it stands outside of it. */
  path: string
  /** SHA-256 of its bytes, in hex: the name of the file beside the record that holds them. Absent with the machine's policy, where the owner counts. */
  blob?: string
  /** A command names it and nothing stood there: putting a file there is a change. */
  absent?: true
  /** Where the file is a link: what the link says. */
  link?: string
  /** Indexes of the hooks that use it; absent: every hook that runs a command. */
  hooks?: number[]
  /** It is part of the policy itself (`extends`). */
  extends?: true
}

export interface CompiledPolicy {
  hooks: Hook[]
  settings?: FileSettings
}

/** `newer`: another version of the program wrote it, so it must not be overwritten. */
export type ReadRecord = { record: ApprovalRecord } | { refused: string; newer?: true } | undefined

/** A policy that was loaded, as a record keeps it. */
export const compiledOf = ({
  hooks,
  settings = {},
}: {
  hooks: readonly Hook[]
  settings?: CompiledPolicy['settings']
}): CompiledPolicy => ({
  hooks: [...hooks],
  ...(Object.keys(settings).length === 0 ? {} : { settings }),
})

/** What of pinned files a person saw, in order of their paths: equal exactly when the same bytes would be used. */
export const contentsOf = (pinned: readonly PinnedFile[]): (string | true | null)[][] =>
  pinned
    .map(({ path, link, blob, absent }) => [path, link ?? null, blob ?? null, absent ?? null])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))

/** Where a record stands. */
export const recordFileIn = (folder: string): string => join(folder, 'record.json')

/**
 * @param file the record's file
 * @param root whose record it must be; absent: anybody's
 * @param owner user id that must own it; `othersMayRead`: the machine's own record is for everybody
 * @returns undefined when there is none
 */
export const readRecord = (file: string, root?: string, owner = process.getuid?.(), othersMayRead = false): ReadRecord => {
  // As text at once: the fastest way that Node has.
  const read = readOwned(file, MAX_RECORD_BYTES, (fd) => readFileSync(fd, 'utf8'), owner, othersMayRead)
  if (read === undefined || 'refused' in read) return read
  let document: unknown
  try {
    document = JSON.parse(read.content)
  } catch {
    return { refused: storeFaults.damaged }
  }
  if (isRecord(document) && typeof document.version === 'number' && document.version > RECORD_VERSION)
    return { refused: storeFaults.newer(document.version), newer: true }
  if (!isApprovalRecord(document)) return { refused: storeFaults.damaged }
  return root === undefined || document.root === root ? { record: document } : { refused: storeFaults.otherRoot(document.root) }
}
const isText = (value: unknown): value is string => typeof value === 'string'
const isList = (value: unknown, of: (item: unknown) => boolean): boolean => Array.isArray(value) && value.every(of)
const isMissingOr = (value: unknown, is: (value: unknown) => boolean): boolean => value === undefined || is(value)

const isApprovalRecord = (value: unknown): value is ApprovalRecord =>
  isRecord(value) &&
  value.version === RECORD_VERSION &&
  isText(value.root) &&
  isAbsolute(value.root) &&
  isList(value.approvals, isApproval) &&
  (value.approvals as unknown[]).length > 0

const isApproval = (value: unknown): boolean =>
  isRecord(value) &&
  isText(value.at) &&
  isText(value.policy) &&
  isList(value.pinned, isPinned) &&
  isMissingOr(value.globs, (globs) => isList(globs, (glob) => isRecord(glob) && isText(glob.base) && isText(glob.pattern))) &&
  isRecord(value.compiled) &&
  Object.values(value.compiled).every(isCompiled)

const isPinned = (value: unknown): boolean =>
  isRecord(value) &&
  isText(value.path) &&
  isMissingOr(value.blob, (blob) => isText(blob) && /^[0-9a-f]{64}$/.test(blob)) &&
  isMissingOr(value.link, isText) &&
  isMissingOr(value.extends, (flag) => flag === true) &&
  isMissingOr(value.absent, (flag) => flag === true) &&
  isMissingOr(value.hooks, (hooks) => isList(hooks, Number.isInteger))

const isCompiled = (value: unknown): boolean => isRecord(value) && isList(value.hooks, isHook) && isMissingOr(value.settings, isRecord)

const isHook = (value: unknown): boolean =>
  isRecord(value) &&
  isText(value.label) &&
  isEventName(value.event) &&
  (isRecord(value.says) ? isText(value.says.answer) && isText(value.says.text) : isCommand(value.command)) &&
  isMissingOr(value.commandWindows, isCommand) &&
  typeof value.timeoutMs === 'number' &&
  isText(value.onFailure) &&
  isMissingOr(value.hosts, (hosts) => isList(hosts, isText)) &&
  isMissingOr(value.tools, isToolMatcher) &&
  isMissingOr(value.paths, isPathGlobs) &&
  isMissingOr(value.commands, (commands) => isList(commands, isCommandPattern)) &&
  isMissingOr(value.env, (names) => isList(names, isText)) &&
  TEXT_KEYS.every((key) => isMissingOr(value[key], isText)) &&
  FLAG_KEYS.every((key) => isMissingOr(value[key], (flag) => flag === true))

const TEXT_KEYS = ['shellProgram', 'instead', 'each', 'mode', 'stdin']
const FLAG_KEYS = ['background', 'detach', 'mayAllow']

const isCommand = (value: unknown): boolean => isText(value) || isList(value, isText)

const isPathGlobs = (value: unknown): boolean =>
  isRecord(value) &&
  isList(
    value.globs,
    (glob) =>
      isRecord(glob) &&
      isText(glob.anchor) &&
      typeof glob.negated === 'boolean' &&
      isText(glob.pattern) &&
      isText(glob.base) &&
      isList(glob.samples, isText),
  )

const isCommandPattern = (value: unknown): boolean =>
  isRecord(value) && typeof value.negated === 'boolean' && isText(value.program) && isList(value.words, isText)

const isToolMatcher = (value: unknown): boolean =>
  isRecord(value) &&
  isRecord(value.names) &&
  Object.values(value.names).every((names) => isList(names, isText)) &&
  isList(value.servers, (server) => isRecord(server) && isText(server.server) && isText(server.tool))
