import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { PROGRAM } from '../support/program.mjs'
import type { Workspace } from '../support/workspace.mjs'
import { inTurn, onEachHost, shell, type ProtectionRow } from './self-protection.calls.js'

/** Starting this program with anything but its reading sub-commands, and starting a host with its hooks switched off. */

const OWN: readonly (readonly [string, string])[] = [
  ['trust', 'acuvo-hooks trust'],
  ['trust --yes', 'acuvo-hooks trust --yes'],
  ['trust of a folder', 'acuvo-hooks trust . --yes --json'],
  ['trust --revoke', 'acuvo-hooks trust --revoke'],
  ['trust --only', 'acuvo-hooks trust --only'],
  ['trust --same-as', 'acuvo-hooks trust --same-as main'],
  ['trust --status in another store', 'acuvo-hooks trust --status --store /tmp/x'],
  ['check with another user file', 'acuvo-hooks check --user-config /tmp/x.json'],
  ['log of another store', 'acuvo-hooks log --store=/tmp/x'],
  ['replay', 'acuvo-hooks replay payload.json'],
  ['test', 'acuvo-hooks test --unapproved'],
  ['run', 'acuvo-hooks run --host codex --event PreToolUse < payload.json'],
  ['install', 'acuvo-hooks install'],
  ['uninstall', 'acuvo-hooks uninstall --host claude-code'],
  ['pass', 'acuvo-hooks pass --last'],
  ['init', 'acuvo-hooks init'],
  ['explain --run', 'acuvo-hooks explain --run payload.json'],
  ['npx', 'npx acuvo-hooks trust --yes'],
  ['npx -y with a version', 'npx -y acuvo-hooks@latest trust --yes'],
  ['npm exec', 'npm exec -- acuvo-hooks trust --yes'],
  ['pnpm dlx', 'pnpm dlx acuvo-hooks trust --yes'],
  ['yarn', 'yarn acuvo-hooks trust --yes'],
  ['bunx', 'bunx acuvo-hooks trust --yes'],
  ['from node_modules', './node_modules/.bin/acuvo-hooks trust --yes'],
  ['by its path', '{program} trust --yes'],
  ['node', 'node {program} trust --yes'],
  ['node with an option', 'node --no-warnings {program} trust --yes'],
  ['a step up in its path', 'node {program}/../acuvo-hooks.cjs trust --yes'],
  ['upper case', 'ACUVO-HOOKS trust --yes'],
  ['quotes', `"acuvo-hooks" 'tr''ust' --yes`],
  ['a backslash', 'acuvo\\-hooks trust --yes'],
  ['a variable as sub-command', 't=trust; acuvo-hooks $t --yes'],
  ['a variable as program', 'p=acuvo-hooks; $p trust --yes'],
  ['which', '"$(command -v acuvo-hooks)" trust --yes'],
  ['node and which', 'node "$(which acuvo-hooks)" trust --yes'],
  ['screen', 'screen -dm acuvo-hooks trust --yes'],
  ['tmux', 'tmux new-session -d "acuvo-hooks trust --yes"'],
  ['after a reading one', 'acuvo-hooks check && acuvo-hooks trust --yes'],
  ['answered by yes', 'yes | acuvo-hooks trust'],
  ['sudo', 'sudo acuvo-hooks trust --managed --yes'],
  ['env', 'env CI=1 acuvo-hooks trust --yes'],
  ['an assignment', 'CI=1 acuvo-hooks trust --yes'],
  ['nohup', 'nohup acuvo-hooks trust --yes &'],
  ['bash -c', 'bash -c "acuvo-hooks trust --yes"'],
  ['script, for a terminal', `script -qc "acuvo-hooks trust" /dev/null`],
  ['a substitution', 'echo "$(acuvo-hooks trust --yes)"'],
  ['xargs', 'echo trust --yes | xargs acuvo-hooks'],
  ['a here-document for sh', "sh <<'EOF'\nacuvo-hooks trust --yes\nEOF"],
  ['node -e', `node -e "require('child_process').execSync('acuvo-hooks trust --yes')"`],
]

