import type { HostId } from '../src/protocol/event.js'
import { registration as claudeCode } from './claude-code/registration.js'
import { registration as codex } from './codex/registration.js'
import { registration as cursor } from './cursor/registration.js'
import { hostOf } from './index.js'
import { eventsOf, type HostRegistration, type RegisteredEvent } from './shared/registration.js'

export { entryWith, SCOPES, settingsFile, type HostRegistration, type RegisteredEvent, type Scope } from './shared/registration.js'

/** How every host is told to start us, for the commands only: nothing that a call loads may import this. */
const REGISTRATIONS: Readonly<Record<HostId, HostRegistration>> = { 'claude-code': claudeCode, codex, cursor }

export const registrationOf = (id: HostId): HostRegistration => REGISTRATIONS[id] as HostRegistration

/** Every native event that is registered for a host. */
export const registeredEvents = (id: HostId): readonly RegisteredEvent[] => eventsOf(hostOf(id).descriptor, registrationOf(id))
