import { HOSTS } from '../../hosts/index.js'
import type { ProtocolEvent, ToolCall } from '../protocol/event.js'

/** What the name and the argument names of a tool that no table knows say about it. */

const READING =
  /^(?:read|reads|get|gets|list|lists|ls|search|searches|find|grep|glob|tree|stat|stats|info|view|show|cat|diff|status|fetch|head|tail|describe|lookup|query|check|exists|count|preview|blame|log|inspect|explain|open|lint|lints|validate|verify|analyze|analyse|parse|typecheck|hover|definition|references|symbols|outline|complete|completion|hash|checksum|compare|review)$/
const WRITING =
  /^(?:write|writes|edit|edits|create|creates|update|updates|insert|append|replace|patch|apply|save|put|post|set|add|store|upload|download|export|import|modify|change|touch|chmod|chown|truncate|overwrite|execute|exec|run|eval|format|refactor|fix|generate|make|mkdir|copy|cp|init|install|sync|restore|reset|checkout|commit|extract|unzip|convert|rewrite|str)$/
/** Of these the ones that say what is looked at where the name begins with a reading word: `get_commit`, `review_patch`. */
const NOUNS = /^(?:patch|commit|format|import|export|post|store|run|checkout)$/
const MOVING =
  /^(?:move|moves|mv|rename|delete|deletes|del|remove|removes|rm|rmdir|unlink|link|symlink|hardlink|trash|destroy|clean|clear|purge|erase|prune|drop|wipe|unstage)$/
const COPYING = /^(?:copy|copies|cp|duplicate|clone)$/

/** Names of arguments that hold a command or code, and further ones of a tool whose name says that it runs some. */
const TEXT_KEYS = /^(?:command|commands|cmd|cmds|script|scripts|code|shell|bash|sh|cmdline|commandline|argv|chars)$/
const RUNNER =
  /^(?:terminal|term|tty|pty|shell|bash|zsh|sh|powershell|pwsh|console|exec|execute|command|cmd|run|runner|process|keys|stdin)$/
const RUNNER_KEYS = /^(?:input|inputs|text|data|keys|line|lines|content|stdin|args|arguments|value|query|source|expression)$/
const PATCH_KEYS = /^(?:patch|patches|diff|diffs|hunk|hunks)$/
const PATCHER = /^(?:patch|diff)$/
/** Names of arguments that say which of its actions a tool takes. */
const ACTION_KEYS = /^(?:command|action|operation|op|method|verb|mode|subcommand|type)$/

/** Names of arguments that name what is copied, and of those whose text is for people or for a search. */
const SOURCE_KEYS = /^(?:source|src|from|origin|old)s?$/
const PROSE_KEYS =
  /^(?:text|message|msg|body|content|title|description|prompt|query|pattern|regex|comment|note|subject|question|answer|summary|markdown|html|label|reason|caption|search|term|q|string|task|step|instruction|thought)s?$/

const wordsIn = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

const lastWordOf = (key: string): string => wordsIn(key).filter(Boolean).at(-1) ?? ''

const nameWords = ({ nativeName, mcp }: ToolCall): string[] => wordsIn(mcp?.tool ?? nativeName)

/** What the host's own table says of a tool without a protocol kind; undefined where no table knows it. */
export const knownEffect = ({ host }: ProtocolEvent, { nativeName }: ToolCall): 'harmless' | 'writes' | undefined => {
  const tools = HOSTS.find(({ id }) => id === host)?.tools
  if (tools === undefined || !tools.others.includes(nativeName)) return undefined
  return tools.writing.includes(nativeName) ? 'writes' : 'harmless'
}

export interface NamedEffect {
  /** It only reads. */
  reads: boolean
  /** It moves, deletes or links: what a folder holds goes with it. */
  moves: boolean
}

/** By the words of its name; a tool of several actions does what its argument says (`{action: "view"}`). */
export const namedEffect = (tool: ToolCall): NamedEffect => {
  const words = nameWords(tool)
  const actions = Object.entries(tool.input).flatMap(([key, value]) =>
    typeof value === 'string' && ACTION_KEYS.test(key) && /^[\w-]{1,30}$/.test(value) ? [wordsIn(value)] : [],
  )
  const moves = [words, ...actions].some((each) => each.some((word) => MOVING.test(word)))
  const onlyReads = (each: readonly string[]): boolean =>
    !each.some((word) => WRITING.test(word) && !(NOUNS.test(word) && READING.test(each[0] ?? ''))) &&
    each.some((word) => READING.test(word))
  return { reads: !moves && (onlyReads(words) || (actions.length > 0 && actions.every(onlyReads))), moves }
}

/** Goes through every text of the arguments, at any depth, with the names it stands under. Iterative and linear. */
const eachText = (input: Record<string, unknown>, visit: (text: string, key: string) => void): void => {
  const waiting: [key: string, value: unknown][] = Object.entries(input)
  while (waiting.length > 0) {
    const [key, value] = waiting.pop() as [string, unknown]
    if (typeof value === 'string') visit(value, key)
    else if (Array.isArray(value)) for (const item of value) waiting.push([key, item])
    else if (typeof value === 'object' && value !== null) waiting.push(...Object.entries(value))
  }
}

/** Whether a spelled path is only said or only copied from: it stands under no argument name that may be written to. */
export const unwrittenIn = (tool: ToolCall): ((spelled: string) => boolean) => {
  const copies = nameWords(tool).some((word) => COPYING.test(word))
  const mayBeWritten = new Set<string>()
  eachText(tool.input, (text, key) => {
    const last = lastWordOf(key)
    if (!PROSE_KEYS.test(last) && !(copies && SOURCE_KEYS.test(last))) mayBeWritten.add(text)
  })
  return (spelled) => !mayBeWritten.has(spelled)
}

/** Patches among the arguments. */
export const patchArguments = (tool: ToolCall): string[] => {
  const patches = nameWords(tool).some((word) => PATCHER.test(word))
  const texts: string[] = []
  eachText(tool.input, (text, key) => {
    if ((patches || PATCH_KEYS.test(lastWordOf(key))) && text.includes('\n')) texts.push(text)
  })
  return texts
}

/** Texts of arguments named like a command or code, at any depth; an array of words is one text. Iterative and linear. */
export const textArguments = (tool: ToolCall, all = false): string[] => {
  const runs = nameWords(tool).some((word) => RUNNER.test(word))
  const isText = (key: string): boolean => wordsIn(key).some((word) => TEXT_KEYS.test(word) || (runs && RUNNER_KEYS.test(word)))
  const texts: string[] = []
  const waiting: { value: unknown; named: boolean }[] = [{ value: tool.input, named: all }]
  while (waiting.length > 0) {
    const { value, named } = waiting.pop() as { value: unknown; named: boolean }
    if (typeof value === 'string') {
      if (named) texts.push(value)
    } else if (Array.isArray(value)) {
      const words = value.filter((item): item is string => typeof item === 'string')
      if (named && words.length > 1) texts.push(words.join(' '))
      for (const item of value) waiting.push({ value: item, named })
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) waiting.push({ value: item, named: named || isText(key) })
    }
  }
  return texts
}
