import { claude, cursor, inTurn, mcp, withPolicy, type ProtectionRow } from './self-protection.calls.js'

/** Further kinds of calls: whole trees that git puts back, programs started by others, rarer writers, tools that no table knows. */

const POLICY = '.acuvo/hooks.json'

const BY_GIT: readonly (readonly [string, string])[] = [
  ['git restore of all', 'git restore .'],
  ['git checkout of all', 'git checkout -- .'],
  ['git checkout from the top', 'git checkout HEAD -- :/'],
  ['git restore of a pattern', 'git restore "*.json"'],
  ['git rm of a pattern', "git rm -rq 'scripts/*'"],
  ['git stash of a folder', 'git stash push -- scripts'],
]

const BY_GIT_OPTIONS: readonly (readonly [string, string])[] = [
  ['git --work-tree', 'git --work-tree=.acuvo checkout HEAD -- hooks.json'],
  ['git with another repository', 'git --git-dir=/tmp/x/.git --work-tree=. checkout -f'],
  ['git -c, then rm', `git -c core.quotepath=off rm ${POLICY}`],
  ['git -c of an alias', "git -c alias.x='!rm -rf .acuvo' x"],
  ['git apply --directory', 'git apply --directory=.acuvo /tmp/x.diff'],
]

const BY_OTHERS: readonly (readonly [string, string])[] = [
  ['at', 'echo "acuvo-hooks trust" | at now'],
  ['crontab', 'echo "* * * * * acuvo-hooks trust --yes" | crontab -'],
  ['expect', "expect -c 'spawn acuvo-hooks trust --yes'"],
  ['deno', 'deno run npm:acuvo-hooks trust'],
  ['node on its stdin', 'cat {program} | node - trust'],
  ['node <', 'node < {program}'],
  ['a copy of the program', 'cp {program} /tmp/x.cjs && node /tmp/x.cjs trust'],
  ['tmux send-keys', 'tmux send-keys -t 0 "acuvo-hooks trust --yes" Enter'],
  ['npm rm of the program', 'npm rm acuvo-hooks'],
]

const RARER: readonly (readonly [string, string])[] = [
  ['bzip2', `bzip2 ${POLICY}`],
  ['link', 'link /tmp/x .claude/settings.extra.json'],
  ['split', 'split /tmp/x .acuvo/part'],
  ['uniq with an output', `uniq /tmp/x ${POLICY}`],
  ['openssl -out', `openssl enc -d -in /tmp/x -out ${POLICY}`],
  ['zip -m', `zip -m /tmp/x.zip ${POLICY}`],
  ['script', `script -qc ls ${POLICY}`],
  ['mount --bind', 'mount --bind /tmp/x .acuvo'],
  ['sed with s///w', `sed 's/a/b/w ${POLICY}' /tmp/x`],
  ['an alias', 'alias k="rm -rf"; k .acuvo'],
  ['a program that a variable names', '"$X" -rf .acuvo'],
  ['source of a process substitution', "source <(echo 'rm -rf .acuvo')"],
  ['bash -c of a here-document', 'bash -c "$(cat <<E\nrm -rf .acuvo\nE\n)"'],
  ['a text that is changed before sh', "echo 'rm -rf .acuvo' | tr a a | sh"],
  ['unshare', 'unshare -r rm -rf .acuvo'],
  ['chroot', 'chroot / rm -rf {root}/.acuvo'],
  ['powershell of bare words', `powershell -Command Set-Content ${POLICY} x`],
  ['cmd', 'cmd.exe /c "rmdir /s /q .acuvo"'],
]

