import { foundCase, keyOf, namesWithValue, pattern, quote, valueCases } from './cases.js'
import { spellings, type CompletedCommand, type Value } from './model.js'

/** The completion of Bash, 3.2 and newer. */

const HEAD = String.raw`# Completion of acuvo-hooks for bash. Made by "acuvo-hooks completion bash".
_acuvo_hooks_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
_acuvo_hooks_files() { compopt -o filenames 2>/dev/null; local IFS=$'\n'; COMPREPLY=($(compgen "$1" -- "$cur")); }
_acuvo_hooks() {
  local cur prev word command='' operands=0 i
  COMPREPLY=()
  cur=\${COMP_WORDS[COMP_CWORD]}
  prev=\${COMP_WORDS[COMP_CWORD-1]}
  # "--host=x" is three words here.
  if [ "$cur" = = ]; then cur=''; elif [ "$prev" = = ]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case "$command $word" in`.replaceAll('\\$', '$')

const withValueCase = ({ path, options }: CompletedCommand): string[] => {
  const names = namesWithValue(options)
  return names.length === 0 ? [] : [`      ${pattern(path, names)}) i=$((i + 1)); if [ "\${COMP_WORDS[i]}" = = ]; then i=$((i + 1)); fi ;;`]
}

const act = (value: Value): string => {
  if (value === 'file') return '_acuvo_hooks_files -f'
  if (value === 'folder') return '_acuvo_hooks_files -d'
  return value === 'any' ? ':' : `_acuvo_hooks_words ${quote(value.words.join(' '))}`
}

const optionCase = ({ path, options }: CompletedCommand): string =>
  `      ${quote(keyOf(path))}) _acuvo_hooks_words ${quote(options.flatMap(spellings).join(' '))} ;;`

const operandCases = ({ path, args, commands }: CompletedCommand): string[] => {
  const key = keyOf(path)
  const below =
    commands.length === 0 ? [] : [`    ${quote(`${key} 0`)}) _acuvo_hooks_words ${quote(commands.map(({ name }) => name).join(' '))} ;;`]
  if (below.length > 0) return below
  return args.map(({ value, variadic }, index) => `    ${quote(`${key} `)}${variadic ? '*' : index}) ${act(value)} ;;`)
}

export const bashCompletion = (commands: readonly CompletedCommand[]): string =>
  [
    HEAD,
    ...commands.flatMap(foundCase),
    ...commands.flatMap(withValueCase),
    '      *" -"* | *" =") ;;',
    '      *) operands=$((operands + 1)) ;;',
    '    esac',
    '  done',
    '  case "$command $prev" in',
    ...commands.flatMap((command) => valueCases(command, act)),
    '  esac',
    '  if [ "${cur#-}" != "$cur" ]; then',
    '    case "$command" in',
    ...commands.map(optionCase),
    '    esac',
    '    return',
    '  fi',
    '  case "$command $operands" in',
    ...commands.flatMap(operandCases),
    '  esac',
    '}',
    'complete -F _acuvo_hooks acuvo-hooks',
    '',
  ].join('\n')
