import type { z } from 'zod'
import { shape as check } from './check.js'
import { shape as doctor } from './doctor.js'
import { shape as explain } from './explain.js'
import { shape as gitHook } from './git-hook.js'
import { shape as hosts } from './hosts.js'
import { shape as importShape } from './import.js'
import { shape as init } from './init.js'
import { shape as install } from './install.js'
import { shape as logFollow } from './log-follow.js'
import { shape as logWhy } from './log-why.js'
import { shape as log } from './log.js'
import { shape as record } from './record.js'
import { shape as replayLine } from './replay-line.js'
import { shape as replay } from './replay.js'
import { shape as stats } from './stats.js'
import { shape as test } from './test.js'
import { shape as trust } from './trust.js'
import { shape as uninstall } from './uninstall.js'

/** What commands print, by the words that are typed. Every file of this folder that has a shape stands here. */
export const SHAPES: Readonly<Record<string, z.ZodType>> = {
  'check --json': check,
  'doctor --json': doctor,
  'explain --json': explain,
  'git-hook install --json': gitHook,
  'hosts --json': hosts,
  'import --json': importShape,
  'init --json': init,
  'install --json': install,
  'log --json': log,
  'log --follow --json': logFollow,
  'log why ID --json': logWhy,
  'record --json': record,
  'replay --json': replay,
  'replay --lines': replayLine,
  'stats --json': stats,
  'test --json': test,
  'trust --json': trust,
  'uninstall --json': uninstall,
}
