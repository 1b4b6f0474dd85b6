import { describe, expect, it } from 'vitest'
import { operationsOf, typedPatchOf } from '../../hosts/shared/patch.js'
import { commandTextOf } from '../../hosts/shared/shell-wrapper.js'
import { namesCmdVariable } from '../../src/config/hook-rules.js'
import { spawnPlanOf } from '../../src/process/spawn-plan.js'

describe("the host's shell wrapper is taken off", () => {
  it.each([
    [['bash', '-lc', 'make test'], 'make test'],
    [['/bin/zsh', '-c', 'ls; ls'], 'ls; ls'],
    [['powershell.exe', '-Command', 'Get-Item', 'x'], 'Get-Item x'],
    [['cmd', '/c', 'dir'], 'dir'],
    [['git', 'commit', '-m', "it's"], "git commit -m 'it'\\''s'"],
    ["bash -lc 'make test'", 'make test'],
    ["/bin/sh -c 'echo '\\''hi'\\'''", "echo 'hi'"],
    ["bash -lc 'a' && rm -rf b", "bash -lc 'a' && rm -rf b"],
    ['plain text', 'plain text'],
    [[], undefined],
    [['bash', '-lc', 'git push', ''], 'git push'],
    [['git', 'commit', '-m', ''], "git commit -m ''"],
    [['a', 1], undefined],
    [17, undefined],
  ])('%j is %j', (value, expected) => {
    expect(commandTextOf(value)).toBe(expected)
  })
})

describe('a patch', () => {
  it('is its operations, in order', () => {
    const text =
      '*** Begin Patch\n*** Add File: a b.txt\n+*** Delete File: not-this\n*** Update File: b\n*** Move to: c\n@@\n *** Delete File: nor-this\n-x\n*** Delete File: d\n*** End Patch'
    expect(operationsOf(text)).toEqual([
      { operation: 'add', path: 'a b.txt' },
      { operation: 'update', path: 'b', moveTo: 'c' },
      { operation: 'delete', path: 'd' },
    ])
  })

  it('with CRLF line ends and indented headers is read as well', () => {
    expect(operationsOf('*** Begin Patch\r\n  *** Add File: a\r\n+x\r\n*** End Patch\r\n')).toEqual([{ operation: 'add', path: 'a' }])
  })

  it.each([
    ["apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF", []],
    ["cd sub && apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF", ['sub']],
    ["cd 'a b'; cd c && /usr/bin/applypatch <<EOF\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF", ['a b', 'c']],
  ])('typed into a shell is found: %j', (command, folders) => {
    expect(typedPatchOf(command)).toEqual({ operations: [{ operation: 'delete', path: 'a' }], folders })
  })

  it.each(['grep apply_patch README.md', 'echo "apply_patch"', 'my_apply_patch x', 'cat apply_patch.txt'])(
    'is not typed here: %j',
    (command) => {
      expect(typedPatchOf(command)).toBeUndefined()
    },
  )

  it('costs time that grows with its length only', () => {
    const lines = Array.from({ length: 200_000 }, (_, index) => `*** Add File: f${index}`)
    expect(operationsOf(lines.join('\n'))).toHaveLength(200_000)
    typedPatchOf(`${'cd x && '.repeat(20_000)}apply_patch`)
    for (const part of [
      '$(',
      '\n',
      ' ',
      '; ',
      'a/',
      'cd ',
      '(',
      '\t\n',
      '"a=',
      "'a=",
      '"cd ',
      'a=b ',
      ';a=b ',
      '\u0085',
      ' \u0085x',
      '*** ',
    ])
      typedPatchOf(part.repeat(300_000))
    for (const part of [' ', "'", "'\\''", 'sh ', '\n']) commandTextOf(`bash -lc '${part.repeat(300_000)}`)
  })
})

describe('a command becomes a program and its arguments', () => {
  it('on POSIX through the plain shell', () => {
    expect(spawnPlanOf('a && b', undefined, 'linux')).toEqual({ program: '/bin/sh', args: ['-c', 'a && b'], verbatim: false, shell: true })
  })
  it('on Windows through cmd, the line passed on as it is', () => {
    expect(spawnPlanOf('node "x y.mjs"', undefined, 'win32')).toEqual({
      program: 'cmd.exe',
      args: ['/d', '/s', '/c', '"node "x y.mjs""'],
      verbatim: true,
      shell: true,
    })
  })
  it('through the shell that the hook names', () => {
    expect(spawnPlanOf('a && b', 'bash', 'linux')).toMatchObject({ program: 'bash', args: ['--noprofile', '--norc', '-c', 'a && b'] })
    expect(spawnPlanOf('a', 'pwsh', 'win32')).toMatchObject({
      program: 'pwsh',
      args: ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', 'a'],
    })
    expect(spawnPlanOf('a', 'sh', 'win32')).toMatchObject({ program: 'sh', args: ['-c', 'a'] })
    expect(spawnPlanOf('a', 'cmd', 'linux')).toMatchObject({ program: 'cmd.exe', verbatim: true })
  })
  it('words without a shell', () => {
    expect(spawnPlanOf(['node', 'x y.mjs'], undefined, 'win32')).toEqual({
      program: 'node',
      args: ['x y.mjs'],
      verbatim: false,
      shell: false,
    })
  })
  it('a variable that cmd would paste in as text is found', () => {
    expect(namesCmdVariable('lint %ACUVO_TOOL_ARG_PATH%')).toBe(true)
    expect(namesCmdVariable('lint %acuvo_x%')).toBe(true)
    expect(namesCmdVariable('echo 100% of ACUVO_')).toBe(false)
    expect(namesCmdVariable(['node', '%ACUVO_X%'])).toBe(false)
  })
})
