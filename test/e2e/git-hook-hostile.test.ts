import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeRepository, type Repository } from './git-repository.js'

/** What a repository can set up against whoever looks at it: none of it runs while our git hook reads what is staged. */

let repository: Repository
beforeEach(() => {
  repository = makeRepository(
    [
      {
        event: 'PreToolUse',
        name: 'scan',
        hosts: ['git'],
        mode: 'warn',
        command: 'cat "$ACUVO_TOOL_CONTENT_FILE" > "$ACUVO_STATE_DIR/content"',
      },
      { event: 'PreToolUse', name: 'gate', paths: ['gated'], deny: 'no' },
    ],
    { install: false },
  )
  repository.stage('gated', 'first\n')
  repository.git(['commit', '-qm', 'first'])
  repository.stage('gated', 'staged\n')
})
afterEach(() => repository.remove())

const ran = (): string[] => readdirSync(repository.base).filter((name) => name.startsWith('ran'))
const evil = (): string => {
  const script = join(repository.base, 'evil.sh')
  writeFileSync(script, `#!/bin/sh\necho "$0 $*" >> ${join(repository.base, 'ran')}\nexit 0\n`, { mode: 0o755 })
  return script
}
const judged = (env: NodeJS.ProcessEnv = {}): void => {
  const { exitCode, stderr } = repository.program(['git-hook', 'pre-commit'], { env })
  expect(stderr).toContain('  gated: denied by "gate": no')
  expect(exitCode).toBe(1)
  const folder = join(repository.store, 'hooks')
  expect(readFileSync(join(folder, readdirSync(folder)[0] as string, 'content'), 'utf8')).toBe('staged\n')
  expect(ran()).toEqual([])
}

describe('settings of the repository', () => {
  const rows: [setting: string, value: (script: string) => string][] = [
    ['core.fsmonitor', (script) => script],
    ['diff.external', (script) => script],
    ['diff.evil.command', (script) => script],
    ['diff.evil.textconv', (script) => script],
    ['filter.evil.clean', (script) => script],
    ['filter.evil.smudge', (script) => script],
    ['filter.evil.process', (script) => script],
    ['core.pager', (script) => script],
    ['pager.diff-index', (script) => script],
    ['pager.cat-file', (script) => script],
    ['core.sshCommand', (script) => script],
    ['core.askPass', (script) => script],
    ['core.editor', (script) => script],
    ['core.alternateRefsCommand', (script) => script],
    ['credential.helper', (script) => script],
    ['alias.diff-index', (script) => `!${script}`],
    ['alias.rev-parse', (script) => `!${script}`],
    ['alias.cat-file', (script) => `!${script}`],
    ['gpg.program', (script) => script],
  ]
  it.each(rows)('%s runs nothing', (setting, value) => {
    writeFileSync(join(repository.root, '.gitattributes'), '* diff=evil filter=evil\n')
    repository.git(['config', setting, value(evil())])
    judged()
  })

  it('a folder of hooks runs none of them', () => {
    const script = evil()
    for (const name of ['post-index-change', 'fsmonitor-watchman', 'reference-transaction'])
      writeFileSync(join(repository.root, '.git/hooks', name), readFileSync(script), { mode: 0o755 })
    judged()
    repository.git(['config', 'core.hooksPath', '.git/hooks'])
    judged()
  })

  it('what hides a file from a diff hides none', () => {
    repository.git(['update-index', '--assume-unchanged', 'gated'])
    judged()
    repository.git(['update-index', '--skip-worktree', 'gated'])
    repository.git(['config', 'diff.relative', 'true'])
    repository.git(['config', 'diff.noprefix', 'true'])
    writeFileSync(join(repository.root, '.gitattributes'), '* -diff binary export-ignore\n')
    judged()
  })

  it('another object in its place does not stand in for it', () => {
    const [staged, other] = [':gated', 'HEAD:gated'].map((name) => repository.git(['rev-parse', name]).stdout.trim())
    repository.git(['replace', staged ?? '', other ?? ''])
    judged()
  })

  it('where a missing object could be fetched from is never asked', () => {
    const script = evil()
    const settings = {
      'core.repositoryFormatVersion': '1',
      'extensions.partialClone': 'evil',
      'remote.evil.promisor': 'true',
      'remote.evil.url': `ext::${script} %S`,
      'protocol.ext.allow': 'always',
      'remote.evil.uploadpack': script,
    }
    for (const [name, value] of Object.entries(settings)) repository.git(['config', name, value])
    judged()
    const object = repository.git(['rev-parse', ':gated']).stdout.trim()
    rmSync(join(repository.root, '.git/objects', object.slice(0, 2), object.slice(2)))
    const { exitCode, stderr } = repository.program(['git-hook', 'pre-commit'])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('could not run')
    expect(ran()).toEqual([])
  })
})

