import type { Command } from 'commander'

/** Adds one command to the program. Its action sets the exit code of the process. */
export type Register = (program: Command) => void
