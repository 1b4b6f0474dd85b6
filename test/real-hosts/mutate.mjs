import { runModule } from './load.mjs'

delete process.env.NODE_EXTRA_CA_CERTS
process.exitCode = await runModule('mutate-run.ts', process.argv.slice(2))
