import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { LiveHost, Script, ToolCall } from '../../../hosts/live.js'
import type { LiveResult } from '../../live/run-live.js'
import { resultOf } from '../../live/told.js'
import type { LiveCall } from '../../shapes/doctor-live.js'
import type { Policy } from './throw-away.js'

/** What the scripted model asks for, and what became of each call: what it was told, and what the disk shows. */

interface Asked {
  id: string
  call: LiveCall['call']
  policy: LiveCall['policy']
  /** Below the project; there when the call was carried out. */
  file: string
  act: ToolCall
}

export const askedCalls = ({ forbidden, allowed }: Policy, { calls: { shell, write } }: LiveHost, project: string): Asked[] => [
  { id: 'forbidden_shell', call: 'shell', policy: 'forbids', file: forbidden.shell, act: shell(`touch ${forbidden.shell}`) },
  {
    id: 'forbidden_write',
    call: 'write',
    policy: 'forbids',
    file: forbidden.write,
    act: write(join(project, forbidden.write), 'forbidden\n'),
  },
  { id: 'allowed_shell', call: 'shell', policy: 'allows', file: allowed.shell, act: shell(`touch ${allowed.shell}`) },
  { id: 'allowed_write', call: 'write', policy: 'allows', file: allowed.write, act: write(join(project, allowed.write), 'allowed\n') },
]

export const scriptOf = (asked: readonly Asked[]): Script => ({
  main: [...asked.map(({ id, act }) => [{ ...act, id }]), [{ text: 'Done.' }]],
})

export interface Judged extends LiveCall {
  /** A forbidden call: whether the model was told our reason. */
  hasOurReason: boolean
}

export const judged = (asked: readonly Asked[], { word }: Policy, host: LiveHost, result: LiveResult, project: string): Judged[] =>
  asked.map(({ id, call, policy, file }) => {
    const told = resultOf(host, result.requests, id)?.text
    const happened = existsSync(join(project, file)) ? 'carried-out' : told === undefined ? 'nothing' : 'stopped'
    return { call, policy, happened, ...(told === undefined ? {} : { told }), hasOurReason: told?.includes(word) === true }
  })
