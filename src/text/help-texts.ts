import { PROGRAM } from './messages.js'

export const helpTexts = {
  help: 'the documentation about a topic, or the help of a command',
  topic: (topics: readonly string[]) => `a topic (${topics.join(', ')}) or a command`,
  schema: 'print the JSON Schema of hooks.json, for editors',
  completion: 'print what makes a shell complete our commands and options',
  shell: 'which shell',
  unknown: (name: string, topics: readonly string[]) =>
    `"${name}" is no command and no topic; topics are: ${topics.join(', ')}. "${PROGRAM} --help" lists the commands.`,
  alsoCommand: (name: string) => `"${PROGRAM} ${name} --help" shows the options of the command.`,
  folderGone: 'acuvo-hooks: the folder you are in is gone; go to one that is there',
  topics: (topics: readonly string[]) => `Topics: ${topics.join(', ')} ("${PROGRAM} help TOPIC").`,
} as const
