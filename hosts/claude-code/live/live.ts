import { join } from 'node:path'
import type { LiveHost } from '../../shared/live/live-host.js'
import { startMessagesApi, toldByMessages } from './messages-api.js'

/** Measured on 2.1.332 and 2.1.197. In print mode every folder counts as trusted. */
export const live: LiveHost = {
  folder: '.claude',
  startModel: startMessagesApi,
  told: toldByMessages,
  variables: ({ home }, origin) => ({
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    ANTHROPIC_BASE_URL: origin,
    ANTHROPIC_API_KEY: 'not-a-key',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  words: ({ prompt, model, words = [] }) => [
    '-p',
    ...['--output-format', 'stream-json', '--verbose'],
    ...['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash,Write'],
    ...(model === undefined ? [] : ['--model', model]),
    ...words,
    '--',
    prompt,
  ],
  calls: {
    shell: (command) => ({ tool: 'Bash', input: { command, description: 'Try it' } }),
    write: (path, content) => ({ tool: 'Write', input: { file_path: path, content } }),
  },
}
