import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { policyJsonSchema } from '../../src/config/json-schema.js'
import { readPolicyFile } from '../../src/config/read-file.js'
import { knownKeysAt } from '../../src/config/schema.js'
import { TEMPLATES } from '../../src/init/templates/index.js'
import { EVENTS } from '../support/payloads.mjs'
import { runProgram } from '../support/program.mjs'
import { isValid } from '../support/json-schema.js'

/** The schema that editors get, held against the reader that decides. */

const schema = JSON.parse(JSON.stringify(policyJsonSchema())) as Record<string, any>

const reads = (document: unknown): string[] => {
  const read = readPolicyFile({ bytes: Buffer.from(JSON.stringify(document)) }, 'workspace', false)
  return 'errors' in read ? read.errors.map(({ code, path }) => `${code} ${path}`) : []
}

const oneHook = (hook: object): object => ({ hooks: [{ event: 'PreToolUse', ...hook }] })

describe('every example is valid by it', () => {
  const examplesIn = (file: URL): unknown[] =>
    [...readFileSync(file, 'utf8').matchAll(/```json\n([^]*?)```/g)].map(([, text]) => JSON.parse(text ?? '') as unknown)
  const isPolicy = (example: unknown): boolean => Array.isArray((example as { hooks?: unknown }).hooks)

  it('of the README', () => {
    const policies = examplesIn(new URL('../../README.md', import.meta.url)).filter(isPolicy)
    expect(policies.length).toBeGreaterThan(1)
    for (const policy of policies) {
      expect(reads(policy)).toEqual([])
      expect(isValid(schema, policy), JSON.stringify(policy)).toBe(true)
    }
  })

  it('of the contract', () => {
    const policy = {
      hooks: [
        { event: 'PreToolUse', tools: ['write_file', 'edit_file'], command: 'node .acuvo/guard.mjs' },
        {
          event: 'PreToolUse',
          tools: ['edit_file', 'delete_file'],
          paths: ['infra/**'],
          deny: 'infra/ is changed by people only',
          instead: 'open an issue with the change you want',
        },
        { event: 'PostToolUse', tools: ['write_file'], command: 'npx prettier --write "$ACUVO_TOOL_ARG_PATH"' },
        { event: 'Stop', command: "notify-send 'agent finished'" },
      ],
    }
    expect(isValid(schema, policy)).toBe(true)
  })

  it('and every template', () => {
    expect(isValid(schema, { $schema: './hooks.schema.json', hooks: TEMPLATES.flatMap(({ hooks }) => hooks) })).toBe(true)
  })

  it.each([
    {},
    { hooks: [] },
    { version: 1, extends: './a.json', pins: ['x/**'], budgetMs: 5, stopLimit: 0, contextChars: 9, selfProtect: 'off' },
  ])('%j', (policy) => expect(isValid(schema, policy)).toBe(true))
})

