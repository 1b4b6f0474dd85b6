import type { EventName } from '../protocol/events.js'

/** Names for imported hooks: people and models read them, so they say which script it is, and no two are alike. */

const MOST_CHARS = 40
const SCRIPT = /[\w.-]+\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|mts|rb|pl|php|lua|ps1|cmd|bat|go|jar)\b/i

/** @returns makes a name for each hook in turn */
export const namesFor = (): ((command: string, args: readonly string[] | undefined, event: EventName) => string) => {
  const taken = new Set<string>()
  return (command, args = [], event) => {
    const base = scriptIn([command, ...args].join(' ').slice(0, 4_000)) ?? event
    let name = base
    for (let count = 2; taken.has(name); count++) name = `${base} ${count}`
    taken.add(name)
    return name
  }
}

/** The script that a command starts, else a program by its path. */
const scriptIn = (text: string): string | undefined => {
  const script = SCRIPT.exec(text)?.[0] ?? /\/([\w.-]+)(?=["'\s]|$)/.exec(text)?.[1]
  return script === undefined || /^[.-]*$/.test(script) ? undefined : script.slice(-MOST_CHARS)
}
