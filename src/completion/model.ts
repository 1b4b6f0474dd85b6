import type { Argument, Command, Option } from 'commander'

/** What a shell needs to know of our commands, taken from the program itself. */

/** What may stand in a place: one of these words, a file, a folder, or anything. */
export type Value = { words: readonly string[] } | 'file' | 'folder' | 'any'

export interface CompletedOption {
  long?: string
  short?: string
  about: string
  /** Absent: it takes none. */
  value?: Value
  /** Takes as many as follow. */
  variadic?: true
}

export interface CompletedCommand {
  /** From the program down: `[]` is the program itself, `['record', 'save']` a command of a command. */
  path: readonly string[]
  about: string
  options: readonly CompletedOption[]
  /** In their order; the last may repeat. */
  args: readonly { value: Value; variadic: boolean }[]
  /** Names of the commands below it. */
  commands: readonly { name: string; about: string }[]
}

/** Every command, the program itself first. */
export const completedCommands = (command: Command, path: readonly string[] = []): CompletedCommand[] => [
  {
    path,
    about: command.description(),
    options: command.createHelp().visibleOptions(command).map(optionOf),
    args: command.registeredArguments.map((argument) => ({ value: valueOf(argument), variadic: argument.variadic })),
    commands: command.commands.map((below) => ({ name: below.name(), about: below.description() })),
  },
  ...command.commands.flatMap((below) => completedCommands(below, [...path, below.name()])),
]

const optionOf = (option: Option): CompletedOption => ({
  ...(option.long == null ? {} : { long: option.long }),
  ...(option.short == null ? {} : { short: option.short }),
  about: option.description,
  ...(option.required || option.optional ? { value: valueOf(option) } : {}),
  ...(option.variadic ? { variadic: true } : {}),
})

const FILE = /file|payload|path|settings/i
const FOLDER = /dir|folder/i

/** Choices as they are; else what the name in the usage line says. */
const valueOf = (place: Argument | Option): Value => {
  if (place.argChoices !== undefined) return { words: place.argChoices }
  const name = 'flags' in place ? (/[<[]([^>\]]+)[>\]]/.exec(place.flags)?.[1] ?? '') : place.name()
  if (FILE.test(name)) return 'file'
  return FOLDER.test(name) ? 'folder' : 'any'
}

/** Every spelling of an option. */
export const spellings = ({ long, short }: CompletedOption): string[] => [long, short].filter((one) => one !== undefined)