describe('it refuses', () => {
  const COMMAND = { command: 'true' }
  it.each<[string, unknown]>([
    ['a document that is no object', []],
    ['an unknown key of the file', { hook: [] }],
    ['an unknown key of a hook', oneHook({ ...COMMAND, tool: ['run_command'] })],
    ['a typo in an event', { hooks: [{ event: 'PreToolUs', ...COMMAND }] }],
    ['no event', { hooks: [COMMAND] }],
    ['a tool that no host has', oneHook({ ...COMMAND, tools: ['run_commnd'] })],
    ['no tools', oneHook({ ...COMMAND, tools: [] })],
    ['a host that is none', oneHook({ ...COMMAND, hosts: ['codexx'] })],
    ['no answer', oneHook({})],
    ['two answers', oneHook({ ...COMMAND, deny: 'x' })],
    ['an empty text', oneHook({ deny: ' ' })],
    ['an empty command', oneHook({ command: [] })],
    ['a timeout above that of gates', oneHook({ ...COMMAND, timeoutMs: 120_001 })],
    ['a timeout above any', { hooks: [{ event: 'Stop', ...COMMAND, timeoutMs: 600_001 }] }],
    ['a timeout of none', oneHook({ ...COMMAND, timeoutMs: 0 })],
    ['a fraction', oneHook({ ...COMMAND, timeoutMs: 1.5 })],
    ['a text for a number', oneHook({ ...COMMAND, timeoutMs: '5' })],
    ['tools where there are none', { hooks: [{ event: 'Stop', ...COMMAND, tools: ['*'] }] }],
    ['paths where there are none', { hooks: [{ event: 'SessionStart', ...COMMAND, paths: ['x'] }] }],
    ['a failure that denies where nothing can be', { hooks: [{ event: 'Stop', ...COMMAND, onFailure: 'deny' }] }],
    ['a question elsewhere', { hooks: [{ event: 'UserPromptSubmit', ask: 'x' }] }],
    ['a deny where there is nothing to deny', { hooks: [{ event: 'SessionEnd', deny: 'x' }] }],
    ['a context at a stop', { hooks: [{ event: 'Stop', context: 'x' }] }],
    ['a gate in the background', oneHook({ ...COMMAND, background: true })],
    ['a timeout of what nobody waits for', { hooks: [{ event: 'Stop', ...COMMAND, background: true, timeoutMs: 5 }] }],
    ['a shell for words', oneHook({ command: ['true'], shellProgram: 'bash' })],
    ['a start without a command', oneHook({ deny: 'x', env: ['A'] })],
    ['each of no paths', { hooks: [{ event: 'Stop', ...COMMAND, each: 'path' }] }],
    ['a variable of ours', oneHook({ ...COMMAND, env: ['ACUVO_HOST'] })],
    ['the variable that finds programs', oneHook({ ...COMMAND, env: ['Path'] })],
    ['a reference that is none', { extends: 'base.json' }],
    ['another version', { version: 2 }],
    ['more hooks than a file has', { hooks: Array.from({ length: 33 }, () => ({ event: 'Stop', ...COMMAND })) }],
  ])('%s, as the reader does', (_name, policy) => {
    expect(isValid(schema, policy)).toBe(false)
    expect(reads(policy)).not.toEqual([])
  })
})

