import { joined, literalWord } from './words.js'
import type { ShellCommand, ShellWord } from './types.js'

/** Texts that programs other than shells hand to a shell: terminals, schedulers, git. */

/** Options of tmux that take the next word. */
const TMUX_VALUES = /^-[LSfcesFntxyblpT]$/
const TMUX_RUNS =
  /^(?:new|new-session|neww|new-window|splitw|split-window|respawnp|respawn-pane|respawnw|respawn-window|popup|display-popup|run|run-shell|if|if-shell|send|send-keys|pipep|pipe-pane|confirm|confirm-before|set-hook|bind|bind-key)$/
const ENTER = /^(?:Enter|KPEnter|C-m|C-j)$/

const textsOfTmux = (words: readonly ShellWord[]): ShellWord[] => {
  const texts: ShellWord[] = []
  let own: ShellWord[] = []
  let runs = false
  for (let at = 0; at <= words.length; at++) {
    const word = words[at]
    const text = word?.text ?? ''
    if (word === undefined || text === ';' || (runs && ENTER.test(text))) {
      if (own.length > 0) texts.push(joined(own))
      own = []
      runs &&= text !== ';'
    } else if (TMUX_VALUES.test(text)) at++
    else if (text.startsWith('-') && own.length === 0) continue
    else if (!runs) runs = TMUX_RUNS.test(text)
    else own.push(word)
  }
  return texts
}

/** A line of a table of cron without its times. */
const CRON_TIMES = /^[^\S\n]*(?:@\w+|(?:[^\s]+[^\S\n]+){4}[^\s]+)[^\S\n]+/gm

/** Settings of git whose value is a command. */
const GIT_COMMAND = /^(?:alias\.|[^=]*(?:command|cmd|editor|pager|fsmonitor|helper|program|textconv|clean|smudge|process|askpass|driver)=)/i

const textsOfGit = (words: readonly ShellWord[]): ShellWord[] => {
  const texts = words.map(({ text }) => text ?? '')
  const settings = texts.flatMap((text, index) =>
    texts[index - 1] === '-c' && GIT_COMMAND.test(text) ? text.slice(text.indexOf('=') + 1) : [],
  )
  const at = texts.findIndex((text) => /^(?:config|rebase|bisect|submodule|filter-branch|difftool|mergetool)$/.test(text))
  const rest = at === -1 ? [] : words.slice(at + 1)
  const behind = (option: RegExp): ShellWord[] => rest.filter((_, index) => option.test(rest[index - 1]?.text ?? ''))
  const run = rest.findIndex(({ text }) => text === 'run' || text === 'foreach')
  const started = run === -1 ? [] : [joined(rest.slice(run + 1).filter(({ text }) => text !== '--recursive'))]
  const configured = texts[at] === 'config' ? rest.flatMap(({ text }) => (text?.startsWith('!') ? [text] : [])) : []
  return [
    ...[...settings, ...configured].map((text) => literalWord(text.replace(/^!/, ''))),
    ...(/^(?:bisect|submodule)$/.test(texts[at] ?? '') ? started : []),
    ...behind(/^(?:-x|--exec|--extcmd|--(?:env|tree|index|parent|msg|commit|tag-name)-filter)$/),
    ...rest.flatMap(({ text }) => (text?.startsWith('--exec=') ? [literalWord(text.slice('--exec='.length))] : [])),
  ]
}

/** `1e COMMAND` in a script of sed. */
const SED_RUNS = /(?:^|[\n;{])[^\S\n]*(?:\d+|\$|\/[^/\n]*\/)?e[^\S\n]+([^\n]+)/g

/** `EXEC:"command",pty` of socat; a comma begins its options. */
const SOCAT_RUNS = /^(?:exec|system|shell)(?:-\w+)?:(.*)$/is

/** Options of ssh that take the next word. */
const SSH_VALUES = /^-[BbcDEeFIiJLlmOopQRSWw]$/
/** Another machine's commands are no matter of ours. */
const THIS_MACHINE = /^(?:ssh:\/\/)?(?:[^@/]*@)?\[?(?:localhost|ip6-localhost|127(?:\.\d+){3}|0(?:\.0){3}|::1)\]?(?::\d+)?\/?$/i

const textsOfSsh = (words: readonly ShellWord[]): ShellWord[] => {
  let at = 0
  while (words[at]?.text?.startsWith('-')) at += SSH_VALUES.test(words[at]?.text ?? '') ? 2 : 1
  return THIS_MACHINE.test(words[at]?.text ?? '') && words.length > at + 1 ? [joined(words.slice(at + 1))] : []
}

/** `do shell script "…"`, and what the terminal is told to run. */
const OSASCRIPT_RUNS = /do\s+(?:shell\s+)?script\s+"((?:\\[^]|[^"\\])*)"/gi

const textsOfOsascript = (script: string): ShellWord[] =>
  [...script.matchAll(OSASCRIPT_RUNS)].map(([, text = '']) => literalWord(text.replace(/\\([^])/g, '$1')))

/** Texts for a shell in the arguments or on the stdin of a program; undefined for one that hands none on. */
export const handedTexts = (name: string, { words, input }: ShellCommand): ShellWord[] | undefined => {
  const rest = words.slice(1)
  const given = input === undefined ? [] : [literalWord(input)]
  switch (name) {
    case 'at':
    case 'batch':
      return given
    case 'crontab':
      return given.map(({ text = '' }) => literalWord(text.replace(CRON_TIMES, '')))
    case 'tmux':
      return textsOfTmux(rest)
    // `screen -X stuff TEXT`: typed into the terminal; `screen` itself was taken off.
    case 'stuff':
      return [joined(rest)]
    case 'git':
      return textsOfGit(rest)
    case 'socat':
      return rest.flatMap(({ text = '' }) => {
        const run = SOCAT_RUNS.exec(text)?.[1]
        return run === undefined ? [] : [literalWord(run.replace(/\\(?=[,:!\\])/g, '')), literalWord(run.replace(/,[^,]*$/, ''))]
      })
    case 'ssh':
      return textsOfSsh(rest)
    case 'osascript':
      return [...rest, ...given].flatMap(({ text = '' }) => textsOfOsascript(text))
    case 'sed':
    case 'gsed':
      return rest.flatMap(({ text }) => [...(text ?? '').matchAll(SED_RUNS)].map((match) => literalWord(match[1] as string)))
  }
  return undefined
}