describe('variables', () => {
  it.each(['GIT_EXTERNAL_DIFF', 'GIT_PAGER', 'GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_ASKPASS', 'GIT_EDITOR', 'GIT_PROXY_COMMAND'])(
    '%s runs nothing',
    (name) => judged({ [name]: evil() }),
  )

  it('of settings cannot lift ours', () => {
    const script = evil()
    judged({ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.fsmonitor', GIT_CONFIG_VALUE_0: script })
    judged({ GIT_CONFIG_PARAMETERS: `'core.fsmonitor'='${script}'` })
  })

  it('a program of the repository is not taken for git', () => {
    writeFileSync(join(repository.root, 'git'), readFileSync(evil()), { mode: 0o755 })
    judged({ PATH: `${repository.root}:.::${process.env.PATH}` })
  })

  it('nor one of the main checkout, of a repository around, or of one that is only named', () => {
    mkdirSync(join(repository.root, 'bin'))
    const PATH = `${join(repository.root, 'bin')}:${process.env.PATH}`
    const [linked, inner] = [join(repository.base, 'linked'), join(repository.root, 'inner')]
    repository.git(['worktree', 'add', '-q', linked])
    repository.git(['init', '-q', inner])
    // Git itself must not find it here, which the tests start by its name.
    writeFileSync(join(repository.root, 'bin/git'), readFileSync(evil()), { mode: 0o755 })
    const named = { GIT_DIR: join(repository.root, '.git'), GIT_WORK_TREE: repository.root }
    const calls: [string, NodeJS.ProcessEnv, number][] = [
      [linked, {}, 0],
      [inner, {}, 0],
      [repository.base, named, 1],
    ]
    for (const [cwd, env, exitCode] of calls) {
      const ended = repository.program(['git-hook', 'pre-commit'], { cwd, env: { PATH, ...env } })
      expect({ exitCode: ended.exitCode, ran: ran() }, ended.stderr).toEqual({ exitCode, ran: [] })
      expect(ended.stderr).not.toContain('could not run')
    }
  })
})

describe('an index that no git would write', () => {
  it.each(['../../outside', '.git/config', 'sub/.GIT/config', '/etc/absolute', 'a/../../b'])(
    'cannot put a content elsewhere: %s',
    (path) => {
      // `a_path` and the hostile one are of one length: the index is patched byte by byte, with its checksum not looked at.
      const stand = path.replace(/[^a-z]/gi, '_')
      repository.stage(stand, 'hostile\n')
      const index = join(repository.root, '.git/index')
      const bytes = readFileSync(index)
      const at = bytes.indexOf(stand)
      bytes.write(path, at)
      bytes.fill(0, bytes.length - 20)
      writeFileSync(index, bytes)
      const { exitCode } = repository.program(['git-hook', 'pre-commit'])
      expect(exitCode).toBe(1)
      for (const place of ['outside', 'b']) expect(existsSync(join(repository.store, 'run', place))).toBe(false)
      expect(readdirSync(join(repository.store)).sort()).not.toContain('outside')
      expect(existsSync('/etc/absolute')).toBe(false)
      expect(existsSync(join(repository.store, 'run')) ? readdirSync(join(repository.store, 'run')) : []).toEqual([])
    },
  )
})
