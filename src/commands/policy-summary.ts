import type { LoadedFile } from '../run/decide.js'
import { checkTexts } from '../text/command-texts.js'
import { faultForPerson } from '../text/policy-error.js'

/** One policy file as the commands show it. */

/** For machines. */
export const policyRecord = (policy: LoadedFile) => ({
  file: policy.file,
  root: policy.root,
  layer: policy.layer,
  ...('errors' in policy ? { valid: false, errors: policy.errors } : { valid: true, hooks: policy.hooks.length }),
})

/** For people: what it is in one line, and every fault in a line of its own. */
export const policySummary = (policy: LoadedFile): { isValid: boolean; line: string; faults: string[] } =>
  'errors' in policy
    ? { isValid: false, line: checkTexts.broken(policy.file, policy.errors.length), faults: policy.errors.map(faultForPerson) }
    : { isValid: true, line: checkTexts.valid(policy.file, policy.hooks.length), faults: [] }
