import { accessSync, constants } from 'node:fs'
import { quietly } from './stats.js'

/** Whether we may start the file at a path. */
export const isProgram = (file: string): boolean => quietly(() => (accessSync(file, constants.X_OK), true)) === true
