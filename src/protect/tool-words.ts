import type { ToolCall } from '../protocol/event.js'

/** What the name and the argument names of a tool that no table knows say about it. */

const READING =
  /^(?:read|reads|get|gets|list|lists|ls|search|searches|find|grep|glob|tree|stat|stats|info|view|show|cat|diff|status|fetch|head|tail|describe|lookup|query|check|exists|count|preview|blame|log|inspect|explain|open)$/
const WRITING =
  /^(?:write|writes|edit|edits|create|creates|update|updates|insert|append|replace|patch|apply|save|put|post|set|add|store|upload|download|export|import|modify|change|touch|chmod|chown|truncate|overwrite|execute|exec|run|eval|format|refactor|fix|generate|make|mkdir|copy|cp|init|install|sync|restore|reset|checkout|commit|extract|unzip|convert|rewrite|str)$/
const MOVING =
  /^(?:move|moves|mv|rename|delete|deletes|del|remove|removes|rm|rmdir|unlink|link|symlink|hardlink|trash|destroy|clean|clear|purge|erase|prune|drop|wipe|unstage)$/
const TEXT_KEYS = /^(?:command|commands|cmd|cmds|script|scripts|code|shell|bash|sh|cmdline|commandline|argv|chars)$/

const wordsIn = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

export interface NamedEffect {
  /** It only reads. */
  reads: boolean
  /** It moves, deletes or links: what a folder holds goes with it. */
  moves: boolean
}

export const namedEffect = ({ nativeName, mcp }: ToolCall): NamedEffect => {
  const words = wordsIn(mcp?.tool ?? nativeName)
  const moves = words.some((word) => MOVING.test(word))
  const reads = !moves && !words.some((word) => WRITING.test(word)) && words.some((word) => READING.test(word))
  return { reads, moves }
}

/** Texts of arguments named like a command or code, at any depth; an array of words is one text. Iterative and linear. */
export const textArguments = (input: Record<string, unknown>, all = false): string[] => {
  const texts: string[] = []
  const waiting: { value: unknown; named: boolean }[] = [{ value: input, named: all }]
  while (waiting.length > 0) {
    const { value, named } = waiting.pop() as { value: unknown; named: boolean }
    if (typeof value === 'string') {
      if (named) texts.push(value)
    } else if (Array.isArray(value)) {
      const words = value.filter((item): item is string => typeof item === 'string')
      if (named && words.length > 1) texts.push(words.join(' '))
      for (const item of value) waiting.push({ value: item, named })
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value))
        waiting.push({ value: item, named: named || wordsIn(key).some((word) => TEXT_KEYS.test(word)) })
    }
  }
  return texts
}
