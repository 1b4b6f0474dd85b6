import { bounded } from './bounds.js'
import { safeLine } from './safe.js'

const PATH_CHARS = 300
/** A path in a sentence. */
export const pathText = (path: string): string => bounded(safeLine(path), PATH_CHARS)

/** What can be wrong with a file or folder of the store. Each follows the path: "PATH …". */
export const storeFaults = {
  notRegular: 'is not a regular file',
  notFolder: 'is not a folder',
  link: 'is a link',
  notOurs: (uid: number) => `belongs to another user (${uid})`,
  mode: (mode: string) => `can be read or changed by other users (mode ${mode})`,
  tooLarge: (maxBytes: number) => `is larger than ${maxBytes} bytes`,
  cannotOpen: (code: string) => `cannot be opened (${code})`,
  damaged: 'is damaged: it is not a whole record',
  newer: (version: number) => `was written by a newer version of this program (format ${version})`,
  otherRoot: (root: string) => `is for another folder (${pathText(root)}): was the folder moved or the record copied?`,
  notTheMachines: (path: string) => `is no file that only the machine's owner can change (${pathText(path)})`,
} as const
