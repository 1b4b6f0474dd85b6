import { foundCase, keyOf, namesWithValue, pattern, quote, valueCases } from './cases.js'
import { spellings, type CompletedCommand, type Value } from './model.js'

/** The completion of zsh. */

/** `_describe` takes what stands before the first colon as the word. */
const item = (word: string, about: string): string => quote(`${word.replaceAll(':', '\\:')}:${about.replaceAll(':', '\\:')}`)

const HEAD = `#compdef acuvo-hooks
# Completion of acuvo-hooks for zsh. Made by "acuvo-hooks completion zsh".
_acuvo_hooks() {
  local command='' word cur prev
  local -i operands=0 i
  local -a list
  cur=\${words[CURRENT]}
  prev=\${words[CURRENT-1]}
  for ((i = 2; i < CURRENT; i++)); do
    word=\${words[i]}
    case "$command $word" in`

const act = (value: Value): string => {
  if (value === 'file') return '_files'
  if (value === 'folder') return '_files -/'
  return value === 'any' ? '_message value' : `compadd -- ${value.words.map(quote).join(' ')}`
}

const withValueCase = ({ path, options }: CompletedCommand): string[] => {
  const names = namesWithValue(options)
  return names.length === 0 ? [] : [`      ${pattern(path, names)}) i=$((i + 1)) ;;`]
}

const optionCase = ({ path, options }: CompletedCommand): string =>
  `      ${quote(keyOf(path))}) list=(${options.flatMap((option) => spellings(option).map((name) => item(name, option.about))).join(' ')}) ;;`

const operandCases = ({ path, args, commands }: CompletedCommand): string[] => {
  const key = keyOf(path)
  if (commands.length > 0)
    return [`    ${quote(`${key} 0`)}) list=(${commands.map(({ name, about }) => item(name, about)).join(' ')}); _describe command list ;;`]
  return args.map(({ value, variadic }, index) => `    ${quote(`${key} `)}${variadic ? '*' : index}) ${act(value)} ;;`)
}

export const zshCompletion = (commands: readonly CompletedCommand[]): string =>
  [
    HEAD,
    ...commands.flatMap(foundCase),
    ...commands.flatMap(withValueCase),
    '      *" -"*) ;;',
    '      *) operands=$((operands + 1)) ;;',
    '    esac',
    '  done',
    '  case "$command $prev" in',
    ...commands.flatMap((command) => valueCases(command, act)),
    '  esac',
    '  if [[ $cur == -* ]]; then',
    '    case "$command" in',
    ...commands.map(optionCase),
    '    esac',
    '    _describe option list',
    '    return',
    '  fi',
    '  case "$command $operands" in',
    ...commands.flatMap(operandCases),
    '  esac',
    '}',
    // Loaded from a folder of $fpath this file is the function itself; sourced, it only registers it.
    'if [ "$funcstack[1]" = _acuvo-hooks ]; then _acuvo_hooks "$@"; else compdef _acuvo_hooks acuvo-hooks; fi',
    '',
  ].join('\n')
