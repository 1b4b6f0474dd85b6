import type { z } from 'zod'
import { shape as check } from './check.js'
import { shape as hosts } from './hosts.js'
import { shape as init } from './init.js'
import { shape as replay } from './replay.js'
import { shape as trust } from './trust.js'

/** What each command prints with --json, by the command's name. */
export const SHAPES: Readonly<Record<string, z.ZodType>> = { check, hosts, init, replay, trust }
