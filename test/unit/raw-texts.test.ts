import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/**
 * A bundler writes signs beyond ASCII as escapes, and in a raw text an escape is no sign but what it says: the executable and the
 * package would differ. Seen with Bun 1.4.5.
 */

const SOURCES = ['src', 'hosts', 'bin'].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, '../..', folder), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
)

it.each(SOURCES)('%s holds no sign beyond ASCII in a raw text', (file) => {
  const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
  for (const [raw] of text.matchAll(/String\.raw`(?:[^`\\]|\\[^])*`/g)) expect(raw).not.toMatch(/[^\t\n -~]/)
})
