import { inTurn, withPolicy, type ProtectionRow } from './self-protection.calls.js'

/** Shell commands that say the same in other spellings: wrappers, quotes, variables, globs, nesting. All of them are denied. */

const QUOTED: readonly (readonly [string, string])[] = [
  ['single quotes', "rm '.acuvo/hooks.json'"],
  ['double quotes', 'rm ".acuvo/hooks.json"'],
  ['quotes in the middle', 'rm .ac\'\'uvo/ho"ok"s.json'],
  ['quotes around the folder', 'rm -rf ".acuvo"/'],
  ['a backslash in the name', 'rm .acu\\vo/hooks.json'],
  ['a backslash before the command', '\\rm .acuvo/hooks.json'],
  ['quotes in the command', "r'm' -rf .acuvo"],
  ['a line continued in the name', 'rm .acu\\\nvo/hooks.json'],
  ['$-quotes', "rm $'.\\x61cuvo/hooks.json'"],
  ['a quoted target of >', 'echo x > \'.acuvo\'/"hooks.json"'],
]

const VARIABLES: readonly (readonly [string, string])[] = [
  ['a variable', 'p=.acuvo/hooks.json; rm "$p"'],
  ['a variable in braces', 'd=.ac\nrm -rf ${d}uvo'],
  ['a variable as target of >', 'f=.claude/settings.json && echo {} > $f'],
  ['an exported variable', 'export D=.acuvo; rm -rf $D'],
  ['$HOME', 'rm $HOME/.claude/settings.json'],
  ['${HOME}', 'echo x >> "${HOME}/.bashrc"'],
  ['~', 'mv ~/.codex/config.toml /tmp/x'],
  ['$PWD', 'rm -rf "$PWD/.acuvo"'],
  ['$(pwd)', 'rm -rf $(pwd)/.acuvo'],
  ['a loop', 'for f in .acuvo/hooks.json; do rm "$f"; done'],
  ['a loop over folders', 'for d in .claude .codex; do mv $d $d.off; done'],
  ['a loop over lines', 'echo .acuvo/hooks.json | while read -r f; do rm "$f"; done'],
  ['a function', 'f() { rm -rf "$1"; }; f .acuvo'],
]

const PLACES: readonly (readonly [string, string])[] = [
  ['cd first', 'cd .acuvo && rm hooks.json'],
  ['cd, then >', 'cd .claude; echo {} > settings.json'],
  ['cd by an absolute path', 'cd {root}/.cursor && mv hooks.json x'],
  ['cd home', 'cd && rm .zshenv'],
  ['pushd', 'pushd .acuvo; rm guard.sh; popd'],
  ['cd in a subshell', '(cd .codex && rm -f config.toml)'],
  ['cd, and up again', 'cd src && rm ../.acuvo/hooks.json'],
  ['git -C', 'git -C .acuvo rm hooks.json'],
  ['env -C', 'env -C .acuvo rm hooks.json'],
]

const WRAPPED: readonly (readonly [string, string])[] = [
  ['sudo', 'sudo rm -rf .acuvo'],
  ['sudo with a user', 'sudo -u root rm -rf .acuvo'],
  ['env', 'env FOO=1 rm -rf .acuvo'],
  ['an assignment', 'ACUVO_DISABLE=1 rm -rf .acuvo'],
  ['nohup', 'nohup rm -rf .acuvo &'],
  ['command', 'command rm -rf .acuvo'],
  ['an absolute path of the command', '/bin/rm -rf .acuvo'],
  ['busybox', 'busybox rm -rf .acuvo'],
  ['time', 'time rm -rf .acuvo'],
  ['timeout', 'timeout 5 rm -rf .acuvo'],
  ['nice', 'nice -n 5 rm -rf .acuvo'],
  ['exec', 'exec rm -rf .acuvo'],
  ['setsid', 'setsid rm -rf .acuvo'],
]

const NESTED: readonly (readonly [string, string])[] = [
  ['after &&', 'true && rm -rf .acuvo'],
  ['after ||', 'false || rm -rf .acuvo'],
  ['after a comment', '# tidy up\nrm -rf .acuvo'],
  ['in a subshell', '(rm -rf .acuvo)'],
  ['in braces', '{ rm -rf .acuvo; }'],
  ['in if', 'if true; then rm -rf .acuvo; fi'],
  ['in the background', 'sleep 1 & rm -rf .acuvo'],
  ['in a substitution', 'echo $(rm -rf .acuvo)'],
  ['in double quotes', 'echo "done $(rm -rf .acuvo)"'],
  ['in backticks', 'echo `rm -rf .acuvo`'],
  ['as a computed word', '$(echo rm) -rf .acuvo'],
  ['in a process substitution', 'cat <(rm -rf .acuvo)'],
  ['in a here-document that is expanded', 'cat > notes.md <<EOF\n$(rm -rf .acuvo)\nEOF'],
  ['bash -c', "bash -c 'rm -rf .acuvo'"],
  ['sh -c in sh -c', `sh -c "sh -c 'rm -rf .acuvo'"`],
  ['bash -lc', 'bash -lc "cd .acuvo && rm hooks.json"'],
  ['sudo bash -c', 'sudo bash -c "echo {} > .acuvo/hooks.json"'],
  ['eval', 'eval "rm -rf .acuvo"'],
  ['eval of words', 'eval rm -rf .acuvo'],
  ['sh from a here-document', "sh <<'EOF'\nrm -rf .acuvo\nEOF"],
  ['bash from a here-document in a pipe', "cat <<'EOF' | bash\nrm -rf .acuvo\nEOF"],
  ['bash of a process substitution', "bash <(echo 'rm -rf .acuvo')"],
  ['powershell -Command', 'powershell -Command "Remove-Item -Recurse .acuvo"'],
  ['sh from a pipe', "echo 'rm -rf .acuvo' | sh"],
  ['bash from a here-string', 'bash <<< "rm -rf .acuvo"'],
  ['a harmless line before', 'cat .acuvo/hooks.json; rm .acuvo/hooks.json'],
  ['a harmless here-document before', "cat > notes.md <<'EOF'\nhello\nEOF\nrm -rf .acuvo"],
]

/** What a glob stands for is known only where the files are. */
const GLOBS: readonly (readonly [string, string])[] = [
  ['* in the folder', 'rm .acuvo/*'],
  ['* in the name of the folder', 'rm .ac*/hooks.json'],
  ['?', 'rm .ac?vo/hooks.jso?'],
  ['a class', 'rm -rf .[a]cuvo'],
  ['all dot folders', 'rm -rf .[!.]*'],
  ['braces', 'rm .{acuvo,cursor}/hooks.json'],
  ['a glob in a loop', 'for f in .acuvo/*.json; do rm "$f"; done'],
  ['a glob as target of cp', 'cp /tmp/x .cl*/settings.json'],
]

export const SPELLING_DENIED: readonly ProtectionRow[] = [
  ...inTurn([...QUOTED, ...VARIABLES, ...PLACES, ...WRAPPED, ...NESTED]),
  ...withPolicy(inTurn(GLOBS)),
]
