import { existsSync, rmSync } from 'node:fs'
import type { PolicyFile } from '../config/types.js'
import type { Places } from '../store/places.js'
import { Approvals } from './approvals.js'

/** Forgets everything that was approved for a root. @returns whether there was anything */
export const revoke = (policy: Pick<PolicyFile, 'layer' | 'approvedAs'>, places: Places): boolean => {
  const approvals = new Approvals(places)
  const recordFile = approvals.recordFileOf(policy)
  const wasThere = existsSync(recordFile)
  if (policy.layer === 'managed') rmSync(recordFile, { force: true })
  else rmSync(approvals.folderOf(policy), { recursive: true, force: true })
  return wasThere
}
