/**
 * Whether a registered line starts us, whatever quoting, interpreter or wrapper is around it: the one rule for installing, the
 * doctor, importing, and for the call that comes through another host's file. Small, because a call may load it; it reads a line as a
 * shell would, so that a line which merely speaks of us is not taken for ours.
 */

/** The launcher, the package's program, and what package runners call it. */
const OUR_PROGRAM = /(?:^|[\\/])acuvo-hooks(?:@[\w.-]+)?(?:\.(?:cjs|mjs|js|cmd|bat|exe|ps1))?$/i
const SHELL = /(?:^|[\\/])(?:ba|z|da|k|fi)?sh(?:\.exe)?$/
const CMD = /(?:^|[\\/])cmd(?:\.exe)?$/i
const POWERSHELL = /(?:^|[\\/])(?:pwsh|powershell)(?:\.exe)?$/i
/** Programs that start what follows them. */
const STARTS =
  /(?:^|[\\/])(?:env|exec|command|nohup|time|nice|ionice|setsid|stdbuf|sudo|doas|timeout|node|nodejs|bun|deno|tsx|ts-node|npx|bunx|pnpx|npm|pnpm|yarn|start|call|arch|wsl|volta|mise|asdf|fnm|corepack|xargs|then|do|else|if|while|until|!|\{)(?:\.exe|\.cmd)?$/i
/** Words between such a program and what it starts: subcommands, times, and values of options. */
const MOST_WORDS_BETWEEN = 12
const MOST_DEPTH = 4

type Variables = ReadonlyMap<string, string>

/**
 * @param command a text for the shell, or, with `args`, a program
 * @returns the words behind `run`, such as `--host codex`; undefined where the line does not start us
 */
export const ourWords = (command: string, args?: readonly string[]): readonly string[] | undefined =>
  args === undefined ? inText(command, new Map(), 0) : inWords([command, ...args], new Map(), 0)

export const isOurLine = (command: string, args?: readonly string[]): boolean => ourWords(command, args) !== undefined

/** The host for which a line starts us; undefined where it does not, or does not say. */
export const ourHost = (command: string, args?: readonly string[]): string | undefined => {
  const words = ourWords(command, args) ?? []
  const at = words.findIndex((word) => word === '--host' || word.startsWith('--host='))
  return at === -1 ? undefined : words[at] === '--host' ? words[at + 1] : words[at]?.slice('--host='.length)
}

/** What does nothing of its own around a program: shell words, and the other half of `2>&1`. */
const HARMLESS =
  /^(?:true|false|:|exit|return|echo|printf|\[|\[\[|test|cd|set|export|umask|unset|wait|local|shift|if|then|else|elif|fi|while|until|do|done|case|esac|!|\{|\}|-|\d+|\$.*)$/

/**
 * Whether a line that starts us runs another program too, which would be lost with it. Nothing that only waits, prints or ends counts,
 * nor what starts us.
 */
export const runsOthers = (command: string, depth = 0): boolean =>
  commandsIn(command).some((all) => {
    const words = all.slice(
      all.findIndex((word) => !/^\w+=/.test(word) && !/^(?:!|\{|if|then|else|elif|while|until|do|exec|command)$/.test(word)),
    )
    const [program = ''] = words
    if (HARMLESS.test(program) || /^\w+=/.test(program)) return false
    const text = SHELL.test(program) && /^-[a-z]*c$/.test(words[1] ?? '') ? words[2] : undefined
    if (text !== undefined) return depth < MOST_DEPTH && runsOthers(text, depth + 1)
    return inWords(words, new Map(), 0) === undefined
  })

const inText = (text: string, given: Variables, depth: number): readonly string[] | undefined => {
  // Most lines never name us, nor take the name from anywhere.
  if (depth > MOST_DEPTH || (depth === 0 && !/acuvo-hooks/i.test(text))) return undefined
  const variables = new Map(given)
  for (const words of commandsIn(text)) {
    let from = 0
    for (let word = words[from]; word !== undefined && /^\w+=/.test(word); word = words[++from]) {
      const equals = word.indexOf('=')
      variables.set(word.slice(0, equals), expanded(word.slice(equals + 1), variables))
    }
    const found = inWords(words.slice(from), variables, depth)
    if (found !== undefined) return found
  }
  return undefined
}

const inWords = (words: readonly string[], variables: Variables, depth: number): readonly string[] | undefined => {
  const all = words.flatMap((word) => (/^\$[@*]$/.test(word) ? (variables.get('@')?.split('\0') ?? []) : [expanded(word, variables)]))
  let program = all[0]
  let at = 0
  for (let between = 0; program !== undefined; between++) {
    const started = OUR_PROGRAM.test(program) ? startsAt(all, at) : undefined
    if (started !== undefined) return started
    if (SHELL.test(program) || POWERSHELL.test(program)) return inShell(all.slice(at + 1), variables, depth)
    if (CMD.test(program)) {
      const rest = all.slice(at + 1).filter((word) => !/^\/[a-z]$/i.test(word))
      return rest.length === 1 ? inText(rest[0] as string, variables, depth + 1) : inWords(rest, variables, depth + 1)
    }
    if (!STARTS.test(all[0] as string)) return behindWrapper(all)
    if (between > MOST_WORDS_BETWEEN) return undefined
    program = all[++at]
  }
  return undefined
}

const PRINTS =
  /(?:^|[\\/])(?:echo|printf|print|cat|grep|rg|sed|awk|test|\[|\[\[|logger|cp|mv|rm|ln|ls|stat|which|type|chmod|touch|for|case|alias|say|wall|true|false|:|exit|return)$/

/** A wrapper that nobody knows counts where what stands behind it is our line as it is registered. */
const behindWrapper = (words: readonly string[]): readonly string[] | undefined => {
  if (PRINTS.test(words[0] ?? '')) return undefined
  const at = words.findIndex((word, index) => OUR_PROGRAM.test(word) && words[index + 1] === 'run')
  const found = at === -1 ? undefined : startsAt(words, at)
  return found?.some((word) => /^--host(?:=|$)/.test(word)) === true ? found : undefined
}

/** Only `run` answers a host. */
const startsAt = (words: readonly string[], at: number): readonly string[] | undefined =>
  words[at + 1] === 'run' ? words.slice(at + 2) : undefined

const inShell = (words: readonly string[], variables: Variables, depth: number): readonly string[] | undefined => {
  const at = words.findIndex((word) => !/^[-+]/.test(word))
  const takesText = words.slice(0, at === -1 ? words.length : at).some((word) => /^-[a-z]*c$|^-c(?:ommand)?$/i.test(word))
  if (at === -1) return undefined
  const rest = words.slice(at)
  if (!takesText) return OUR_PROGRAM.test(rest[0] as string) ? startsAt(rest, 0) : undefined
  const [text = '', name = '', ...args] = rest
  const inner = new Map(variables).set('0', name).set('@', args.join('\0'))
  for (const [index, arg] of args.entries()) inner.set(String(index + 1), arg)
  return depth >= MOST_DEPTH ? undefined : inText(text, inner, depth + 1)
}

/** A word that is a variable stands for its value; a command in a word for its last word, as in `$(command -v program)`. */
const expanded = (word: string, variables: Variables): string => {
  const [, name = '', otherwise] = /^\$\{?(\w+)(?::?-([^}]*))?\}?$/.exec(word) ?? []
  const value = variables.get(name) ?? otherwise
  if (value !== undefined) return value
  return /^(?:\$\(|`)/.test(word) ? (/([^\s"'`()]+)["'`)\s]*$/.exec(word)?.[1] ?? word) : word
}

/** The words of each simple command of a shell text, quotes taken off. Command substitutions stay whole in their word. */
export const commandsIn = (text: string): string[][] => {
  const commands: string[][] = []
  let words: string[] = []
  let word: string | undefined
  let at = 0
  const endWord = (): void => {
    if (word !== undefined) words.push(word)
    word = undefined
  }
  const endCommand = (): void => {
    endWord()
    if (words.length > 0) commands.push(words)
    words = []
  }
  const until = (end: string, from: number): number => {
    const found = text.indexOf(end, from)
    return found === -1 ? text.length : found
  }
  while (at < text.length) {
    const sign = text[at] as string
    if (sign === "'") {
      const end = until("'", at + 1)
      word = (word ?? '') + text.slice(at + 1, end)
      at = end + 1
    } else if (sign === '"') {
      let inner = ''
      for (at++; at < text.length && text[at] !== '"'; at++) {
        if (text[at] === '\\' && /["\\$`\n]/.test(text[at + 1] ?? '')) at++
        inner += text[at]
      }
      word = (word ?? '') + inner
      at++
    } else if ((sign === '$' && text[at + 1] === '(') || sign === '`') {
      const end = until(sign === '`' ? '`' : ')', at + 1)
      word = (word ?? '') + text.slice(at, end + 1)
      at = end + 1
    } else if (sign === '\\') {
      const next = text[at + 1] ?? ''
      // In front of a name it parts a Windows path; elsewhere it takes a sign's meaning away.
      word = (word ?? '') + (/[\w.%\\-]/.test(next) ? '\\' : next === '\n' ? '' : next)
      at += /[\w.%-]/.test(next) ? 1 : 2
    } else if (sign === '#' && word === undefined) at = until('\n', at)
    else if (/[;&|()\n]/.test(sign)) {
      endCommand()
      at++
    } else if (/[<>]/.test(sign)) {
      endWord()
      at++
    } else if (/\s/.test(sign)) {
      endWord()
      at++
    } else {
      word = (word ?? '') + sign
      at++
    }
  }
  endCommand()
  return commands
}
