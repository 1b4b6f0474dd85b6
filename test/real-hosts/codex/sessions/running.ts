import { contains, lacks, match, ok, stopped } from '../../checks.js'
import { call, END } from '../../scenario.js'
import { shell, turnAt, type CodexSession } from '../parts.js'

/** A command that outlives its call: Codex starts no hook for what is typed into it later (hosts/codex.md 2). */

const REDACT = `import { readFileSync } from 'node:fs'
const { result } = JSON.parse(readFileSync(0, 'utf8'))
console.log(JSON.stringify({ replace: 'REDACTED ' + String(result.output).replaceAll('SECRET-VALUE', '[redacted]') }))
`

const sessionIn = (body: unknown): number => Number(/session ID (\d+)/.exec(JSON.stringify(body))?.[1] ?? -1)

export const longRunning: CodexSession = {
  name: 'a command that goes on running',
  asks: [4],
  policy: {
    hooks: [
      { event: 'PreToolUse', name: 'shells', commands: ['python3 -i'], deny: 'INTERACTIVE-NO' },
      { event: 'PreToolUse', name: 'typed', tools: ['write_stdin'], commands: ['*forbidden*'], deny: 'TYPED-NO' },
      { event: 'PostToolUse', name: 'redactor', commands: ['read line*'], command: 'node .acuvo/redact.mjs' },
    ],
  },
  files: { '.acuvo/redact.mjs': REDACT },
  script: {
    main: (request) =>
      turnAt(
        request,
        [shell('interactive', 'python3 -i')],
        [shell('start', 'read line; echo "got $line SECRET-VAL""UE"', { yield_time_ms: 400, tty: true })],
        () => [call('typing', 'write_stdin', { session_id: sessionIn(request.body), chars: 'forbidden\n', yield_time_ms: 5000 })],
        END,
      ),
  },
  scenarios: {
    'can be denied at its start': (seen) => stopped(seen, 'interactive', ['INTERACTIVE-NO']),
    'its output is replaced when it ends, in the result of what was typed': (seen) => {
      match(seen.result('start').text, /session ID \d+/)
      contains(seen.result('typing').text, 'REDACTED')
      lacks(seen.result('typing').text, 'SECRET-VALUE')
    },
    'what is typed into it is announced to no hook': (seen) => {
      contains(seen.result('typing').text, 'REDACTED')
      lacks(seen.told, 'TYPED-NO')
      ok(!seen.result('typing').isError)
    },
  },
}
