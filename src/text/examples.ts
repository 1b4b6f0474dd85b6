/** Examples of each command, as its --help shows them: lines to type, and what they do. A command without any fails a test. */

export interface Example {
  line: string
  /** What it does. */
  says: string
}

const examples = (...pairs: [line: string, says: string][]): Example[] => pairs.map(([line, says]) => ({ line, says }))

/** By the command's name; a command below another one by both (`record save`), else it has those of the one above. */
export const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  run: examples(
    ['acuvo-hooks run --host codex --event PreToolUse --host-timeout 130 < payload.json', 'what the line does that install writes'],
    ['acuvo-hooks run < payload.json; echo $?', 'the answer to a recorded payload, as its host gets it'],
  ),
  init: examples(
    ['acuvo-hooks init', 'a policy that protects lock files, CI definitions and secrets'],
    ['acuvo-hooks init --template no-secrets format-on-write --commit', 'these templates, for everybody who works here'],
    ['acuvo-hooks init --list', 'what the templates do'],
  ),
  install: examples(
    ['acuvo-hooks install', 'registers it in every agent that is found on this machine'],
    ['acuvo-hooks install claude-code --dry-run', 'shows what would be written, and writes nothing'],
    ['acuvo-hooks install codex --scope shared', "a line that can be committed and finds each teammate's program"],
    ['acuvo-hooks install --status', 'what is installed; exit 1 where an install would change something'],
  ),
  uninstall: examples(
    ['acuvo-hooks uninstall', 'takes our lines out of the settings of all agents'],
    ['acuvo-hooks uninstall cursor', 'only out of this one'],
    ['acuvo-hooks uninstall --purge', 'and removes every file that we keep'],
  ),
  doctor: examples(
    ['acuvo-hooks doctor', 'proves that a gate denies, in every agent that is registered'],
    ['acuvo-hooks doctor claude-code --json', 'the same for one, for machines'],
    ['acuvo-hooks doctor --fix', 'mends what can be mended without asking'],
  ),
  check: examples(
    ['acuvo-hooks check', 'every error and warning of the policies that apply here'],
    ['acuvo-hooks check packages/api --json', 'those of a folder, for machines'],
    ['acuvo-hooks check --format github', 'as annotations of a pull request'],
  ),
  explain: examples(
    [
      "acuvo-hooks explain --host codex --event PreToolUse --tool run_command --command 'git push'",
      'which hooks would run, and why; runs nothing',
    ],
    ['acuvo-hooks explain payload.json', 'the same for a recorded payload'],
    ['acuvo-hooks explain payload.json --run', 'and really runs them'],
  ),
  record: examples(
    ['acuvo-hooks record on', 'keeps the payloads of this workspace, redacted, for at most 24 hours'],
    ['acuvo-hooks record save push --last 1', 'the last one becomes a test case in .acuvo/tests/push.json'],
    ['acuvo-hooks record status', 'whether it is on, and what was recorded'],
    ['acuvo-hooks record off', 'ends it'],
  ),
  test: examples(
    ['acuvo-hooks test', 'runs all cases in .acuvo/tests against the policy'],
    ['acuvo-hooks test .acuvo/tests/no-secrets.json', 'only these'],
    ['acuvo-hooks test --reporter junit > report.xml', 'for CI'],
  ),
  trust: examples(
    ['acuvo-hooks trust', 'shows everything that the policy would run, and asks'],
    ['acuvo-hooks trust --status', 'whether it is approved, and what changed since'],
    ['acuvo-hooks trust --same-as origin/main', 'approves only what is on the main branch already; for CI'],
    ['acuvo-hooks trust --user', 'your own file'],
  ),
  pass: examples(['acuvo-hooks pass k3j9x0ab', 'lets the denied call with this id through once, within 10 minutes']),
  log: examples(
    ['acuvo-hooks log --denied --since 24h', 'what was denied since yesterday'],
    ['acuvo-hooks log --follow --hook guard', 'shows each call that this hook judges, as it is judged'],
    ['acuvo-hooks log why k3j9x0ab', 'one decision with what every hook said'],
  ),
  stats: examples(
    ['acuvo-hooks stats', 'how often each hook ran, denied and failed, and how long it took'],
    ['acuvo-hooks stats --since 7d', 'of the last week'],
    ['acuvo-hooks stats --json', 'the same for machines'],
  ),
  import: examples(
    ['acuvo-hooks import claude-code', 'prints a hooks.json equal to the hooks in your Claude Code settings'],
    ['acuvo-hooks import claude-code --write', 'writes it as .acuvo/hooks.json, where there is none yet'],
    ['acuvo-hooks import cursor .cursor/hooks.json', 'of this file'],
  ),
  'git-hook': examples(
    ['acuvo-hooks git-hook install', 'the policy judges what is staged before each commit'],
    ['acuvo-hooks git-hook pre-commit', 'what git calls then'],
  ),
  replay: examples(
    ['acuvo-hooks replay payload.json', 'what one recorded payload would do; the approved hooks really run'],
    ['acuvo-hooks replay - --unapproved < payload.json', 'with the policy as it stands there'],
    ['acuvo-hooks replay --lines < payloads.ndjson', 'payloads one a line, a result a line'],
  ),
  hosts: examples(
    ['acuvo-hooks hosts codex', 'what Codex can carry, what limits it, what it never calls hooks for'],
    ['acuvo-hooks hosts --json', 'of all hosts, for machines'],
  ),
  schema: examples(['acuvo-hooks schema > .acuvo/hooks.schema.json', 'the file that "$schema" of hooks.json names, for editors']),
  completion: examples(
    ['source <(acuvo-hooks completion bash)', 'in ~/.bashrc'],
    ['acuvo-hooks completion zsh > ~/.zfunc/_acuvo-hooks', 'in a folder of $fpath'],
    ['acuvo-hooks completion fish > ~/.config/fish/completions/acuvo-hooks.fish', 'for fish'],
  ),
  help: examples(['acuvo-hooks help config', 'how a policy is written'], ['acuvo-hooks help trust', 'the options of a command']),
}

export const examplesTitle = 'Examples:'
