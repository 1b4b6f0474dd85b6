import { mkdirSync, rmSync } from 'node:fs'
import { gitEnvironment, gitFault } from '../git/git.js'
import { canHoldHooks, commandLine, hookPlaceOf, hookStateOf, scriptOf, type HookPlace, type HookState } from '../git/hook-file.js'
import { ownProgramWords } from '../git/own-program.js'
import { repositoryAt } from '../git/repository.js'
import { fitted } from '../output/fitted.js'
import { writeAnswer } from '../output/write-answer.js'
import { thisMachine } from '../run/machine.js'
import type { GitHookDocument } from '../shapes/git-hook.js'
import { writeAtomically } from '../store/write-atomic.js'
import { EXIT } from '../text/command-texts.js'
import { gitHookTexts } from '../text/git-hook-texts.js'
import { isConfirmed } from '../output/confirm.js'
import { visibleLine } from '../text/visible.js'
import { placeOverridesOf, type PlaceOptions } from './place-options.js'

/** Puts our git hook in place and takes it away again. Somebody else's is never touched. */

export interface GitHookOptions extends PlaceOptions {
  json?: boolean
  /** Also where other repositories take their hooks from the same folder. */
  yes?: boolean
}

type Done = GitHookDocument['did']

/** @returns the exit code: 0 it is there, 1 it is not, 2 no repository or not agreed to */
export const installGitHook = async (options: GitHookOptions): Promise<number> => {
  const found = await look(options)
  if (typeof found === 'string') return usage(found)
  const { place, state, words } = found
  if (state === 'foreign' || state === 'edited') {
    report(found, 'nothing', options, gitHookTexts[state](visibleLine(place.file), commandLine(words)))
    return EXIT.denied
  }
  if (state === 'current' || state === 'called') {
    report(found, 'nothing', options, gitHookTexts[state](visibleLine(place.file)))
    return EXIT.fine
  }
  if (place.isShared && options.yes !== true && !(await isConfirmed(gitHookTexts.sharedQuestion(visibleLine(place.folder)))))
    return usage(gitHookTexts.shared(visibleLine(place.folder)))
  mkdirSync(place.folder, { recursive: true })
  writeAtomically(place.file, scriptOf(words), 0o755)
  report(
    found,
    'written',
    options,
    gitHookTexts.written(visibleLine(place.file)),
    place.isSet && !place.isShared ? gitHookTexts.inRepository(visibleLine(place.folder)) : undefined,
  )
  return EXIT.fine
}

/** @returns the exit code: 0 it is not there any more, 1 what is there is not ours to remove, 2 no repository */
export const uninstallGitHook = async (options: GitHookOptions): Promise<number> => {
  const found = await look(options)
  if (typeof found === 'string') return usage(found)
  const { place, state } = found
  const file = visibleLine(place.file)
  if (state === 'edited' || state === 'called') {
    report(found, 'nothing', options, gitHookTexts.notRemoved(file))
    return EXIT.denied
  }
  const isOurs = state === 'current' || state === 'stale'
  if (isOurs) rmSync(place.file)
  report(found, isOurs ? 'removed' : 'nothing', options, isOurs ? gitHookTexts.removed(file) : gitHookTexts.notThere(file))
  return EXIT.fine
}

interface Found {
  place: HookPlace
  state: HookState
  words: string[]
}

/** @returns what is wrong, in words, instead */
const look = async (options: GitHookOptions): Promise<Found | string> => {
  const overrides = placeOverridesOf(options)
  if (typeof overrides === 'string') return overrides
  const { env, cwd = '/', places } = await thisMachine(overrides)
  const { store, userPolicy } = overrides
  const words = [
    ...[...ownProgramWords(places), 'git-hook', 'pre-commit'],
    ...(store === undefined ? [] : ['--store', store]),
    ...(userPolicy === undefined ? [] : ['--user-config', userPolicy]),
  ]
  try {
    const place = hookPlaceOf(repositoryAt(cwd, gitEnvironment(env, cwd, true)))
    if (!canHoldHooks(place.folder)) return gitHookTexts.noFolder(place.folder)
    return { place, state: hookStateOf(place.file, words), words }
  } catch (error) {
    return gitHookTexts.noRepository(gitFault(error))
  }
}

const usage = (text: string): number => {
  writeAnswer(2, `${visibleLine(text)}\n`)
  return EXIT.usage
}

const report = ({ place, state, words }: Found, did: Done, { json }: GitHookOptions, text: string, remark?: string): void => {
  const document: GitHookDocument = { version: 1, file: place.file, state, did, line: commandLine(words) }
  writeAnswer(1, json ? `${JSON.stringify(document, null, 2)}\n` : fitted(`${text}\n`))
  if (remark !== undefined) writeAnswer(2, `${remark}\n`)
}
