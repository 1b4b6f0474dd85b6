import { join } from 'node:path'
import { nameOfPath } from '../store/names.js'
import type { Places } from '../store/places.js'

/** Where recordings stand in the store. Every call asks for the first of these. */

/** Which workspaces are recorded, and until when; there only while one is. */
export const switchFileOf = ({ store }: Pick<Places, 'store'>): string => join(store, 'recording.json')

/** A folder for each workspace that was recorded. */
export const recordingsOf = ({ store }: Pick<Places, 'store'>): string => join(store, 'recordings')

/** @param root real path of the workspace's root */
export const callsFileOf = (places: Pick<Places, 'store'>, root: string): string =>
  join(recordingsOf(places), nameOfPath(root), 'calls.ndjson')
