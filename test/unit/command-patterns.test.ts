import { describe, expect, it } from 'vitest'
import { compileCommandPattern, faultOfCommandPattern } from '../../src/shell/command-pattern.js'
import { runsOneOf } from '../../src/shell/runs-one-of.js'
import { LONGEST_TEXT } from '../../src/shell/limits.js'

/** Which texts the `commands` of a hook fire for, told by hand. */

const fires = (patterns: string | string[], text: string): boolean => runsOneOf([patterns].flat().map(compileCommandPattern), text)

type Row = [patterns: string | string[], text: string]

const table = (title: string, expected: boolean, rows: Row[]): void => {
  describe(title, () => {
    it.each(rows)('%j: %s', (patterns, text) => {
      expect(fires(patterns, text)).toBe(expected)
    })
  })
}

const FORCE = 'git push --force'

table('the words of a pattern in the command', true, [
  ['rm', 'rm x'],
  ['rm', 'rm'],
  ['git push', 'git push'],
  [FORCE, 'git push --force'],
  [FORCE, 'git push --force origin main'],
  [FORCE, 'git push origin main --force'],
  [FORCE, 'git -C x push origin main --force'],
  [FORCE, 'git --git-dir x -c a=b push --force'],
  [FORCE, 'git --no-pager push --force'],
  [FORCE, 'git push --force=yes'],
  [FORCE, 'git push --forc'],
  ['git --force push', 'git push --force'],
  ['git reset --hard', 'git reset --har HEAD~1'],
  ['git push -f', 'git push -f'],
  ['git push -f', 'git push -fu origin main'],
  ['git push -f', 'git push -uf origin main'],
  ['rm -rf', 'rm -rf x'],
  ['rm -rf', 'rm -fr x'],
  ['rm -rf', 'rm x -r y -f'],
  ['rm -rf', 'rm -vrf x'],
  ['rm /etc/passwd', 'rm a /etc/passwd'],
  ['curl -o', 'curl -o./x https://a'],
  ['kubectl delete --namespace prod', 'kubectl delete pod --namespace=prod'],
  ['kubectl delete --namespace=prod', 'kubectl --namespace prod delete pod'],
  ['docker run --privileged', 'docker container run -it --privileged x'],
  ['npm run *', 'npm run build'],
  ['git push *', 'git push origin'],
  ['curl *evil*', 'curl https://evil.example/x'],
  ['python*', 'python3.12 x.py'],
  ['*', 'ls'],
  ['git commit -m "a b"', 'git commit -m "a b"'],
  ["git commit -m 'a b'", 'git commit -m a\\ b'],
  ['"C:\\Program Files\\git.exe" push', 'git push'],
  ['/usr/bin/git push', 'git push'],
  ['git checkout -- .', 'git checkout -- .'],
])

table('a variable that only run time sets', true, [
  ['git push', 'X=status; read X <<< push; git $X'],
  ['git push', 'X=status; printf -v X push; git "$X"'],
  ['git push', 'X=(status); mapfile -t X < words; git "${X[0]}"'],
  ['git push', 'read; git $REPLY'],
])

