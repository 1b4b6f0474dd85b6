import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { findPolicyFiles } from '../config/find.js'
import { colours } from '../output/colours.js'
import { writeAnswer } from '../output/write-answer.js'
import { thisMachine } from '../run/machine.js'
import { checkTexts, EXIT } from '../text/command-texts.js'
import { faultForPerson } from '../text/policy-error.js'

/**
 * Every error of every policy file that applies to a folder. Runs nothing.
 *
 * @returns the exit code: 0 all valid or none there, 1 errors, 2 no such folder
 */
export const check = async (dir: string, { json }: { json?: boolean }): Promise<number> => {
  const root = resolve(dir)
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) {
    writeAnswer(2, `${checkTexts.notFolder(root)}\n`)
    return EXIT.usage
  }
  const { loadPolicy } = await import('../config/load.js')
  const files = findPolicyFiles([root], root, (await thisMachine()).places).map((policy) => ({ ...policy, ...loadPolicy(policy.content) }))
  const hasErrors = files.some((policy) => 'errors' in policy)

  if (json) {
    const shown = files.map((policy) => ({
      file: policy.file,
      root: policy.root,
      layer: policy.layer,
      ...('errors' in policy ? { valid: false, errors: policy.errors } : { valid: true, hooks: policy.hooks.length }),
    }))
    writeAnswer(1, `${JSON.stringify({ version: 1, files: shown }, null, 2)}\n`)
  } else if (files.length === 0) writeAnswer(1, `${checkTexts.none(root)}\n`)
  else {
    for (const policy of files) {
      if ('hooks' in policy) writeAnswer(1, `${colours.green('ok')} ${checkTexts.valid(policy.file, policy.hooks.length)}\n`)
      else {
        writeAnswer(1, `${colours.red('error')} ${checkTexts.broken(policy.file, policy.errors.length)}\n`)
        for (const error of policy.errors) writeAnswer(1, `  ${faultForPerson(error)}\n`)
      }
    }
  }
  return hasErrors ? EXIT.denied : EXIT.fine
}
