import { chmodSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contains, lacks, ok, ran, stopped } from '../../checks.js'
import { after, END, turns } from '../../scenario.js'
import { bash, write, type ClaudeSession } from '../parts.js'

/**
 * Our own program ends, or is not there: the wrapper in the registered line (exit 2) and the host's `onFailure: "block"` must hold. What
 * is shown to the model then is the host's text with the wrapper's words.
 */

/** Ends, from inside a hook, everything between the hook and the host: `levels` of its ancestors, nearest first. */
const KILLER = `import { readFileSync } from 'node:fs'
const parentOf = (pid) => Number(/^\\d+ \\(.*\\) \\S (\\d+)/s.exec(readFileSync('/proc/' + pid + '/stat', 'utf8'))[1])
const isHost = (pid) => /(^|\\/)claude(\\0|$)/.test(readFileSync('/proc/' + pid + '/cmdline', 'utf8'))
const chain = []
for (let pid = process.ppid; pid > 1 && !isHost(pid); pid = parentOf(pid)) chain.push(pid)
// The hook's own shell stands between us and the program.
const isProgram = (pid) => / run /.test(readFileSync('/proc/' + pid + '/cmdline', 'utf8').replaceAll('\\0', ' '))
const ours = chain.filter(isProgram)
const victims = process.argv[2] === 'program' ? ours.slice(0, 1) : ours.reverse()
for (const pid of victims) process.kill(pid, 'SIGKILL')
setTimeout(() => undefined, 5000)
`

export const killed: ClaudeSession = {
  name: 'our program is killed in the middle of a call',
  policy: {
    hooks: [
      { event: 'PreToolUse', name: 'kills us', commands: ['touch program*'], command: ['node', 'killer.mjs', 'program'] },
      { event: 'PreToolUse', name: 'kills all', commands: ['touch everything*'], command: ['node', 'killer.mjs', 'everything'] },
      { event: 'PreToolUse', name: 'denies', commands: ['touch denied*'], deny: 'STILL-THERE' },
    ],
  },
  files: { 'killer.mjs': KILLER },
  script: {
    main: turns(
      [bash('program', 'touch program.txt')],
      [bash('everything', 'touch everything.txt')],
      [bash('denied', 'touch denied.txt')],
      END,
    ),
  },
  scenarios: {
    'the wrapper stops the call': (seen) => stopped(seen, 'program', ['acuvo-hooks could not run'], ['program.txt']),
    'with the wrapper: the host stops the call by its switch': (seen) => stopped(seen, 'everything', [], ['everything.txt']),
    'and the next call is judged again': (seen) => stopped(seen, 'denied', ['STILL-THERE'], ['denied.txt']),
  },
  since: { 'with the wrapper: the host stops the call by its switch': '2.1.295' },
  withoutAnswer: { 'with the wrapper: the host stops the call by its switch': 'we and the wrapper are killed before we answer' },
}

export const removed: ClaudeSession = {
  name: 'our program is taken away while the session runs',
  policy: { hooks: [{ event: 'PreToolUse', name: 'denies', commands: ['touch denied*'], deny: 'STILL-THERE' }] },
  script: (place) => {
    const current = join(dirname(place.launcher), 'current')
    return {
      main: turns(
        [bash('there', 'touch denied.txt')],
        after(() => renameSync(current, `${current}.away`), [bash('program', 'touch no-program.txt')]),
        after(() => {
          renameSync(`${current}.away`, current)
          chmodSync(place.launcher, 0o600)
        }, [write('unusable', place.at('unusable.txt'), 'x')]),
        after(() => rmSync(place.launcher), [bash('launcher', 'touch no-launcher.txt')]),
        END,
      ),
    }
  },
  scenarios: {
    'the program: every call is stopped and says why': (seen) => {
      stopped(seen, 'there', ['STILL-THERE'], ['denied.txt'])
      stopped(seen, 'program', ['acuvo-hooks could not run'], ['no-program.txt'])
    },
    'the launcher cannot be started': (seen) => stopped(seen, 'unusable', ['acuvo-hooks could not run'], ['unusable.txt']),
    'the launcher is gone': (seen) => stopped(seen, 'launcher', ['acuvo-hooks could not run'], ['no-launcher.txt']),
  },
  withoutAnswer: {
    'the launcher cannot be started': 'nothing of ours starts',
    'the launcher is gone': 'nothing of ours starts',
  },
}

export const uninstalled: ClaudeSession = {
  name: 'uninstall',
  policy: { hooks: [{ event: 'PreToolUse', name: 'denies', commands: ['touch made*'], deny: 'NOT-YET' }] },
  script: { main: turns([bash('before', 'touch made.txt')], END) },
  then: [
    {
      prepare: (place) => {
        place.acuvo(['uninstall'])
      },
      script: { main: turns([bash('uninstalled', 'touch made.txt')], END) },
    },
    {
      prepare: (place) => {
        rmSync(place.at('made.txt'), { force: true })
        place.acuvo(['install', 'claude-code'])
        place.acuvo(['uninstall', '--purge'])
      },
      script: { main: turns([bash('purged', 'touch made.txt')], END) },
    },
  ],
  scenarios: {
    'leaves a host that works without us': (seen, [uninstalled, purged]) => {
      stopped(seen, 'before', ['NOT-YET'])
      ran(uninstalled!, 'uninstalled')
      contains(uninstalled!.ended, 'All done.')
      ran(purged!, 'purged', { 'made.txt': '' })
      for (const { shown } of [uninstalled!, purged!]) lacks(shown, 'acuvo-hooks')
      ok(!seen.place.has(seen.place.launcher))
    },
  },
}
