import { mkdirSync, mkdtempSync, renameSync, rmSync, rmdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isAbsent } from '../approval/acuvo-folder.js'
import type { PlannedFile } from './plan.js'

/** Puts planned files below a folder, all of them or none. Nothing that stands there is ever written over. */

/** What the person has there already is kept as it is. */
const KEPT = ['.gitignore', 'hooks.schema.json']

export interface Written {
  /** Below the folder. */
  files: string[]
  /** Those that stood there and were left alone. */
  kept: string[]
  /** Takes away what was made. */
  undo: () => void
}

/** A file in place of a folder on the way is found when something is put below it. */
const isThere = (path: string): boolean => !isAbsent(path)

/** @returns planned files in whose place something stands */
export const inTheWay = (folder: string, files: readonly PlannedFile[]): string[] =>
  files.map(({ path }) => path).filter((path) => !KEPT.includes(path) && isThere(join(folder, path)))

/** @throws the system's error; nothing of it is left then */
export const writeFolder = (folder: string, files: readonly PlannedFile[]): Written =>
  isThere(folder) ? writeInto(folder, files) : writeNew(folder, files)

/** A folder that is not there appears whole. */
const writeNew = (folder: string, files: readonly PlannedFile[]): Written => {
  const made = mkdtempSync(join(dirname(folder), '.acuvo.new-'))
  try {
    const whole = join(made, 'folder')
    mkdirSync(whole)
    for (const file of files) put(whole, file)
    // Onto a folder that was filled meanwhile this fails.
    renameSync(whole, folder)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
  return { files: files.map(({ path }) => path), kept: [], undo: () => rmSync(folder, { recursive: true, force: true }) }
}

const writeInto = (folder: string, files: readonly PlannedFile[]): Written => {
  const kept = files.map(({ path }) => path).filter((path) => isThere(join(folder, path)))
  const wanted = files.filter(({ path }) => !kept.includes(path))
  const done: (() => void)[] = []
  const undo = (): void => {
    for (const act of done.reverse()) act()
  }
  try {
    for (const file of wanted) put(folder, file, done)
  } catch (error) {
    undo()
    throw error
  }
  return { files: wanted.map(({ path }) => path), kept, undo }
}

/** @param done gets what takes the file and each folder made for it away again */
const put = (folder: string, { path, text, executable }: PlannedFile, done: (() => void)[] = []): void => {
  let parent = folder
  for (const name of path.split('/').slice(0, -1)) {
    parent = join(parent, name)
    if (isThere(parent)) continue
    const made = parent
    mkdirSync(made)
    done.push(() => rmdirSync(made))
  }
  const file = join(folder, path)
  writeFileSync(file, text, { flag: 'wx', mode: executable === true ? 0o777 : 0o666 })
  done.push(() => rmSync(file, { force: true }))
}
