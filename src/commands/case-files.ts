import { readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Places } from '../store/places.js'
import { testTexts } from '../text/test-texts.js'
import { targetOf } from './target.js'

/** Which case files a person means, by the workspaces whose policy they are about. */

/** Where a workspace keeps its cases. */
export const testsFolderOf = (root: string): string => join(root, '.acuvo', 'tests')

/** Real path of the root to its case files, absolute, in order. */
export type CaseFiles = { workspaces: ReadonlyMap<string, readonly string[]> } | { usage: string }

/** @param files absent or empty: all of the workspace that our own folder is in */
export const caseFilesOf = (files: readonly string[], places: Places): CaseFiles => {
  if (files.length === 0) {
    const root = rootHere(places)
    if (root === undefined) return { usage: testTexts.noWorkspace(resolve('.')) }
    const folder = testsFolderOf(root)
    const found = jsonFilesIn(folder)
    return found.length === 0 ? { usage: testTexts.noCases(folder) } : { workspaces: new Map([[root, found]]) }
  }
  const workspaces = new Map<string, string[]>()
  for (const name of files) {
    const file = resolve(name)
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return { usage: testTexts.notFile(file) }
    const root = rootAround(file) ?? rootHere(places)
    if (root === undefined) return { usage: testTexts.noWorkspace(resolve('.')) }
    workspaces.set(root, [...(workspaces.get(root) ?? []), file])
  }
  return { workspaces }
}

const rootHere = (places: Places): string | undefined => {
  const target = targetOf(undefined, {}, places)
  return 'usage' in target ? undefined : target.policy.root
}

/** A file that stands among a workspace's own cases is about that workspace, wherever we are. */
const rootAround = (file: string): string | undefined => {
  const tests = dirname(realpathSync(file))
  const acuvo = dirname(tests)
  return basename(tests) === 'tests' && basename(acuvo) === '.acuvo' ? dirname(acuvo) : undefined
}

const jsonFilesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => join(folder, name))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
