import { contains, lacks, ok, ran, stopped } from '../../checks.js'
import { END, turns } from '../../scenario.js'
import { added, patch, shell, type CodexSession } from '../parts.js'

/** Gates that could not run: each stops its call, in words that tell it from a denial (DESIGN 6, onFailure). */

/** A gate on the shell commands that begin so. */
const gate = (name: string, command: string, more: object = {}): object => ({
  event: 'PreToolUse',
  name,
  commands: [`touch ${name}*`],
  command,
  ...more,
})

const NOT_RUN = 'could not run'

export const failures: CodexSession = {
  name: 'a gate that cannot do its work',
  asks: [12],
  policy: {
    hooks: [
      gate('hangs', 'sleep 30', { timeoutMs: 700 }),
      gate('killed', 'kill -9 $$'),
      gate('garbage', `echo '{oops GARBAGE-TEXT'`),
      gate('stray', `echo '{"decision":"pass","resaon":"x"}'`),
      gate('missing', 'no-such-program-anywhere'),
      gate('unstartable', '', { command: ['/no/such/program'] }),
      gate('holder', 'sleep 30 & echo HOLDER-NO >&2; exit 2'),
      gate('flood', 'head -c 30000000 /dev/zero | tr "\\0" x; exit 2'),
      gate('asks', 'kill -9 $$', { onFailure: 'ask' }),
      gate('tells', 'kill -9 $$', { onFailure: 'notice' }),
    ],
  },
  script: {
    main: turns(
      [shell('hangs', 'touch hangs.txt')],
      [shell('killed', 'touch killed.txt')],
      [shell('garbage', 'touch garbage.txt')],
      [shell('stray', 'touch stray.txt')],
      [shell('missing', 'touch missing.txt')],
      [shell('unstartable', 'touch unstartable.txt')],
      [shell('holder', 'touch holder.txt')],
      [shell('flood', 'touch flood.txt')],
      [shell('asks', 'touch asks.txt')],
      [shell('tells', 'touch tells.txt')],
      [shell('free', 'touch free.txt')],
      END,
    ),
  },
  scenarios: {
    'hangs: ended, and the call stopped': (seen) => {
      stopped(seen, 'hangs', ['"hangs"', NOT_RUN], ['hangs.txt'])
      ok(seen.durationMs < 60_000, `it took ${seen.durationMs} ms`)
    },
    'is killed': (seen) => stopped(seen, 'killed', ['"killed"', NOT_RUN, 'SIGKILL'], ['killed.txt']),
    'prints garbage': (seen) => stopped(seen, 'garbage', ['"garbage"', NOT_RUN], ['garbage.txt']),
    'misspells its answer': (seen) => stopped(seen, 'stray', ['"stray"', NOT_RUN, 'resaon'], ['stray.txt']),
    'is not there': (seen) => stopped(seen, 'missing', ['"missing"', NOT_RUN, '127'], ['missing.txt']),
    'cannot be started': (seen) => stopped(seen, 'unstartable', ['"unstartable"', NOT_RUN], ['unstartable.txt']),
    'leaves a process behind that holds its output: its deny stands': (seen) =>
      stopped(seen, 'holder', ['denied by "holder": HOLDER-NO'], ['holder.txt']),
    'floods its output': (seen) => stopped(seen, 'flood', ['"flood"'], ['flood.txt']),
    'asks where it fails, which Codex cannot': (seen) => stopped(seen, 'asks', ['"asks"', NOT_RUN], ['asks.txt']),
    'only tells where it fails, and stops no other call': (seen) => {
      ran(seen, 'tells', { 'tells.txt': '' })
      ran(seen, 'free', { 'free.txt': '' })
      contains(seen.result('hangs').text, NOT_RUN)
      lacks(seen.result('holder').text, NOT_RUN)
    },
  },
}

const MEGABYTES = 5

export const large: CodexSession = {
  name: `a patch of ${MEGABYTES} MB`,
  asks: [3],
  policy: {
    hooks: [
      { event: 'PreToolUse', name: 'infra', tools: ['write_file'], paths: ['infra/**'], deny: 'LARGE-NO' },
      {
        event: 'PreToolUse',
        name: 'reader',
        tools: ['write_file'],
        paths: ['read/**'],
        command: `node -e "let n=0;process.stdin.on('data',(c)=>n+=c.length).on('end',()=>{console.error('READ',n>${MEGABYTES}e6);process.exit(2)})"`,
      },
    ],
  },
  script: () => {
    const lines = Array.from({ length: MEGABYTES * 10 }, () => 'x'.repeat(100_000))
    return {
      main: turns(
        [patch('large-no', ...added('infra/large.txt', ...lines))],
        [patch('read-no', ...added('read/large.txt', ...lines))],
        END,
      ),
    }
  },
  scenarios: {
    'is denied by its path': (seen) => stopped(seen, 'large-no', ['denied by "infra": LARGE-NO'], ['infra/large.txt']),
    'is read whole by a hook, whose deny stands': (seen) => stopped(seen, 'read-no', ['denied by "reader": READ true'], ['read/large.txt']),
  },
}