/** hosts/claude-code.md 3 (`--settings`, `disableAllHooks`); hosts/codex.md 3 (`-c`, `features.hooks`, its old name). */
const HOSTS_WITHOUT_HOOKS: readonly (readonly [string, string])[] = [
  ['Claude Code', `claude --settings '{"disableAllHooks":true}' -p "go on"`],
  ['Claude Code, blanks', `claude -p hi --settings '{ "disableAllHooks": true }'`],
  ['Claude Code, =', `claude --settings='{"disableAllHooks":true}'`],
  ['Codex', 'codex exec -c features.hooks=false "go on"'],
  ['Codex, quotes', `codex -c 'features.hooks=false'`],
  ['Codex, blanks', `codex exec -c "features.hooks = false" "go on"`],
  ['Codex, the old name', 'codex exec -c features.codex_hooks=false "go on"'],
  ['Codex by npx', 'npx @openai/codex exec -c features.hooks=false "go on"'],
  ['Codex in the background', 'nohup codex exec -c features.hooks=false "go on" > out.txt 2>&1 &'],
  ['Claude Code in bash -c', `bash -c "claude --settings '{\\"disableAllHooks\\":true}' -p hi"`],
]

const linkAt =
  (at: string) =>
  ({ root }: Workspace): void =>
    symlinkSync(PROGRAM, join(root, at))

/** The program under a second name. */
const BY_ANOTHER_NAME: readonly ProtectionRow[] = [
  ...onEachHost('the program by a link', (host) => shell(host, './helper trust --yes')).map((row) => ({
    ...row,
    before: linkAt('helper'),
  })),
  { name: 'node and a link', call: shell('codex', 'node tools.cjs trust --yes'), before: linkAt('tools.cjs') },
  {
    name: 'a link after cd',
    call: shell('cursor', 'cd bin && node ./x trust --revoke'),
    before: (workspace) => {
      workspace.change('bin/readme', '')
      linkAt('bin/x')(workspace)
    },
  },
]

export const PROGRAMS_DENIED: readonly ProtectionRow[] = [
  ...inTurn(OWN.map(([name, text]) => [`acuvo-hooks: ${name}`, text])),
  ...inTurn(HOSTS_WITHOUT_HOOKS.map(([name, text]) => [`a host without hooks: ${name}`, text])),
  ...BY_ANOTHER_NAME,
]

export const PROGRAMS_PASSED: readonly ProtectionRow[] = inTurn([
  ['check', 'acuvo-hooks check'],
  ['check --json', 'acuvo-hooks check --json'],
  ['trust --status', 'acuvo-hooks trust --status'],
  ['trust --status of a folder', 'acuvo-hooks trust . --status --json'],
  ['trust --list', 'acuvo-hooks trust --list'],
  ['install --status', 'acuvo-hooks install --status'],
  ['explain', 'acuvo-hooks explain payload.json'],
  ['log', 'acuvo-hooks log'],
  ['stats', 'acuvo-hooks stats'],
  ['hosts', 'acuvo-hooks hosts'],
  ['schema', 'acuvo-hooks schema > /tmp/schema.json'],
  ['--help', 'acuvo-hooks --help'],
  ['--version', 'acuvo-hooks --version'],
  ['npx check', 'npx acuvo-hooks check'],
  ['node check', 'node {program} check'],
  ['the program by its path', '{program} trust --status'],
  ['check in sh -c', "sh -c 'acuvo-hooks check'"],
  ['which', 'which acuvo-hooks'],
  ['search for the name', 'grep -r acuvo-hooks .'],
  ['search for the command', "rg 'acuvo-hooks trust' docs"],
  ['search in the history', "git log --grep='acuvo-hooks trust --yes'"],
  ['a text that names the command', 'echo "a person runs: acuvo-hooks trust --yes"'],
  ['a message that names the command', 'git commit -m "docs: acuvo-hooks trust --yes"'],
  ['a document that names the command', "cat > docs/use.md <<'EOF'\nacuvo-hooks trust --yes\nEOF"],
  ['a package that depends on it', 'npm install -D acuvo-hooks'],
  ['a question about the package', 'npm view acuvo-hooks version'],
  ['a folder of that name', 'cd acuvo-hooks && npm test'],
  ['a clone of it', 'git clone https://example.com/acuvo-hooks.git'],
  ['another program named trust', 'trust list'],
  ['a script of that name', 'npm run trust'],
  ['claude --help', 'claude --help'],
  ['claude -p', 'claude -p "what is this" --output-format json'],
  ['claude with other settings', `claude --settings '{"model":"opus"}' -p hi`],
  ['codex exec', 'codex exec "fix tests"'],
  ['codex with other settings', 'codex exec -c model=gpt-5.5 "fix tests"'],
  ['codex with hooks on', 'codex exec -c features.hooks=true "fix tests"'],
  ['a prompt that names the switch', 'codex exec "explain what features.hooks=false does"'],
  ['a text that names the switch', 'echo "codex -c features.hooks=false"'],
])
