import { expect } from 'vitest'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'
import { answerTo, environmentOf, modelText, type Answered } from './judged.js'
import { payloadOf, type Call, type ProtectionRow } from './self-protection.calls.js'
import { PINNED_FILES, PINNING_POLICY } from './self-protection-pinned.rows.js'

/** Runs a row of self-protection and checks what came out. */

export type Situation = 'without a policy' | 'with an approved policy' | 'with a policy that nobody approved'

const SETTINGS = ['.claude/settings.json', '.codex/config.toml', '.codex/hooks.json', '.cursor/hooks.json']
const START_UP_FILES = ['.bashrc', '.zshenv', '.profile']

/** A workspace in that situation, with the hosts' settings in it and in the home; to be removed by the caller. */
export const workspaceIn = (situation: Situation): Workspace => {
  const workspace = makeWorkspace()
  for (const path of SETTINGS.flatMap((name) => [name, `../home/${name}`])) workspace.change(path, '{}')
  for (const name of START_UP_FILES) workspace.change(`../home/${name}`, '')
  if (situation === 'without a policy') return workspace
  for (const path of PINNED_FILES) workspace.change(path, '#!/bin/sh\nexit 0\n', 0o755)
  if (situation === 'with a policy that nobody approved') workspace.change('.acuvo/hooks.json', JSON.stringify(PINNING_POLICY))
  else {
    workspace.userPolicy({ hooks: [] })
    workspace.policy(PINNING_POLICY)
    expect(workspace.approve(), 'the policy is approved').toBe(true)
  }
  return workspace
}

export const answerIn = (workspace: Workspace, call: Call, env: NodeJS.ProcessEnv = {}): Promise<Answered> =>
  answerTo(call.host, payloadOf(call, workspace), workspace, { env: { ...environmentOf(call.host, workspace), ...env } })

/** In a workspace of its own, with nothing else in it, where the row makes something first. */
export const answerToRow = ({ call, before }: ProtectionRow, shared: Workspace, situation: Situation): Promise<Answered> =>
  before === undefined
    ? answerIn(shared, call)
    : inOwn(situation === 'without a policy' ? makeWorkspace() : workspaceIn(situation), async (own) => {
        before(own)
        return answerIn(own, call)
      })

/** Removes the workspace afterwards. */
export const inOwn = async <T>(workspace: Workspace, work: (workspace: Workspace) => Promise<T>): Promise<T> => {
  try {
    return await work(workspace)
  } finally {
    workspace.remove()
  }
}

/** Stopped by us: in words of a deny, of no hook, and not because something could not run. */
export const expectDenied = (answered: Answered): void => {
  expect(answered.judgement.blocked, `not blocked: ${answered.stdout} ${answered.stderr}`).toBe(true)
  const reason = modelText(answered)
  expect(reason).toContain('denied')
  expect(reason).not.toMatch(/denied by "/)
  expect(reason).not.toContain('could not run')
}

/** What "no opinion" is: silence, or Cursor's document for it (hosts/cursor.md 6). */
const NEUTRAL = { 'claude-code': '', codex: '', cursor: '{"permission":"allow"}' }

export const expectNoOpinion = ({ host }: Call, answered: Answered): void => {
  expect(answered.judgement.blocked, `blocked: ${modelText(answered)}`).toBe(false)
  expect(answered.stdout.trim(), answered.stderr).toBe(NEUTRAL[host])
}

/** Passes undecided, with words for whoever the host lets read them. */
export const expectPassesWithWords = (answered: Answered, ...says: RegExp[]): void => {
  const { blocked, modelSees, personSees } = answered.judgement
  expect(blocked, `blocked: ${modelText(answered)}`).toBe(false)
  for (const words of says) expect([...modelSees, ...personSees].join('\n'), answered.stderr).toMatch(words)
}
