import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HOSTS, shellCall, writeCall } from '../support/payloads.mjs'
import { ask, askFor, denying, endOf, expectHeld, expectTrusted, FILE, noting, NOTING_SCRIPT, statusOf, takeNotes } from './approval.js'
import { modelText, workspaceWith } from './judged.js'

/** Approval in everyday life: it must not become a nuisance that people script away. */

// --- hooks in other languages -----------------------------------------------------------------------------------

const python = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path))

describe('a Python hook with a module of its own', () => {
  it.skipIf(python === undefined)('stays approved however often it runs, and leaves nothing in .acuvo (needs python3)', async () => {
    const workspace = workspaceWith()
    workspace.change('.acuvo/rules.py', 'def words():\n    return "no entry"\n')
    workspace.change('.acuvo/pack/__init__.py', 'ANSWER = 2\n')
    workspace.change(
      '.acuvo/guard.py',
      'import sys\nimport pack\nimport rules\nprint(rules.words(), file=sys.stderr)\nsys.exit(pack.ANSWER)\n',
    )
    workspace.policy({ hooks: [{ event: 'PreToolUse', name: 'guard', command: `${python} .acuvo/guard.py` }] })
    for (const host of HOSTS) {
      const answered = await askFor(host, 'shell', workspace)
      expect(endOf(answered), modelText(answered)).toBe('denied')
      expect(modelText(answered)).toContain('no entry')
    }
    expect(readdirSync(join(workspace.root, '.acuvo'), { recursive: true }).map(String).sort()).toEqual([
      'guard.py',
      'hooks.json',
      'pack',
      'pack/__init__.py',
      'rules.py',
    ])
    workspace.change('.acuvo/rules.py', 'def words():\n    return "another"\n')
    expectHeld(await askFor('codex', 'shell', workspace), workspace.root, 'rules.py')
  })

  it.skipIf(python === undefined).each(['python3 -B', 'python3 -I', 'python3'])(
    'never runs bytecode that somebody put beside it: %s',
    async (line) => {
      const workspace = workspaceWith()
      workspace.change('.acuvo/rules.py', 'WORDS = "approved"\n')
      workspace.change('.acuvo/guard.py', 'import os, sys\nsys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))\nimport rules\n')
      workspace.policy({
        hooks: [{ event: 'PreToolUse', name: 'guard', command: `${line.replace('python3', String(python))} .acuvo/guard.py` }],
      })
      expect(endOf(await askFor('codex', 'shell', workspace))).toBe('passes')

      const planted = workspace.change('../planted.py', `open(${JSON.stringify(join(workspace.base, 'ran'))}, "w")\n`)
      const compile =
        'import importlib.util, py_compile, sys; py_compile.compile(sys.argv[1], importlib.util.cache_from_source(sys.argv[2]), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)'
      execFileSync(String(python), ['-c', compile, planted, join(workspace.root, '.acuvo/rules.py')], { env: workspace.env })
      expect(existsSync(join(workspace.root, '.acuvo/__pycache__'))).toBe(true)
      await askFor('codex', 'shell', workspace)
      expect(existsSync(join(workspace.base, 'ran'))).toBe(false)
    },
  )
})

// --- tools that write -------------------------------------------------------------------------------------------

describe('a formatter', () => {
  const prettier = join(dirname(createRequire(import.meta.url).resolve('prettier/package.json')), 'bin', 'prettier.cjs')
  const policy = { hooks: [denying('write-gate', ['write_file', 'edit_file']), noting('PostToolUse', 'after')] }

  it('over an approved workspace holds nothing', async () => {
    const workspace = workspaceWith()
    workspace.change('.acuvo/guard.mjs', 'export {};\n')
    workspace.policy(JSON.stringify(policy))
    const before = readFileSync(join(workspace.root, FILE), 'utf8')
    execFileSync(process.execPath, [prettier, '--write', '--tab-width', '8', '.'], {
      cwd: workspace.root,
      env: workspace.env,
      stdio: 'pipe',
    })
    expect(readFileSync(join(workspace.root, FILE), 'utf8')).not.toBe(before)
    for (const host of HOSTS) {
      expect(endOf(await askFor(host, 'shell', workspace))).toBe('passes')
      expect(endOf(await askFor(host, 'write', workspace))).toBe('denied')
      await askFor(host, 'after', workspace)
      expect(takeNotes(workspace.root, host)).toEqual(['after', 'write-gate'])
    }
  })

  it('that sorts keys holds nothing either', async () => {
    const workspace = workspaceWith(policy)
    workspace.change(
      FILE,
      '{"hooks":[' + policy.hooks.map((hook) => JSON.stringify(hook, Object.keys(hook).sort(), '\t')).join(',\r\n') + ']}',
    )
    expect(endOf(await askFor('claude-code', 'shell', workspace))).toBe('passes')
    expect(endOf(await askFor('claude-code', 'read', workspace))).toBe('passes')
    expect(endOf(await askFor('claude-code', 'write', workspace))).toBe('denied')
  })

  it.each([
    '.acuvo/.hooks.json.swp',
    '.acuvo/.DS_Store',
    '.acuvo/hooks.json~',
    '.acuvo/sub/.DS_Store',
    '.acuvo/.gitignore',
    '.acuvo/tests/a.json',
  ])('litter such as %s changes nothing', async (path) => {
    const workspace = workspaceWith(policy)
    workspace.change(path, 'x')
    expect(endOf(await askFor('codex', 'shell', workspace))).toBe('passes')
    expect(endOf(await askFor('codex', 'write', workspace))).toBe('denied')
    expect(await statusOf(workspace)).toBe(0)
  })
})

// --- nested workspaces ------------------------------------------------------------------------------------------

describe.each(HOSTS)('nested workspaces in %s', (host) => {
  it('an inner one that nobody approved holds the calls in its tree only', async () => {
    const workspace = workspaceWith({ hooks: [noting('PreToolUse', 'outer')] })
    const inner = join(workspace.root, 'packages', 'inner')
    workspace.change('packages/inner/.acuvo/guard.sh', NOTING_SCRIPT)
    workspace.change(
      `packages/inner/${FILE}`,
      JSON.stringify({ hooks: [{ event: 'PreToolUse', name: 'inner', command: 'sh .acuvo/guard.sh' }] }),
    )
    const into = writeCall(host, workspace.root, join(inner, 'x.md'))
    const within = shellCall(host, inner, 'ls')

    expect(endOf(await askFor(host, 'shell', workspace))).toBe('passes')
    expect(endOf(await askFor(host, 'write', workspace))).toBe('passes')
    expect(takeNotes(workspace.root, host)).toEqual(['outer', 'outer'])
    for (const call of [into, within]) expectHeld(await ask(host, call, workspace), inner)
    expect(takeNotes(inner, host)).toEqual([])

    await expectTrusted(workspace, [inner, '--yes'])
    for (const call of [into, within]) expect(endOf(await ask(host, call, workspace))).toBe('passes')
    expect(takeNotes(inner, host)).toEqual(['inner', 'inner'])
  })
})
