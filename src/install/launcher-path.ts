import { posix, win32 } from 'node:path'
import type { Places } from '../store/places.js'

/** The one path that hosts are told; it never changes. */
export const launcherPath = ({ installed }: Pick<Places, 'installed'>, platform: NodeJS.Platform = process.platform): string =>
  platform === 'win32' ? win32.join(installed, 'acuvo-hooks.cmd') : posix.join(installed, 'acuvo-hooks')
