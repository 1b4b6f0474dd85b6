import type { HostId } from '../src/protocol/event.js'
import { live as claudeCode } from './claude-code/live/live.js'
import { live as codex } from './codex/live/live.js'
import type { LiveHost } from './shared/live/live-host.js'

export type { HookTrust, LiveHost, LivePlaces, LiveTask, TrustQuestion } from './shared/live/live-host.js'
export {
  DONE,
  type Act,
  type ModelRequest,
  type Script,
  type ScriptedModel,
  type Told,
  type ToolCall,
  type Turn,
  type Turns,
} from './shared/live/script.js'

/** The hosts whose real program can be started apart, for the commands only: nothing that a call loads may import this. */
const LIVE: Readonly<Partial<Record<HostId, LiveHost>>> = { 'claude-code': claudeCode, codex }

/** @returns undefined where a host cannot be started without a person */
export const liveHostOf = (id: HostId): LiveHost | undefined => LIVE[id]
