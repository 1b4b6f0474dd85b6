import { join } from 'node:path'
import { makeOwnFolder, writeAtomically } from '../store/write-atomic.js'
import type { DeniedCall, PassFile } from './files.js'

/** Writes what a person let through. @throws the system's error */
export const givePass = ({ id, hooks }: DeniedCall, folder: string): void => {
  makeOwnFolder(folder)
  const pass: PassFile = { version: 1, id, at: new Date().toISOString() }
  for (const { pass: name } of hooks) writeAtomically(join(folder, name), JSON.stringify(pass))
}
