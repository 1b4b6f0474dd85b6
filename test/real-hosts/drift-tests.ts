import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HostId } from '../../src/protocol/event.js'
import {
  driftOfEntryTypes,
  driftOfEvents,
  driftOfKeys,
  driftOfTools,
  storedPayloads,
  toured,
  type DriftSetting,
  type Toured,
} from './drift.js'
import type { RealHost } from './scenario.js'

/** The drift gate: the newest pinned host uses nothing that we do not know, and everything that we rely on. */
export const driftTests = <Options>(id: HostId, host: RealHost<Options>, setting: DriftSetting<Options>, program: string): void => {
  describe(`what ${id} ${host.version} really uses`, () => {
    let tour: Toured
    beforeAll(async () => {
      tour = await toured(host, setting, program)
    }, 180_000)
    afterAll(() => tour?.place.remove())
    it('was recorded', () => {
      const seen = new Set(tour.payloads.map(setting.eventOf))
      expect(tour.names.events.length).toBeGreaterThan(5)
      expect(tour.offered.length).toBeGreaterThan(2)
      for (const event of ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop']) expect(seen).toContain(event)
    })
    it('events: our descriptor has each of them, and no other', () => expect(driftOfEvents(id, tour, setting)).toEqual([]))
    it('entries in its settings: we know each kind', () => expect(driftOfEntryTypes(id, tour, setting)).toEqual([]))
    it('tools: our tables have each of them', () => expect(driftOfTools(id, tour)).toEqual([]))
    it('keys of payloads: each is in a stored payload, and none is gone', () =>
      expect(driftOfKeys(id, tour.payloads, storedPayloads(id).values(), setting)).toEqual([]))
  })
}