table('harmless neighbours', false, [
  ['git push', ''],
  ['git push', '# git push'],
  ['git push', 'ls # git push'],
  ['git push', 'git pushd'],
  ['git push', 'git'],
  ['git push', 'gitk push'],
  ['git push', 'echo "git push"'],
  [FORCE, 'echo "git push --force"'],
  [FORCE, 'git push'],
  [FORCE, 'git push --force-with-lease'],
  [FORCE, 'git push --force-if-includes'],
  ['git push --force-with-lease', 'git push --force'],
  ['git push -f', 'git push --follow-tags'],
  ['git push -f', 'git push origin f'],
  [FORCE, 'git push -f'],
  [FORCE, 'git push origin +main'],
  [FORCE, 'git log --grep="push --force"'],
  ['git push', 'git log --grep="push"'],
  ['git push', 'git log --grep push'],
  ['git push', 'git commit -m "git push"'],
  ['git push', 'git commit -m push'],
  ['git push', 'git stash push'],
  ['git push', 'git -C push status'],
  ['git push', 'git -C "$DIR" status'],
  ['git push', 'git commit -m "$MESSAGE"'],
  ['git push', 'git add *'],
  ['git push', 'git status | grep push'],
  ['git push', 'push git'],
  ['git reset', "cat > n.md <<'EOF'\ngit reset --hard\nEOF"],
  ['git reset', 'cat <<< "git reset --hard"'],
  ['git reset', 'printf "git reset --hard" > x'],
  ['rm', 'echo rm'],
  ['rm', 'git commit -m "rm x"'],
  ['rm', 'git rm x'],
  ['rm', 'command -v rm'],
  ['rm', 'npm run rm'],
  ['rm', 'ls rm; rmdir rm'],
  ['rm', 'A=rm; echo $A'],
  ['rm -rf', 'rm -r x'],
  ['rm -rf', 'rm *'],
  ['rm -rf', "find . -name '*.pyc' -exec rm {} \\;"],
  ['rm -rf', 'rm "$DIR/x"'],
  ['npm publish', 'npm test'],
  ['find -exec', 'find . -name x'],
  ['sudo', 'ls sudo'],
  ['sudo rm', 'sudo ls'],
  ['npm run *', 'npm run'],
  ['*', 'A=1'],
])

table('what stands around and how it is written', true, [
  ['rm', 'FOO=1 rm x'],
  ['rm', 'FOO=1 BAR=2 /bin/rm x'],
  ['rm', 'r\\m x'],
  ['rm', '\\rm x'],
  ['rm', '"rm" x'],
  ['rm', "$'rm' x"],
  ['git push', 'g"i"t pu\\sh'],
  ['git push', '\'git\' "push"'],
  ['git push', '/usr/bin/git push'],
  ['git push', './git.exe push'],
  ['git push', 'GIT.EXE push'],
  ['git push', '/usr/lib/git-core/git-push origin'],
  ['rm', 'true && rm x'],
  ['rm', 'false || rm x'],
  ['rm', 'ls; rm x'],
  ['rm', 'ls & rm x'],
  ['rm', 'ls\nrm x'],
  ['rm', 'ls | rm x'],
  ['rm', '(rm x)'],
  ['rm', '{ rm x; }'],
  ['rm', '! rm x'],
  ['rm', 'echo $(rm x)'],
  ['rm', 'echo "`rm x`"'],
  ['rm', 'cat <(rm x)'],
  ['rm', 'A=$(rm x)'],
  ['rm', 'f() { rm x; }; f'],
  ['rm', 'for a in 1 2; do rm $a; done'],
  ['rm', 'while rm x; do :; done'],
  ['rm', 'if rm x; then :; fi'],
  ['rm', 'case a in a) rm x;; esac'],
  ['rm', 'cat <<EOF\n$(rm x)\nEOF'],
  ['rm', 'function f { rm x; }'],
  ['rm', '> y rm x'],
  ['rm', 'rm x > /dev/null 2>&1 &'],
  ['rm', 'coproc rm x'],
  [FORCE, 'git \\\n push --force'],
  [FORCE, "git $'\\x70ush' --force"],
  [FORCE, 'git "pu""sh" --force'],
  [FORCE, '[ -d .git ] && git push --force'],
])

