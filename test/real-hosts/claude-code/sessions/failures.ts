import { contains, equal, ran, stopped } from '../../checks.js'
import { END, turns } from '../../scenario.js'
import { bash, write, SHOWS_NOTICES, type ClaudeSession } from '../parts.js'

/** Gates that cannot judge: the call is stopped and the model reads *could not run* (README, "Write a policy"; DESIGN 6). */

const COULD_NOT = "The workspace's policy stops a call that it could not check"

const gate = (name: string, how: object): object => ({ event: 'PreToolUse', name, commands: [`touch ${name}.txt`], ...how })

const MEGABYTES_5 = 5 * 1024 * 1024

export const failures: ClaudeSession = {
  name: 'a gate that cannot judge',
  policy: {
    hooks: [
      gate('slow', { command: 'sleep 30', timeoutMs: 700 }),
      gate('killed', { command: 'kill -9 $$' }),
      gate('garbled', { command: `echo '{"decision": "deny", '` }),
      gate('misspelt', { command: `echo '{"decison":"pass"}'` }),
      gate('talkative', { command: `echo '{"decision":"pass"}'; echo '{"decision":"pass"}'` }),
      gate('missing', { command: 'no-such-program-anywhere' }),
      gate('lost', { command: ['./no-such-file'] }),
      gate('plain', { command: './not-executable.txt' }),
      gate('leaves', { command: 'sleep 60 & echo LEAVES-NO >&2; exit 1' }),
      gate('lenient', { command: 'no-such-program-anywhere', onFailure: 'notice' }),
      gate('asking', { command: 'no-such-program-anywhere', onFailure: 'ask' }),
    ],
  },
  files: { 'not-executable.txt': 'echo pass\n' },
  script: {
    main: turns(
      ...['slow', 'killed', 'garbled', 'misspelt', 'talkative', 'missing', 'lost', 'plain', 'leaves', 'lenient', 'asking'].map((name) => [
        bash(name, `touch ${name}.txt`),
      ]),
      END,
    ),
  },
  scenarios: {
    'times out': (seen) => stopped(seen, 'slow', ['hook "slow" could not run (timed out after 700 ms)', COULD_NOT], ['slow.txt']),
    'is killed': (seen) => stopped(seen, 'killed', ['hook "killed" could not run (ended by SIGKILL)', COULD_NOT], ['killed.txt']),
    'prints half a document': (seen) =>
      stopped(seen, 'garbled', ['hook "garbled" could not run (its answer cannot be read', COULD_NOT], ['garbled.txt']),
    'prints a key that nobody knows': (seen) =>
      stopped(
        seen,
        'misspelt',
        ['hook "misspelt" could not run (its answer cannot be read: unknown key "decison"', COULD_NOT],
        ['misspelt.txt'],
      ),
    'prints two documents': (seen) =>
      stopped(seen, 'talkative', ['hook "talkative" could not run (its answer cannot be read', COULD_NOT], ['talkative.txt']),
    'is a command that is not there': (seen) =>
      stopped(seen, 'missing', ['hook "missing" could not run (exit 127: command not found)', COULD_NOT], ['missing.txt']),
    'is a program that is not there': (seen) =>
      stopped(seen, 'lost', ['hook "lost" could not run (it could not be started', COULD_NOT], ['lost.txt']),
    'is no program': (seen) =>
      stopped(seen, 'plain', ['hook "plain" could not run (exit 126: found but not executable)', COULD_NOT], ['plain.txt']),
    'leaves a process behind that holds its output': (seen) => {
      stopped(seen, 'leaves', ['denied by "leaves": LEAVES-NO'], ['leaves.txt'])
    },
    'and whose failure is to be a notice only': (seen) => {
      ran(seen, 'lenient', { 'lenient.txt': '' })
      contains(seen.shown, 'hook \\"lenient\\" could not run (exit 127: command not found)')
    },
    'and whose failure a person is to look at, in print mode': (seen) =>
      stopped(seen, 'asking', ['hook "asking" could not run', 'so a person must confirm this first'], ['asking.txt']),
  },
  since: { 'and whose failure is to be a notice only': SHOWS_NOTICES },
}

/** What is written stands in the payload whole; the model's own address gets it too. */
export const large: ClaudeSession = {
  name: 'a call of 5 MB',
  policy: {
    hooks: [
      {
        event: 'PreToolUse',
        name: 'size',
        paths: ['large-*.txt'],
        command: `node -e 'const c = JSON.parse(require("fs").readFileSync(0, "utf8")).tool.input.content.length; if (process.env.ACUVO_TOOL_ARG_PATH.includes("denied")) { console.error("SIZE-NO " + c); process.exit(1) } console.log(JSON.stringify({ context: "SIZE-YES " + c }))'`,
      },
      { event: 'PreToolUse', name: 'half', paths: ['half.txt'], command: 'case "$ACUVO_TOOL_ARG_CONTENT" in *bad*) exit 1;; esac' },
    ],
  },
  script: ({ at }) => ({
    main: turns(
      [write('denied', at('large-denied.txt'), 'x'.repeat(MEGABYTES_5))],
      [write('passed', at('large-passed.txt'), 'y'.repeat(MEGABYTES_5))],
      [write('half', at('half.txt'), 'z'.repeat(100_000))],
      END,
    ),
  }),
  scenarios: {
    'is judged whole and denied': (seen) => stopped(seen, 'denied', [`denied by "size": SIZE-NO ${MEGABYTES_5}`], ['large-denied.txt']),
    'is judged whole and runs': (seen) => {
      ran(seen, 'passed')
      equal(seen.place.read('large-passed.txt').length, MEGABYTES_5)
      contains(seen.told, `SIZE-YES ${MEGABYTES_5}`)
    },
    'stops at a gate that would see a part of it only': (seen) =>
      stopped(seen, 'half', ['hook "half" could not run (ACUVO_TOOL_ARG_CONTENT was cut'], ['half.txt']),
  },
}
