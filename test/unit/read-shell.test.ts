import { describe, expect, it } from 'vitest'
import { programOf } from '../../src/shell/program.js'
import { readShell } from '../../src/shell/read.js'
import type { ShellCommand } from '../../src/shell/types.js'

/** What a shell text really runs, told by hand. A word that only run time tells is shown as `?`. */

const shown = ({ words }: ShellCommand): string => words.map(({ text, values }) => text ?? (values.length > 1 ? '?|' : '?')).join(' ')

const runs = (text: string): string[] =>
  readShell(text)
    .commands.map(shown)
    .filter((line) => line !== '')

describe('the commands of a text', () => {
  it.each<[string, string[]]>([
    ['FOO=1 rm x', ['rm x']],
    ['/bin/rm x', ['/bin/rm x']],
    ['r\\m "x y"', ['rm x y']],
    ['true && rm x || echo no; ls &', ['true', 'rm x', 'echo no', 'ls']],
    ['a | b |& c', ['a', 'b', 'c']],
    ['echo $(rm x) `rm y`', ['rm x', 'rm y', 'echo ? ?']],
    ['diff <(cat a) >(cat b)', ['cat a', 'cat b', 'diff /dev/fd/63 /dev/fd/63']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['while a; do b; done', ['a', 'b']],
    ['case x in y) a ;; esac', ['a']],
    ['f() { rm x; }', ['rm x']],
    ['(a; { b; })', ['a', 'b']],
    ['time -p rm x', ['rm x']],
    ['! rm x', ['rm x']],
    ["bash -c 'rm x'", ['bash -c rm x', 'rm x']],
    ["bash -o pipefail -lc 'rm x'", ['bash -o pipefail -lc rm x', 'rm x']],
    ['bash -c \'rm "$1"\' _ x', ['bash -c rm "$1" _ x', 'rm x']],
    ["sh <<'EOF'\nrm x\nEOF", ['sh', 'rm x']],
    ["cat <<'EOF' | sh\nrm x\nEOF", ['cat', 'sh', 'rm x']],
    ['eval "rm" x', ['eval rm x', 'rm x']],
    ['sudo -u me env -i A=b nice -n 5 timeout -k 1 5 nohup rm x', ['rm x']],
    ['env -S "rm x"', ['rm x']],
    ['command rm x', ['rm x']],
    ['command -v rm', ['command -v rm']],
    ['exec rm x', ['rm x']],
    ['busybox rm x', ['rm x']],
    ['npx -y --package p rm x', ['rm x']],
    ['npm exec -- rm x', ['rm x']],
    ['npm run rm', ['npm run rm']],
    ['xargs -0 -n 1 rm -f', ['xargs -0 -n 1 rm -f', 'rm -f ?']],
    ['printf "a b" | xargs rm', ['printf a b', 'xargs rm', 'rm a b']],
    ['find . -exec rm {} + -exec cp {} y \\;', ['find . -exec rm {} + -exec cp {} y ;', 'rm ?', 'cp ? y']],
    ["trap 'rm x' EXIT", ['trap rm x EXIT', 'rm x']],
    ['echo rm', ['echo rm']],
    ['git commit -m "rm x"', ['git commit -m rm x']],
    ["cat > n.md <<'EOF'\ngit reset --hard\nEOF", ['cat']],
    ['cat <<EOF\n$(rm x)\nEOF', ['rm x', 'cat']],
    ['$(echo rm -f) x', ['echo rm -f', 'rm -f x']],
    ['bash -c "$(cat <<E\nrm x\nE\n)"', ['cat', 'bash -c rm x', 'rm x']],
    ["bash <(echo 'rm x')", ['echo rm x', 'bash /dev/fd/63', 'rm x']],
    ["sh < <(echo 'rm x')", ['echo rm x', 'sh', 'rm x']],
    ['a "$(readlink -f "$(which b)")"', ['which b', 'readlink -f b', 'a b']],
    ["alias k='rm -f'; k x", ['alias', 'rm -f', 'k x', 'rm -f x']],
    ['unshare -r chroot / rm x', ['rm x']],
    ['screen -S a -dm rm x', ['rm x']],
    ['tmux new -d "rm x" \\; send-keys "rm y" Enter', ['tmux new -d rm x ; send-keys rm y Enter', 'rm x', 'rm y']],
    ["echo 'rm x' | at now", ['echo rm x', 'at now', 'rm x']],
    ["echo '5 * * * * rm x' | crontab -", ['echo 5 * * * * rm x', 'crontab -', 'rm x']],
    ["git -c alias.a='!rm x' a", ['git -c alias.a=!rm x a', 'rm x']],
    ["git rebase --exec 'rm x' main", ['git rebase --exec rm x main', 'rm x']],
    ["sed '1e rm x' y", ['sed 1e rm x y', 'rm x']],
  ])('%s', (text, expected) => {
    expect(readShell(text).errors).toBe(false)
    expect(runs(text)).toEqual(expected)
  })
})

describe('the value of a word', () => {
  it.each<[string, string]>([
    ['x "a b"\'c\'\\ d', 'x a bc d'],
    ["x $'\\x41\\n'", 'x A\n'],
    ['x ~/a $HOME/b "${HOME}/c"', 'x ~/a $HOME/b $HOME/c'],
    ['A=1; x $A "${A}2"', 'x 1 12'],
    ['A=1; A+=2; x $A', 'x ?|'],
    ['for a in 1 2; do x $a; done', 'x ?|'],
    ['x $B', 'x ?'],
    ['x ${B:-c}', 'x ?|'],
    ['x {a,b}c', 'x ac bc'],
    ['x {a,{b,c}}', 'x a b c'],
    ['x *.ts', 'x *.ts'],
    ['A="1 2"; x $A "$A"', 'x 1 2 1 2'],
    ['x $(pwd)', 'x ?'],
  ])('%s', (text, expected) => {
    expect(runs(text).at(-1)).toBe(expected)
  })

  it('says what is computed', () => {
    const [command] = readShell('x a$B "$HOME" *').commands
    expect(command?.words.map(({ computed }) => computed)).toEqual([false, true, false, false])
    expect(command?.words[1]?.source).toBe('a$B')
  })
})

describe('what stands beside the words', () => {
  const only = (text: string): ShellCommand => readShell(text).commands.at(-1) as ShellCommand

  it('assignments, also of env and export', () => {
    expect(only('A=1 env B=2 x').assignments.map(({ name, value }) => `${name}=${value?.text}`)).toEqual(['A=1', 'B=2'])
    expect(only('export A=1').assignments.map(({ name }) => name)).toEqual(['A'])
  })

  it.each<[string, string[]]>([
    ['x > a', ['> a writes']],
    ['x >> a 2>&1', ['>> a writes', '>& 1']],
    ['x < a', ['< a']],
    ['x <> a', ['<> a writes']],
    ['x &> a', ['&> a writes']],
    ['x >& a', ['>& a writes']],
    ['> a', ['> a writes']],
  ])('redirects of %s', (text, expected) => {
    expect(only(text).redirects.map(({ operator, target, writes }) => `${operator} ${target?.text}${writes ? ' writes' : ''}`)).toEqual(
      expected,
    )
  })

  it('redirects of a compound command', () => {
    expect(readShell('{ a; } > b').commands[0]?.redirects[0]?.target?.text).toBe('b')
  })

  it('what is read on stdin', () => {
    expect(only("x <<'EOF'\na\nEOF").input).toBe('a\n')
    expect(only('x <<-EOF\n\ta\n\tEOF').input).toBe('a\n')
    expect(only('x <<< "a b"').input).toBe('a b')
    expect(only('echo -n a b | x').input).toBe('a b')
    expect(only('y | x').input).toBeUndefined()
  })

  it.each<[string, string[]]>([
    ['cd a && x', ['a']],
    ['cd a; cd b; x', ['a', 'b']],
    ['cd a; cd /b; x', ['/b']],
    ['(cd a); x', []],
    ['(cd a; x)', ['a']],
    ['cd a | x', []],
    ['cd; x', ['~']],
    ['cd a; popd; x', ['a', '?']],
    ['env -C a x', ['a']],
  ])('the folder of the last command of %s', (text, expected) => {
    expect(only(text).folder.map(({ text: step }) => step ?? '?')).toEqual(expected)
  })

  it('wrappers, outermost first', () => {
    expect(only('sudo env nohup x').wrappers).toEqual(['sudo', 'env', 'nohup'])
  })
})

describe('a text that cannot be read', () => {
  it.each(['if [ -f x; then rm y', 'echo "open', "bash -c 'if'", 'for'])('%s has errors', (text) => {
    expect(readShell(text).errors).toBe(true)
  })

  it('a very long one is not looked at', () => {
    expect(readShell('x '.repeat(200_000))).toEqual({ commands: [], errors: false, tooLong: true })
  })

  it('texts in texts end somewhere', () => {
    let text = 'rm x'
    for (let depth = 0; depth < 12; depth++) text = `eval ${JSON.stringify(text)}`
    expect(readShell(text).errors).toBe(true)
  })
})

describe('the program and its script', () => {
  it.each<[string, string, string | undefined]>([
    ['node a.mjs b', 'node', 'a.mjs'],
    ['node --require x --import y -r z a.mjs', 'node', 'a.mjs'],
    ['node --require=x a.mjs', 'node', 'a.mjs'],
    ['node -e code a.mjs', 'node', undefined],
    ['/usr/bin/python3.11 -W ignore -u a.py', 'python3.11', 'a.py'],
    ['python3 -m mod a.py', 'python3', undefined],
    ['python3 -c code', 'python3', undefined],
    ['python3 -', 'python3', undefined],
    ['bash -eu a.sh x', 'bash', 'a.sh'],
    ['bash -o pipefail a.sh', 'bash', 'a.sh'],
    ['sh -c code a.sh', 'sh', undefined],
    ['ruby -I lib a.rb', 'ruby', 'a.rb'],
    ['perl -I lib -w a.pl', 'perl', 'a.pl'],
    ['perl -ne code a', 'perl', undefined],
    ['php -d x=1 a.php', 'php', 'a.php'],
    ['deno run -A a.ts', 'deno', 'a.ts'],
    ['bun run a.ts', 'bun', 'a.ts'],
    ['bun a.ts', 'bun', 'a.ts'],
    ['tsx a.ts', 'tsx', 'a.ts'],
    ['pwsh -NoProfile -File a.ps1', 'pwsh', 'a.ps1'],
    ['pwsh -Command x', 'pwsh', undefined],
    ['Node.exe a.mjs', 'node', 'a.mjs'],
    ['./run.sh x', 'run.sh', undefined],
    ['A=1', '', undefined],
  ])('%s', (text, name, script) => {
    const program = programOf(readShell(text).commands[0] as ShellCommand)
    expect(program.name).toBe(name)
    expect(program.script?.text).toBe(script)
  })
})