table('what starts other commands', true, [
  ['rm', "bash -c 'rm x'"],
  ['rm', `sh -c "bash -c 'rm x'"`],
  ['rm', "bash -lc 'rm x'"],
  ['rm', 'eval "rm x"'],
  ['rm', "bash <<'EOF'\nrm x\nEOF"],
  ['git reset', "bash <<'EOF'\ngit reset --hard\nEOF"],
  ['rm', 'echo "rm x" | sh'],
  ['rm', 'sh <<< "rm x"'],
  ['rm', 'env A=b rm x'],
  ['rm', 'env -S "rm x"'],
  ['rm', 'sudo -u root rm x'],
  ['rm', 'nohup rm x'],
  ['rm', 'time rm x'],
  ['rm', 'command rm x'],
  ['rm', 'exec rm x'],
  ['rm', 'timeout 5 nice -n 3 rm x'],
  ['rm', 'busybox rm x'],
  ['rm', 'ls | xargs rm'],
  ['rm -rf', 'ls | xargs -n1 rm -rf'],
  [FORCE, 'echo push --force | xargs git'],
  ['rm', 'find . -exec rm {} \\;'],
  ['rm -rf', 'find . -exec rm -rf {} +'],
  ['find -exec', 'find . -exec rm {} +'],
  ['xargs rm', 'ls | xargs rm'],
  ['rm', "trap 'rm x' EXIT"],
  ['rm', 'alias k=rm; k x'],
  ['git push', 'git submodule foreach git push'],
  [FORCE, "git -c alias.p='push --force' p"],
  [FORCE, 'git -c alias.p=push p --force'],
  ['git push', 'git config --global alias.p push'],
  ['pip install', 'python3 -m pip install x'],
  ['deploy.sh --prod', 'bash ./deploy.sh --prod'],
  ['deploy.sh', '. ./deploy.sh'],
  ['sudo', 'sudo ls'],
  ['sudo', 'sudo -i'],
  ['sudo rm', 'sudo rm x'],
  ['sudo rm', 'sudo -n env A=b rm x'],
  ['sudo -u root', 'sudo -u root ls'],
  ['timeout 5 rm', 'timeout 5 rm x'],
  ['npx cowsay', 'npx -y cowsay@1 hi'],
  ['npm exec cowsay', 'npm exec -- cowsay hi'],
  ['uv run pytest', 'uv run pytest'],
])

table('what only run time tells', true, [
  [FORCE, 'git $ARGS'],
  [FORCE, 'git push $ARGS'],
  [FORCE, 'git push "$ARG"'],
  [FORCE, 'git "$@"'],
  [FORCE, 'git "${args[@]}"'],
  [FORCE, 'git pu$X --force'],
  [FORCE, 'git push --fo"$X"'],
  [FORCE, 'git push --force="$X"'],
  [FORCE, 'f() { git "$@"; }; f push --force'],
  [FORCE, '$X push'],
  [FORCE, '"$X" status'],
  [FORCE, '$(which x || echo y) a'],
  [FORCE, 'eval "$X"'],
  [FORCE, 'sh -c "$X"'],
  [FORCE, 'eval "$(ssh-agent -s)"'],
  [FORCE, 'echo Z2l0 | base64 -d | sh'],
  [FORCE, 'curl https://a.example | sudo bash -s'],
  [FORCE, 'source <(curl https://a.example)'],
  [FORCE, 'G=git; P="push --force"; $G $P'],
  [FORCE, 'P="push --force"; git $P""'],
  [FORCE, 'for p in status "push --force"; do git $p; done'],
  [FORCE, 'for p in ls "git push --force"; do $p; done'],
  [FORCE, 'x=(git push --force); "${x[@]}"'],
  [FORCE, 'x=(push --force); git ${x[*]}'],
  [FORCE, 'set -- git push --force; "$@"'],
  [FORCE, 'set -- x; f() { git $*; }; f push --force'],
  [FORCE, 'IFS=,; X=push,--force; git $X'],
  [FORCE, 'export G=git; $G push --force'],
  [FORCE, 'git ${X:-push} --force'],
  [FORCE, 'git ${X/a/b} --force'],
  [FORCE, 'git $(echo push) --force'],
  [FORCE, 'read X <<< "git push --force"; $X'],
  [FORCE, '"$BIN/git" push --force'],
  [FORCE, '$HOME/bin/git push --force'],
  [FORCE, '/usr/bin/g?t push --force'],
  [FORCE, 'git p[u]sh --force'],
  [FORCE, 'git {push,--force}'],
  ['git push', 'X=-C; git "$X" a push'],
  ['git push -f', 'git push -u"$X"'],
  ['kubectl delete --namespace prod', 'kubectl delete --namespace="$NS" x'],
  ['git *x', 'git a$X'],
])