describe('it and the reader', () => {
  it('know the same keys, and it says something about each', () => {
    const keysOf = (properties: Record<string, { description?: string }>): string[] => {
      for (const [key, { description }] of Object.entries(properties)) expect(description, key).toMatch(/\S/)
      return Object.keys(properties).sort()
    }
    const known = (path: string[]): string[] => knownKeysAt(path).sort()
    expect(keysOf(schema.properties)).toEqual(known([]))
    expect(keysOf(schema.definitions.hook.properties)).toEqual(known(['hooks', '0']))
  })

  const text = fc.constantFrom('', ' ', 'x', 'a b', '${path}', '\ufeff', '\u00a0')
  const flag = fc.constantFrom<unknown>(true, false, 'true')
  const hook = fc.record(
    {
      event: fc.constantFrom(...EVENTS, 'PreTool'),
      name: text,
      why: text,
      tools: fc.array(fc.constantFrom('*', 'run_command', 'Bash', 'server.*', 'mcp__a__b', 'native:X', 'edit_fil', 'a.'), { maxLength: 3 }),
      hosts: fc.array(fc.constantFrom('codex', 'cursor', 'claude-code', 'git', 'emacs'), { maxLength: 2 }),
      paths: fc.array(fc.constantFrom('src/**', '!x', '**/*.{a,b}'), { maxLength: 2 }),
      commands: fc.array(fc.constantFrom('git push', '!git push --dry-run'), { maxLength: 2 }),
      command: fc.oneof(text, fc.array(text, { maxLength: 2 })),
      commandWindows: fc.oneof(text, fc.array(text, { maxLength: 2 })),
      shellProgram: fc.constantFrom('sh', 'bash', 'zsh'),
      deny: text,
      ask: text,
      notice: text,
      context: text,
      instead: text,
      each: fc.constantFrom('path', 'file'),
      mode: fc.constantFrom('enforce', 'warn', 'off', 'on'),
      env: fc.array(fc.constantFrom('A', 'a_1', 'PATH', 'acuvo_x', '1A'), { maxLength: 2 }),
      stdin: fc.constantFrom('event', 'host', 'none'),
      background: flag,
      detach: flag,
      mayAllow: flag,
      timeoutMs: fc.constantFrom<unknown>(0, 1, 120_000, 120_001, 600_000, 600_001, 1.5, '1'),
      onFailure: fc.constantFrom('deny', 'notice', 'ask', 'pass'),
    },
    { requiredKeys: [] },
  )
  // Few keys at a time, or hardly any would be taken.
  const few = fc
    .tuple(
      hook,
      fc.array(fc.nat(), { minLength: 0, maxLength: 3 }),
      fc.constantFrom(...EVENTS),
      fc.constantFrom('command', 'deny', 'notice'),
    )
    .map(([all, picks, event, answer]) => {
      const keys = Object.keys(all)
      const some = Object.fromEntries(
        picks
          .map((pick) => keys[pick % Math.max(keys.length, 1)])
          .flatMap((key) => (key === undefined ? [] : [[key, all[key as keyof typeof all]]])),
      )
      return { event, [answer]: 'x', ...some }
    })
  const policy = fc.record(
    {
      hooks: fc.array(few, { minLength: 1, maxLength: 2 }),
      pins: fc.array(fc.constantFrom('x/**', ' '), { maxLength: 1 }),
      stopLimit: fc.integer({ min: -1, max: 9 }),
    },
    { requiredKeys: ['hooks'] },
  )

  it('whatever the reader takes is valid by it', () => {
    let taken = 0
    fc.assert(
      fc.property(policy, (document) => {
        if (reads(document).length > 0) return
        taken++
        expect(isValid(schema, document), JSON.stringify(document)).toBe(true)
      }),
      { numRuns: 1_500 },
    )
    expect(taken).toBeGreaterThan(80)
  })

  it('what the reader refuses is not, but for what stands in the text of a pattern or in several keys of tools', () => {
    const finer = /^not_here hooks\[\d\]\.commands$/
    fc.assert(
      fc.property(policy, (document) => {
        const errors = reads(document).filter((error) => !finer.test(error))
        if (errors.length > 0) expect(isValid(schema, document), `${JSON.stringify(document)} ${errors.join()}`).toBe(false)
      }),
      { numRuns: 1_500 },
    )
  })

  it('an unknown key anywhere is refused by both', () => {
    const known = new Set([...knownKeysAt([]), ...knownKeysAt(['hooks', '0'])])
    const key = fc
      .oneof(fc.string({ minLength: 1 }), fc.constantFrom('tool', 'Event', 'timeout', 'matcher', '__proto__', 'constructor', 'toString'))
      .filter((one) => !known.has(one))
    fc.assert(
      fc.property(key, fc.boolean(), (name, inHook) => {
        const extra = JSON.parse(`{${JSON.stringify(name)}: "x"}`) as object
        const text = inHook ? { hooks: [{ event: 'Stop', command: 'true', ...extra }] } : { hooks: [], ...extra }
        // A spread keeps "__proto__" as a key only where it is one of the source's own.
        const document = JSON.parse(JSON.stringify(text)) as unknown
        const isThere = JSON.stringify(text).includes(JSON.stringify(name))
        if (!isThere) return
        expect(isValid(schema, document)).toBe(false)
        expect(reads(document)).not.toEqual([])
      }),
    )
  })
})

describe('the command', () => {
  it('prints it, and nothing else', async () => {
    const { exitCode, stdout, stderr } = await runProgram(['schema'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual(schema)
    expect(stdout.endsWith('}\n')).toBe(true)
  })
})
