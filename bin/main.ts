import { run } from '../src/run/run.js'

// `run` is what hosts call on every tool call: nothing of the other commands is loaded for it.
const [command, ...args] = process.argv.slice(2)
if (command === 'run') void run(args)
else void import('../src/commands/main.js').then(({ main }) => main(process.argv))
