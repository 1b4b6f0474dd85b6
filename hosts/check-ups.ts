import type { HostId } from '../src/protocol/event.js'
import { checkUp as claudeCode } from './claude-code/check-up.js'
import { checkUp as codex } from './codex/check-up.js'
import { checkUp as cursor } from './cursor/check-up.js'
import type { HostCheckUp } from './shared/check-up.js'

export type { HostCheckUp, ReadPlace, VersionHole } from './shared/check-up.js'

/** How every host's setup is examined, for the commands only: nothing that a call loads may import this. */
const CHECK_UPS: Readonly<Record<HostId, HostCheckUp>> = { 'claude-code': claudeCode, codex, cursor }

export const checkUpOf = (id: HostId): HostCheckUp => CHECK_UPS[id] as HostCheckUp