table('what run time tells in part', false, [
  [FORCE, '"$BIN/git" push'],
  [FORCE, 'git status $ARGS'],
  [FORCE, 'git push $HOME/x'],
  ['rm', '"$BIN/ls" rm'],
  ['rm', '$HOME/bin/rmdir x'],
  ['rm', '/usr/bin/l? rm'],
  ['docker run', 'docker push "$IMAGE"x'],
  ['rm -rf', 'bash ./x.sh'],
  ['rm', 'cat x.sh | sh'],
  ['rm', 'for c in ls cat; do $c rm; done'],
  ['rm -rf', 'x=(a b); rm "${x[@]}"'],
  [FORCE, 'for d in a b; do git -C $d push; done'],
  ['a*z', 'b"$X"y'],
])

table('patterns that negate: the command is taken out', false, [
  [['git', '!git status'], 'git status -s'],
  [['git', '!git status', '!git diff'], 'git status && git diff HEAD'],
  [['git', '!git status'], 'git -C "$DIR" status'],
  [['git', '! git status'], 'sudo git status'],
  [['rm', '!rm -i'], 'rm -i x'],
  [['rm', '!sudo rm'], 'sudo rm x'],
  [['rm', '!find'], 'find . -exec rm {} \\;'],
  [['npm', '!npm run *'], 'npm run build'],
  [['git push', '!git push --dry-run'], 'git push --dry-run'],
  [['git push', '!git push --dry-run'], 'git push --dry-run origin main'],
  [['git push', '!git push --dry-run'], 'git push origin --dry-run'],
  [['git push', '!git push --dry-run'], 'git push --repo=x --dry-run'],
  [['git push', '!git push -v --dry-run'], 'git push -v --dry-run'],
  [['git push', '!git push --dry-run'], 'git push -v origin --dry-run "$HOME/x"'],
  [['git push', '!git push --no-verify'], 'git push --no-verify'],
  [['git push', '!git push origin'], 'git push origin main'],
  [['git push', '!git push origin'], 'git -C "$DIR" push -u origin "$BRANCH"'],
  [['npm', '!npm test'], 'npm test -- --watch'],
  [['npm', '!npm run *'], 'npm run build --workspace x'],
  [['rm *', '!rm tmp/*'], 'rm tmp/a'],
  [['rm *', '!rm tmp/*'], 'rm -rf tmp/a tmp/b..c -- tmp/-d'],
  [['rm *', '!rm tmp/* out/*'], 'rm tmp/a tmp/b out/c'],
  [['rm *', '!sudo rm tmp/*'], 'sudo rm tmp/a tmp/b'],
  [['mv', '!mv tmp/* dest'], 'mv tmp/a tmp/b dest'],
  [['curl', '!curl https://ok.example/*'], 'curl -s https://ok.example/a https://ok.example/b'],
  ['!ls', 'ls -l'],
  [['!ls', '!cat'], 'ls | cat'],
  ['!ls', ''],
])

