import { expect } from 'vitest'
import { oracles, type Judgement, type JudgeOptions } from '../oracle/index.js'
import { nativeName, type Host } from '../support/payloads.mjs'
import type { Ended } from '../support/program.mjs'
import { makeWorkspace, type Workspace } from '../support/workspace.mjs'

/** What must come out, in the words of the contract and of the host documents. */

/** The document that means "no opinion": silence, or on Cursor the document of cursor.md 6, where silence may block. */
const NEUTRAL: Readonly<Record<Host, Readonly<Record<string, string>> & { elsewhere: string }>> = {
  'claude-code': { elsewhere: '' },
  codex: { elsewhere: '' },
  cursor: {
    PreToolUse: '{"permission":"allow"}',
    UserPromptSubmit: '{"continue":true}',
    SubagentStart: '{"permission":"allow"}',
    elsewhere: '{}',
  },
}

/** @param event canonical name */
export const judged = (host: Host, event: string, ended: Ended, options: JudgeOptions = {}): Judgement =>
  oracles[host].judge(nativeName(host, event), ended, options)

/** Exit 0, the host's neutral document, and nothing is stopped even where the host was told to fail closed. */
export const expectNeutral = (host: Host, event: string, ended: Ended): void => {
  expect({ exitCode: ended.exitCode, stdout: ended.stdout.trim() }, ended.stderr).toEqual({
    exitCode: 0,
    stdout: NEUTRAL[host][event] ?? NEUTRAL[host].elsewhere,
  })
  expect(judged(host, event, ended, { failClosed: true })).toMatchObject({ blocked: false, widened: false, valid: true })
}

/** A PreToolUse call that the host stops, whose answer the host takes as it was meant. */
export const expectBlocked = (host: Host, ended: Ended): void => {
  const judgement = judged(host, 'PreToolUse', ended)
  expect(judgement, `${ended.exitCode} ${ended.stdout} ${ended.stderr}`).toMatchObject({ blocked: true, widened: false, valid: true })
  expect(judgement.modelSees.join('').length, 'a reason reaches the model').toBeGreaterThan(0)
}

/** Held because nobody could read the payload: exit 2, nothing on stdout, and words that are not those of a hook's deny. */
export const expectUnreadable = (host: Host, ended: Ended, says: readonly string[] = []): void => {
  expect({ exitCode: ended.exitCode, stdout: ended.stdout }, ended.stderr).toEqual({ exitCode: 2, stdout: '' })
  expectBlocked(host, ended)
  for (const words of ['could not run', ...says]) expect(ended.stderr).toContain(words)
  expect(ended.stderr).not.toContain('denied by')
}

/** Runs `work` in a workspace of its own. */
export const inWorkspace = async <T>(policy: unknown, work: (workspace: Workspace) => Promise<T>): Promise<T> => {
  const workspace = makeWorkspace(policy)
  try {
    return await work(workspace)
  } finally {
    workspace.remove()
  }
}
