import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Approvals } from '../approval/approvals.js'
import { PinCheck } from '../approval/pins.js'
import { readRecord, recordFileIn } from '../approval/record.js'
import { revoke } from '../approval/revoke.js'
import { standingOf, type Standing } from '../approval/standing.js'
import type { PolicyFile } from '../config/types.js'
import { fitted } from '../output/fitted.js'
import { writeAnswer } from '../output/write-answer.js'
import type { Places } from '../store/places.js'
import { EXIT } from '../text/command-texts.js'
import { faultForPerson } from '../text/policy-error.js'
import { stateTexts, trustTexts } from '../text/trust-texts.js'
import { visibleLine } from '../text/visible.js'

/** What of `trust` only looks at records or removes them. */

const print = (json: boolean | undefined, document: object, lines: readonly string[]): void =>
  void writeAnswer(1, json ? `${JSON.stringify({ version: 1, ...document }, null, 2)}\n` : fitted(`${lines.join('\n')}\n`))

/** @returns the exit code: 0 approved and unchanged, pinned files included; 1 not */
export const showStatus = async (policy: PolicyFile, places: Places, { json }: { json?: boolean }): Promise<number> => {
  const standing = await standingOf(policy, new Approvals(places))
  const changes = changesOf(standing)
  const isApproved = standing.state === 'approved' && changes.length === 0
  const state = isApproved || standing.state !== 'approved' ? standing.state : 'changed'
  print(json, { root: policy.approvedAs, file: policy.file, approved: isApproved, state, changes }, [
    `${visibleLine(policy.file)}: ${stateTexts[state]}`,
    ...changes.map((change) => `  ${visibleLine(change)}`),
  ])
  return isApproved ? EXIT.fine : EXIT.denied
}

export const changesOf = (standing: Standing): string[] => {
  if (standing.state === 'refused') return [`${standing.recordFile} ${standing.why}`]
  const errors = 'errors' in standing ? (standing.errors ?? []).map(faultForPerson) : []
  const gates = standing.state === 'changed' ? standing.gates.map(({ label }) => trustTexts.changedGate(label)) : []
  const chain = 'hooks' in standing ? standing : undefined
  const check = chain === undefined ? undefined : new PinCheck(chain)
  const pins = (chain?.hooks ?? []).flatMap((_, index) => check?.faultsOf(index) ?? [])
  return [...errors, ...gates, ...new Set(pins)]
}

/** @returns the exit code: 0 revoked, 1 there was nothing */
export const revokeApproval = (policy: PolicyFile, places: Places, { json }: { json?: boolean }): number => {
  const wasThere = revoke(policy, places)
  const place = visibleLine(policy.approvedAs)
  print(json, { root: policy.approvedAs, revoked: wasThere }, [wasThere ? trustTexts.revoked(place) : trustTexts.nothingRevoked(place)])
  return wasThere ? EXIT.fine : EXIT.denied
}

export const listApprovals = (places: Places, { json }: { json?: boolean }): number => {
  const records = namesIn(places.approvals)
    .sort()
    .map((name) => {
      const file = recordFileIn(join(places.approvals, name))
      const read = readRecord(file)
      if (read === undefined) return { file, why: trustTexts.noRecord }
      if ('refused' in read) return { file, why: read.refused }
      const { root, approvals } = read.record
      return { root, contents: approvals.length, approvedAt: approvals.at(-1)?.at }
    })
  const lines = records.map((record) =>
    record.why !== undefined
      ? `${visibleLine(record.file)} ${record.why}`
      : `${visibleLine(record.root)}  (${record.contents}, ${record.approvedAt})`,
  )
  print(json, { approvals: records }, lines.length === 0 ? [trustTexts.nothingListed] : lines)
  return EXIT.fine
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