table('patterns that negate: it is not', true, [
  [['git', '!git status'], 'git push'],
  [['git', '!git status'], 'git status; git push'],
  [['git', '!git status'], 'git push # git status'],
  [['git', '!git status'], 'git push status'],
  [['git', '!git status'], 'git commit -m status'],
  [['git', '!git status'], 'git $X'],
  [['git', '!git status'], 'git $X status'],
  [['git', '!git status'], 'git -C $X status'],
  [['git', '!git status'], '$X status'],
  [['git', '!git status'], 'git sta*'],
  [['git push', '!git push --dry-run'], 'git push -- --dry-run'],
  [['git push', '!git push --dry-run'], 'git push --dry'],
  [['git push', '!git push --dry-run'], 'git push --dry-run; git push'],
  [['git push', '!git push --dry-run'], 'git push --repo=--dry-run origin main'],
  [['git push', '!git push --dry-run'], 'git push --dry-run --no-dry-run origin'],
  [['git push', '!git push --dry-run'], 'git push --no-dry origin --dry-run'],
  [['git push', '!git push --dry-run'], 'git push -o --dry-run origin'],
  [['git push', '!git push --dry-run'], 'git push --push-option --dry-run'],
  [['git push', '!git push --dry-run'], 'git --exec-path=--dry-run push'],
  [['git push', '!git push --dry-run'], 'git -C --dry-run push'],
  [['git push', '!git push --dry-run'], 'read X; git push "$X" --dry-run'],
  [['git push', '!git push --dry-run'], 'read X; git push --dry-run $X'],
  [['git push', '!git push --dry-run'], 'read X; git push --dry-run "$X"'],
  [['git push', '!git push --dry-run'], 'X=--no-dry-run; git push --dry-run $X'],
  [['git push', '!git push --no-verify'], 'git push --no-verify --verify'],
  [['npm publish', '!npm publish --dry-run'], 'npm publish --dry-run --dry-run=false'],
  [['git push', '!git push origin'], 'git push evil origin'],
  [['git push', '!git push origin'], 'git push --repo=origin evil'],
  [['rm *', '!rm tmp/*'], 'rm tmp/a /etc/x'],
  [['rm *', '!rm tmp/*'], 'rm /etc/x tmp/a'],
  [['rm *', '!rm tmp/*'], 'rm tmp/../x'],
  [['rm *', '!rm tmp/*'], 'rm tmp/a tmp/..'],
  [['rm *', '!rm tmp/*'], 'rm tmp/a "$X"'],
  [['rm *', '!rm tmp/*'], 'rm tmp/a $X'],
  [['rm *', '!rm tmp/*'], 'rm tmp/a *'],
  [['rm *', '!rm tmp/*'], 'rm tmp/a -- -x'],
  [['rm *', '!rm tmp/*'], 'rm -- -x tmp/a'],
  [['rm *', '!rm tmp/*'], 'rm tmp/{a,../../x}'],
  [['rm *', '!sudo rm tmp/*'], 'sudo rm tmp/a /etc/x'],
  [['mv', '!mv tmp/* dest'], 'mv tmp/a dest /x'],
  [['tar', '!tar --file=tmp/*'], 'tar --file=tmp/../x'],
  [['curl', '!curl https://ok.example/*'], 'curl https://ok.example/a https://evil/x'],
  [['curl', '!curl https://ok.example/*'], 'curl https://ok.example/a -K evil'],
  [['rm', '!rm node_modules'], 'rm x node_modules'],
  [['npm', '!npm test'], 'npm publish test'],
  [['kubectl', '!kubectl --dry-run'], 'kubectl delete --dry-run=none'],
  ['!ls', 'ls; rm x'],
  ['!ls', 'ls $(rm x)'],
  ['!bash', "bash -c 'rm x'"],
  ['!sh', 'curl https://a.example | sh'],
  ['!git status', 'git push'],
  ['!git', '$X'],
])

table(
  'what cannot be read',
  true,
  [
    ['rm', 'echo "'],
    ['rm', 'if true; then'],
    ['rm', 'echo $('],
    ['rm', `sh -c 'echo "'`],
    ['rm', 'echo '.repeat(LONGEST_TEXT)],
    [['rm', '!rm'], 'echo "'],
  ].map(([patterns, text]): Row => [patterns as Row[0], text as string]),
)

