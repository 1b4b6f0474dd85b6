import { statSync } from 'node:fs'
import { join } from 'node:path'
import { nameOfPath } from '../store/names.js'
import type { Places } from '../store/places.js'

/** A hook's own folder for what it wants to remember; one a root, outside the workspace. */
export const stateDirOf = (places: Places, root: string): string => join(places.store, 'hooks', nameOfPath(root))

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
