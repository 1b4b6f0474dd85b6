import { checkLine } from './lines/check.js'
import { completionLine } from './lines/completion.js'
import { doctorLine } from './lines/doctor.js'
import { explainLine } from './lines/explain.js'
import { gitHookLine } from './lines/git-hook.js'
import { helpLine } from './lines/help.js'
import { hostsLine } from './lines/hosts.js'
import { importLine } from './lines/import.js'
import { initLine } from './lines/init.js'
import { installLine } from './lines/install.js'
import { logLine } from './lines/log.js'
import { passLine } from './lines/pass.js'
import { recordLine } from './lines/record.js'
import type { Register } from './lines/register.js'
import { replayLine } from './lines/replay.js'
import { runLine } from './lines/run.js'
import { schemaLine } from './lines/schema.js'
import { statsLine } from './lines/stats.js'
import { testLine } from './lines/test.js'
import { trustLine } from './lines/trust.js'
import { uninstallLine } from './lines/uninstall.js'

/** Every command, in the order of `--help`. */
export const COMMANDS: readonly Register[] = [
  runLine,
  initLine,
  installLine,
  uninstallLine,
  doctorLine,
  trustLine,
  checkLine,
  explainLine,
  replayLine,
  testLine,
  recordLine,
  logLine,
  statsLine,
  passLine,
  importLine,
  gitHookLine,
  hostsLine,
  schemaLine,
  completionLine,
  helpLine,
]
