import { afterAll, describe, expect, it } from 'vitest'
import { base, installed, program, remove, shell } from './protect-fixture.js'

/** Ways in which our own program is started, and words about it that start nothing. */

afterAll(remove)

const denied = [
  '"$(command -v acuvo-hooks)" trust --yes',
  '$(command -v acuvo-hooks) trust --yes',
  'node "$(which acuvo-hooks)" trust --yes',
  '`which acuvo-hooks` trust --yes',
  '"$(readlink -f "$(which acuvo-hooks)")" trust --yes',
  'node $(realpath $(command -v helper)) trust --yes',
  'screen -dm acuvo-hooks trust --yes',
  'screen -S x -dm bash -c "acuvo-hooks trust --yes"',
  "screen -S x -X stuff 'acuvo-hooks trust --yes\n'",
  'tmux new-session -d "acuvo-hooks trust --yes"',
  'tmux new -s x -d acuvo-hooks trust --yes',
  'tmux new-window -n x "cd /tmp; acuvo-hooks trust --yes"',
  'tmux send-keys -t 0 "acuvo-hooks trust --yes" Enter',
  'tmux run-shell "rm -rf .acuvo"',
  'echo "acuvo-hooks trust" | at now',
  'at now <<< "acuvo-hooks trust --yes"',
  'batch <<E\nacuvo-hooks trust --yes\nE',
  'echo "* * * * * acuvo-hooks trust --yes" | crontab -',
  'echo "@daily acuvo-hooks trust --yes" | crontab',
  'systemd-run --user acuvo-hooks trust --yes',
  "expect -c 'spawn acuvo-hooks trust --yes'",
  "expect <<'E'\nspawn acuvo-hooks trust --yes\nE",
  'deno run npm:acuvo-hooks trust',
  'deno run -A npm:acuvo-hooks@1 trust --yes',
  `cat ${program} | node - trust`,
  `cat ${program} | node - trust --yes`,
  `node - trust < ${program}`,
  `node < ${program}`,
  `cp ${program} /tmp/x.cjs && node /tmp/x.cjs trust`,
  `cp -r ${base}/opt/acuvo/dist /tmp/d && node /tmp/d/acuvo-hooks.cjs trust --yes`,
  `cat ${program} > /tmp/x.cjs; node /tmp/x.cjs trust`,
  `cp ${program} /tmp/x.cjs\ncd /tmp\nnode x.cjs trust`,
  'npm x acuvo-hooks trust',
  'npm exec --yes -- acuvo-hooks trust',
  'pnpm acuvo-hooks trust',
  'bun x acuvo-hooks trust',
  'npm rm acuvo-hooks',
  'npm uninstall -g acuvo-hooks',
  'npm -g uninstall acuvo-hooks',
  'yarn remove acuvo-hooks',
  'npm install -g acuvo-hooks@0.0.1',
  'brew uninstall acuvo-hooks',
  `${installed}/acuvo-hooks trust --yes`,
  '~/.local/share/acuvo-hooks/acuvo-hooks uninstall --purge',
  'src/launch trust --yes',
  'node src/tools.cjs trust --yes',
  `node ${installed}/versions/0.1.0-aa/acuvo-hooks.cjs install`,
  `cp ${installed}/acuvo-hooks /tmp/x && /tmp/x trust --yes`,
  'rm -rf ~/.local/share/acuvo-hooks',
  'ln -sfn /tmp/mine ~/.local/share/acuvo-hooks/current',
  `echo 'exit 0' > ${installed}/acuvo-hooks`,
  `chmod -x ${installed}/acuvo-hooks`,
  'mv ~/.local/share ~/.local/share-old',
  'acuvo-hooks doctor --fix',
  'acuvo-hooks doctor --run-edited',
  'acuvo-hooks install --trust-codex',
  'acuvo-hooks record on',
]

const passes = [
  'npm install -D acuvo-hooks',
  'npm i acuvo-hooks',
  'pnpm add -D acuvo-hooks',
  'yarn add acuvo-hooks',
  'npm view acuvo-hooks version',
  'npm info acuvo-hooks',
  'npm ls',
  'npm ls acuvo-hooks',
  'npm outdated acuvo-hooks',
  'npm uninstall other',
  'npm rm other && acuvo-hooks check',
  'npx acuvo-hooks check',
  `${installed}/acuvo-hooks check`,
  'src/launch install --status --scope local',
  'acuvo-hooks doctor claude-code --json',
  'acuvo-hooks help limits',
  'acuvo-hooks completion bash',
  'ls -l ~/.local/share/acuvo-hooks',
  `cat ${installed}/acuvo-hooks`,
  '"$(command -v acuvo-hooks)" check',
  'node "$(which acuvo-hooks)" trust --status',
  `cp ${program} /tmp/x.cjs`,
  `cp ${program} /tmp/x.cjs && node /tmp/y.cjs trust`,
  `cp ${program} /tmp/x.cjs && node /tmp/x.cjs check`,
  `cat ${program} | wc -l`,
  `node --check ${program}`,
  'tmux ls',
  'tmux new-session -d "npm test"',
  'screen -ls',
  'echo "npm test" | at now',
  'crontab -l',
]

describe('our program', () => {
  it.each(denied)('denied: %s', async (command) => {
    expect(await shell(command)).toMatchObject({ verdict: 'deny', reason: expect.stringMatching(/^denied: /) })
  })

  it.each(passes)('passes: %s', async (command) => {
    expect(await shell(command)).toBeUndefined()
  })
})
