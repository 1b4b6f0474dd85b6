import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contains, equal, lacks, ok, ran, stopped } from '../../checks.js'
import { after, END, turns } from '../../scenario.js'
import { added, patch, shell, type CodexSession } from '../parts.js'

/**
 * Our own program ends, or is not there. Codex has no switch that blocks where a hook fails: the wrapper in the registered line is all
 * there is (hosts/codex.md 9).
 */

/** Ends the program that started it, as an out-of-memory killer would. */
const KILLER = `import { readFileSync } from 'node:fs'
const parentOf = (pid) => Number(/^\\d+ \\(.*\\) \\S (\\d+)/s.exec(readFileSync('/proc/' + pid + '/stat', 'utf8'))[1])
const wordsOf = (pid) => readFileSync('/proc/' + pid + '/cmdline', 'utf8').split('\\0')
let pid = process.ppid
while (!/node$/.test(wordsOf(pid)[0]) || !wordsOf(pid).includes('--event')) pid = parentOf(pid)
process.kill(pid, 'SIGKILL')
setTimeout(() => undefined, 5000)
`

const denies = { event: 'PreToolUse', name: 'denies', commands: ['touch denied*'], deny: 'STILL-THERE' }

export const killed: CodexSession = {
  name: 'our program is killed in the middle of a call',
  asks: [3],
  policy: { hooks: [{ event: 'PreToolUse', name: 'kills us', commands: ['touch killed*'], command: ['node', 'killer.mjs'] }, denies] },
  files: { 'killer.mjs': KILLER },
  script: { main: turns([shell('killed', 'touch killed.txt')], [shell('denied', 'touch denied.txt')], END) },
  scenarios: {
    'the wrapper stops the call': (seen) => stopped(seen, 'killed', ['acuvo-hooks could not run'], ['killed.txt']),
    'and the next call is judged again': (seen) => stopped(seen, 'denied', ['STILL-THERE'], ['denied.txt']),
  },
}

const UNUSABLE = 'the launcher cannot be started'
const GONE = 'the launcher is gone'
const WRAPPER_ANSWERS = 'we are not started there: the wrapper of the registered line answers'

export const removed: CodexSession = {
  name: 'our program is taken away while the session runs',
  asks: [5],
  policy: { hooks: [denies] },
  script: (place) => {
    const current = join(dirname(place.launcher), 'current')
    return {
      main: turns(
        [shell('there', 'touch denied.txt')],
        after(() => renameSync(current, `${current}.away`), [shell('program', 'touch no-program.txt')]),
        after(() => {
          renameSync(`${current}.away`, current)
          chmodSync(place.launcher, 0o600)
        }, [patch('unusable', ...added('unusable.txt', 'x'))]),
        after(() => rmSync(place.launcher), [shell('launcher', 'touch no-launcher.txt')]),
        END,
      ),
    }
  },
  scenarios: {
    'the program: every call is stopped and says why': (seen) => {
      stopped(seen, 'there', ['STILL-THERE'], ['denied.txt'])
      stopped(seen, 'program', ['acuvo-hooks could not run'], ['no-program.txt'])
    },
    [UNUSABLE]: (seen) => stopped(seen, 'unusable', ['acuvo-hooks could not run'], ['unusable.txt']),
    [GONE]: (seen) => stopped(seen, 'launcher', ['acuvo-hooks could not run'], ['no-launcher.txt']),
  },
  withoutAnswer: { [UNUSABLE]: WRAPPER_ANSWERS, [GONE]: WRAPPER_ANSWERS },
}

/** A folder with what starts Codex itself and nothing else. */
const bare = ({ temp }: { temp: string }): string => {
  const folder = join(temp, 'bare')
  mkdirSync(folder, { recursive: true })
  symlinkSync(process.execPath, join(folder, 'node'))
  return folder
}

export const withoutShell: CodexSession = {
  name: 'a PATH without sh, or with another one in front',
  asks: [2, 2],
  policy: { hooks: [denies] },
  options: (place) => ({ env: { PATH: bare(place) } }),
  script: { main: turns([shell('bare', 'touch denied.txt')], END) },
  then: [
    {
      prepare: ({ temp, write }) => write(join(temp, 'false', 'sh'), '#!/bin/sh\nexit 0\n', 0o755),
      options: ({ temp }) => ({ env: { PATH: `${join(temp, 'false')}:${process.env.PATH}` } }),
      script: { main: turns([shell('other', 'touch denied.txt')], END) },
    },
  ],
  scenarios: {
    'the line names its shell by its place: the deny stands': (seen) => stopped(seen, 'bare', ['STILL-THERE'], ['denied.txt']),
    'a false sh cannot answer in our place': (seen, [later]) => {
      stopped(later!, 'other', ['STILL-THERE'], ['denied.txt'])
      stopped(seen, 'bare', ['STILL-THERE'])
    },
  },
}

const OWN_SETTINGS = `# my own settings
model_reasoning_effort = "low"
`

export const uninstalled: CodexSession = {
  name: 'uninstall',
  asks: [2, 2, 2],
  policy: { hooks: [denies] },
  script: { main: turns([shell('before', 'touch denied.txt')], END) },
  then: [
    {
      prepare: (place) => {
        place.acuvo(['uninstall'])
      },
      script: { main: turns([shell('uninstalled', 'touch denied.txt')], END) },
    },
    {
      prepare: (place) => {
        rmSync(place.at('denied.txt'), { force: true })
        place.write(join(place.home, '.codex', 'config.toml'), OWN_SETTINGS)
        place.acuvo(['install', 'codex', '--trust-codex'])
        place.acuvo(['uninstall', '--purge'])
      },
      script: { main: turns([shell('purged', 'touch denied.txt')], END) },
    },
  ],
  scenarios: {
    'leaves a host that works without us': (seen, [uninstalled, purged]) => {
      stopped(seen, 'before', ['STILL-THERE'])
      ran(uninstalled!, 'uninstalled')
      ran(purged!, 'purged', { 'denied.txt': '' })
      for (const { shown, ended } of [uninstalled!, purged!]) {
        lacks(shown, 'acuvo-hooks')
        equal(ended, 'turn.completed')
      }
    },
    'and its settings as they were': (seen) => {
      const config = join(seen.place.home, '.codex', 'config.toml')
      equal(seen.place.read(config), OWN_SETTINGS)
      ok(!seen.place.has(join(seen.place.home, '.codex', 'hooks.json')))
      ok(!seen.place.has(seen.place.launcher))
      contains(seen.result('before').text, 'STILL-THERE')
    },
  },
}

export const LOSSES: readonly CodexSession[] = [killed, removed, withoutShell, uninstalled]
