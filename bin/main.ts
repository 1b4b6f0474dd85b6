import { run } from '../src/run/run.js'
import { keepPathsWhole } from '../src/runtime/whole-paths.js'

keepPathsWhole()

// `run` is what hosts call on every tool call: nothing of the other commands is loaded for it.
const [command, ...args] = process.argv.slice(2)
const isHelp = args.length === 1 && ['--help', '-h'].includes(args[0] ?? '')
if (command === 'run' && !isHelp) void run(args)
else void import('../src/commands/main.js').then(({ main }) => main(process.argv))
