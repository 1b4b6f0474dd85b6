import type { CompletedCommand, CompletedOption, Value } from './model.js'

/** The completion of fish. */

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** Where a command stands on the line: all its names were seen, and none of those below it. */
const condition = ({ path, commands }: CompletedCommand, orBelow: boolean): string => {
  const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`)
  const others = commands.map(({ name }) => name).join(' ')
  const none = orBelow || others === '' ? [] : [`not __fish_seen_subcommand_from ${others}`]
  return [...seen, ...none].join('; and ')
}

const valued = (value: Value | undefined): string[] => {
  if (value === undefined) return []
  if (value === 'file') return ['-r', '-F']
  if (value === 'folder') return ['-x', '-a', quote('(__fish_complete_directories)')]
  return value === 'any' ? ['-x'] : ['-x', '-a', quote(value.words.join(' '))]
}

const optionLine = (command: CompletedCommand, { long, short, about, value }: CompletedOption): string => {
  const where = condition(command, false)
  return [
    'complete -c acuvo-hooks',
    ...(where === '' ? [] : ['-n', quote(where)]),
    ...(long === undefined ? [] : ['-l', long.slice(2)]),
    ...(short === undefined ? [] : ['-s', short.slice(1)]),
    ...valued(value),
    '-d',
    quote(about),
  ].join(' ')
}

const commandLines = (command: CompletedCommand): string[] => {
  const where = condition(command, false)
  const at = where === '' ? [] : ['-n', quote(where)]
  return [
    ...command.commands.map(({ name, about }) => ['complete -c acuvo-hooks', ...at, '-a', name, '-d', quote(about)].join(' ')),
    ...(command.commands.length > 0 ? [] : command.args).flatMap(({ value }) =>
      value === 'any'
        ? []
        : [['complete -c acuvo-hooks', ...at, ...valued(value).filter((word) => word !== '-r' && word !== '-x')].join(' ')],
    ),
    ...command.options.map((option) => optionLine(command, option)),
  ]
}

export const fishCompletion = (commands: readonly CompletedCommand[]): string =>
  [
    '# Completion of acuvo-hooks for fish. Made by "acuvo-hooks completion fish".',
    'complete -c acuvo-hooks -f',
    ...commands.flatMap(commandLines),
    '',
  ].join('\n')
