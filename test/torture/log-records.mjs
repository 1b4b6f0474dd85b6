import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * All records of a store's log, put aside ones among them.
 *
 * @param {string} store
 * @returns {{ records: Record<string, any>[], broken: number }} `broken`: lines that are not one JSON object
 */
export const logRecords = (store) => {
  /** @type {Record<string, any>[]} */
  const records = []
  let broken = 0
  if (!existsSync(store)) return { records, broken }
  for (const name of readdirSync(store).filter((found) => /^log\.ndjson/.test(found))) {
    if (!statSync(join(store, name)).isFile()) continue
    const lines = readFileSync(join(store, name), 'utf8').split('\n')
    if (lines.pop() !== '') broken++
    for (const line of lines) {
      try {
        records.push(JSON.parse(line))
      } catch {
        broken++
      }
    }
  }
  return { records, broken }
}