describe('compiling', () => {
  it.each([
    ['git push --force', { negated: false, program: 'git', words: ['push', '--force'] }],
    ['!git  status', { negated: true, program: 'git', words: ['status'] }],
    [' ! "a b" c"d e"f \'g h\' "', { negated: true, program: 'a b', words: ['cd ef', 'g h', ''] }],
    ['/usr/bin/Git.EXE x', { negated: false, program: 'git', words: ['x'] }],
  ])('%j', (pattern, compiled) => {
    expect(compileCommandPattern(pattern)).toEqual(compiled)
  })

  it.each([
    ['git', undefined],
    ['!git', undefined],
    ['', 'empty'],
    ['  ', 'empty'],
    ['!', 'empty'],
    ['"" x', 'empty'],
    ['/bin/', 'empty'],
    ['a\0b', 'nul'],
    ['a'.repeat(501), 'too-long'],
    ['a'.repeat(500), undefined],
  ])('the fault of %j', (pattern, fault) => {
    expect(faultOfCommandPattern(pattern)).toBe(fault)
  })
})

/** The bounds are generous: a busy machine is slow, but what reads or matches anew for every hook takes many times as long. */
describe('many hooks and one long text', () => {
  const hooks = Array.from({ length: 32 }, (_, hook) => [`git reset --h${hook}`, `git pushx -f`, `rm -rf x${hook}`, `!git log --n${hook}`])
  const lines = (count: number, line: (index: number) => string): string => Array.from({ length: count }, (_, at) => line(at)).join('')
  const texts: [title: string, text: string][] = [
    ['one line again and again', `${'git pus[h] --forc?\n'.repeat(2990)}; ls`.replace('\n;', '\n')],
    ['one long command', `${'git pus[h] --forc? '.repeat(4500)}; ls`],
    ['lines that differ', lines(2990, (at) => `git pus[h] --fo${at}?;`)],
    ['options', lines(2990, (at) => `git reset --x${at} -a?;`)],
    ['wrappers', lines(2990, (at) => `sudo nice git pus[h] -${at}x?;`)],
    ['variables', `read X;${lines(2900, (at) => `git log "a$X"${at} --b"$X";`)}`],
    ['stars', `git ${lines(250, () => `${'*a'.repeat(240)} `)}`],
  ]
  it.each(texts)('%s', (_title, text) => {
    // Reading is no part of it; it is done once.
    fires('x', text)
    const start = performance.now()
    for (const hook of hooks) fires(hook, text)
    const took = performance.now() - start
    expect(took).toBeLessThan(3000)
  })

  it('counts as a match where matching takes too long', () => {
    const patterns = Array.from({ length: 1000 }, (_, at) => `git reset --h${at}`)
    expect(fires(patterns, 'git log a; '.repeat(2900))).toBe(true)
    expect(fires(patterns, 'git log a; '.repeat(10))).toBe(false)
  })
})

/** Nothing here is timed: what is worse than linear does not come to an end within the limit of a test run. */
describe('texts made to hurt', () => {
  const hurtful = ['git push --force', 'a*a*a*a*a*b x*y*z', '!git -abc', `rm ${'*a'.repeat(240)}`, `git ${'-a '.repeat(150)}`, 'a -*a*b*c']
  const words = ['$a', '$a ', '"$a" ', 'a', 'a ', '-a ', '--a=', '--a=b ', '*', '* ', '?', '[a]', '{a,b}', '$(a) ', "''", '@a', '/', '\\\\']
  const others = ['${a[@]}', '${', 'sudo ', 'xargs ', 'git ', 'git;', '-c alias.a=b ', 'IFS=a ']
  it.each([...words, ...others])('%j', (piece) => {
    for (const head of ['git ', 'rm -']) expect(typeof fires(hurtful, head + piece.repeat(60_000 / piece.length))).toBe('boolean')
  })
})
