import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'smol-toml'
import type { LiveHost } from '../../shared/live/live-host.js'
import { trustState } from './trust-state.js'
import { startResponsesApi, toldByResponses } from './responses-api.js'

/** The name of our model's provider in the settings that the command line adds. */
const PROVIDER = 'scripted'
const KEY_VARIABLE = 'SCRIPTED_MODEL_KEY'
/** One that 0.171.0 gives a shell tool and a patch tool. */
const MODEL = 'gpt-5.5'

const setting = (name: string, value: string | number | boolean): string[] => ['-c', `${name}=${JSON.stringify(value)}`]

/** The settings that name our model, as words of the command line: its settings files are left to others. */
export const providerWords = (origin: string): string[] => {
  const provider = (name: string): string => `model_providers.${PROVIDER}.${name}`
  return [
    ...setting('model_provider', PROVIDER),
    ...setting(provider('name'), PROVIDER),
    ...setting(provider('base_url'), `${origin}/v1`),
    ...setting(provider('wire_api'), 'responses'),
    ...setting(provider('env_key'), KEY_VARIABLE),
    ...setting(provider('requires_openai_auth'), false),
    ...setting(provider('request_max_retries'), 0),
    ...setting(provider('stream_max_retries'), 0),
    ...setting('analytics.enabled', false),
    ...setting('check_for_update_on_startup', false),
  ]
}

/**
 * Measured on 0.171.0. Hooks are run although nobody trusted their hash; what the scripted model asks for is carried out without a
 * sandbox, which not every machine has.
 */
export const live: LiveHost = {
  folder: '.codex',
  startModel: startResponsesApi,
  told: toldByResponses,
  variables: ({ home }) => ({ CODEX_HOME: join(home, '.codex'), [KEY_VARIABLE]: 'not-a-key', RUST_LOG: 'error' }),
  words: ({ prompt, model = MODEL, words = [] }, origin) => [
    'exec',
    ...['--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', '--dangerously-bypass-hook-trust'],
    ...['--model', model],
    ...providerWords(origin),
    ...words,
    '--',
    prompt,
  ],
  calls: {
    shell: (command) => ({ tool: 'exec_command', input: { cmd: command } }),
    write: (path, content) => ({ tool: 'apply_patch', input: addedFile(path, content) }),
  },
  trust: trustState,
  trustProject: ({ home, project }) =>
    appendFileSync(join(home, '.codex', 'config.toml'), `${stringify({ projects: { [project]: { trust_level: 'trusted' } } })}\n`),
}

const addedFile = (path: string, content: string): string =>
  [
    '*** Begin Patch',
    `*** Add File: ${path}`,
    ...content
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => `+${line}`),
    '*** End Patch',
  ].join('\n')
