import { join } from 'node:path'
import type { Collected } from '../approval/approve.js'
import { openWorkspacePolicy } from '../config/open.js'
import type { Places } from '../store/places.js'
import { initTexts } from '../text/init-texts.js'
import { safeLine } from '../text/safe.js'
import { excludeFolder, type Repository } from './exclude.js'
import type { PlannedFile } from './plan.js'
import { writeFolder } from './write.js'

/** Writes a new `.acuvo` and approves it: both, or neither. */

export interface Made {
  /** Below `.acuvo`, with `/`. */
  files: string[]
  /** The person's own, which stood there. */
  kept: string[]
  approval: NewApproval
}

/** `others`: what stands under `.acuvo` besides, which nobody was shown; nothing is approved then. */
export type NewApproval = { digest: string; hooks: number; pinned: number } | { others: readonly string[]; refused?: readonly string[] }

export interface NotMade {
  why: 'not_written' | 'not_stored'
  lines: string[]
}

/** @param keptOutOf the repository that is not to have it */
export const make = async (
  root: string,
  files: readonly PlannedFile[],
  places: Places,
  keptOutOf: Repository | undefined,
): Promise<Made | NotMade> => {
  const folder = join(root, '.acuvo')
  const undo: (() => void)[] = []
  const failed = (why: NotMade['why'], text: string): NotMade => {
    for (const act of undo.reverse()) act()
    return { why, lines: [text] }
  }
  // Loaded before anything is written, so that from there on nothing waits; and a signal waits until everything is done or undone.
  const { approve, collect, digestOf } = await import('../approval/approve.js')
  const later = (): void => undefined
  process.on('SIGINT', later).on('SIGTERM', later)
  try {
    if (keptOutOf !== undefined) undo.push(excludeFolder(folder, keptOutOf))
    const { undo: takeAway, files: made, kept } = writeFolder(folder, files)
    undo.push(takeAway)
    const content = openWorkspacePolicy(root) ?? { broken: 'is gone' }
    const collected = collect({ layer: 'workspace', file: join(folder, 'hooks.json'), root, approvedAs: root, content })
    if ('errors' in collected) return failed('not_written', initTexts.notWritten(collected.errors.map(({ message }) => message).join('; ')))
    if ('refused' in collected) return { files: made, kept, approval: { others: [], refused: collected.refused } }
    const others = othersIn(collected, files)
    if (others.length > 0) return { files: made, kept, approval: { others } }
    try {
      approve(collected, places)
    } catch (error) {
      return failed('not_stored', initTexts.notStored(safeLine(places.store), (error as Error).message))
    }
    const digest = digestOf(collected)
    return { files: made, kept, approval: { digest, hooks: collected.loaded.hooks.length, pinned: collected.pinned.length } }
  } catch (error) {
    return failed('not_written', initTexts.notWritten((error as Error).message))
  } finally {
    process.off('SIGINT', later).off('SIGTERM', later)
  }
}

/** What approving would cover and was not just written: it was never shown to anybody. */
const othersIn = ({ bytes, pinned }: Collected, files: readonly PlannedFile[]): string[] => {
  const texts = new Map(files.map(({ path, text }) => [`.acuvo/${path}`, text]))
  const all = [{ path: '.acuvo/hooks.json', bytes }, ...pinned]
  return all.filter((file) => file.bytes?.toString('utf8') !== texts.get(file.path) || 'link' in file).map(({ path }) => path)
}