const TOOLS_DENIED: readonly ProtectionRow[] = [
  { name: 'MCP terminal: input', call: mcp('claude-code', 'terminal', { input: 'rm -rf .acuvo\n' }) },
  { name: 'MCP shell: text', call: mcp('codex', 'shell', { text: 'acuvo-hooks trust --yes' }) },
  { name: 'MCP diff', call: mcp('cursor', 'apply_diff', { diff: `--- a/${POLICY}\n+++ b/${POLICY}\n@@ -1 +1 @@\n-a\n+b\n` }) },
  {
    name: 'MCP copy of the policy onto settings',
    call: mcp('codex', 'copy_file', { source: POLICY, destination: '.claude/settings.json' }),
  },
  { name: 'MCP tool of several actions: delete', call: mcp('cursor', 'files', { action: 'delete', path: '.acuvo' }) },
  { name: 'editor tool: create', call: claude('str_replace_editor', { command: 'create', path: POLICY, file_text: 'x' }) },
  {
    name: 'a resource saved as hooks',
    call: cursor('FetchMcpResource', { server: 's', uri: 'x://y', downloadPath: '.cursor/hooks.json' }),
  },
]

export const FURTHER_DENIED: readonly ProtectionRow[] = [
  ...withPolicy([
    ...inTurn(BY_GIT),
    { name: 'MCP move of a folder by its bare name', call: mcp('codex', 'move_file', { from: 'scripts', to: 'old' }) },
  ]),
  ...inTurn([...BY_GIT_OPTIONS, ...BY_OTHERS.map(([name, text]): [string, string] => [`acuvo-hooks: ${name}`, text]), ...RARER]),
  ...TOOLS_DENIED,
]

const SHELL_FREE: readonly (readonly [string, string])[] = [
  ['git checkout of a branch by force', 'git checkout -f main'],
  ['git stash', 'git stash'],
  ['git reset --hard', 'git reset --hard HEAD~1'],
  ['git restore --staged', 'git restore --staged .'],
  ['git restore of a folder', 'git restore docs src'],
  ['git -C that reads', 'git -C .acuvo log --oneline'],
  ['npm ls', 'npm ls acuvo-hooks'],
  ['npm uninstall of another', 'npm uninstall other'],
  ['which, then check', '"$(command -v acuvo-hooks)" check'],
  ['at that runs tests', 'echo "npm test" | at now'],
  ['gzip elsewhere', `gzip -c ${POLICY} > /tmp/x.gz`],
  ['uniq that reads', `uniq ${POLICY}`],
  ['zip that reads', `zip /tmp/x.zip ${POLICY}`],
  ['an alias that reads', 'alias k=cat; k .acuvo/hooks.json'],
  ['a computed cat', `$(which cat) ${POLICY}`],
  ['sed -i of two files whose script names it', "sed -i -e '/.acuvo/d' .gitignore .npmignore"],
  ['python that prints a command', `python3 -c "print('rm -rf .acuvo')"`],
  ['powershell that reads', `powershell -Command Get-Content ${POLICY}`],
]

export const FURTHER_PASSED: readonly ProtectionRow[] = [
  ...inTurn(SHELL_FREE),
  { name: 'MCP message of a path', call: mcp('claude-code', 'send_message', { text: POLICY }) },
  { name: 'MCP mail', call: mcp('codex', 'send_mail', { from: 'me@x.com', to: 'you@x.com', target: 'production' }) },
  { name: 'MCP terminal that reads', call: mcp('cursor', 'terminal', { input: 'ls .acuvo\n' }) },
  { name: 'MCP lint', call: mcp('claude-code', 'lint', { path: POLICY }) },
  {
    name: 'MCP patch on an ordinary file',
    call: mcp('codex', 'apply_patch', { patch: '*** Begin Patch\n*** Delete File: a.ts\n*** End Patch' }),
  },
  { name: 'MCP tool of several actions: read', call: mcp('cursor', 'files', { action: 'read', path: POLICY }) },
  { name: 'editor tool: view', call: claude('str_replace_editor', { command: 'view', path: `{root}/${POLICY}` }) },
  { name: 'ReadLints', call: cursor('ReadLints', { paths: [POLICY] }) },
  { name: 'a message to an agent', call: { host: 'codex', tool: 'send_input', input: { id: 'x', message: `rm ${POLICY}` } } },
]
