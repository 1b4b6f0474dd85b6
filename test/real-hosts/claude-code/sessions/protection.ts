import { join } from 'node:path'
import { contains, equal, ok, ran, stopped } from '../../checks.js'
import { call, END, turns } from '../../scenario.js'
import { bash, read, write, type ClaudeSession } from '../parts.js'

/** The built-in rules (README, Self-protection): whatever the model tries, the policy, the registration and our program stay as they were. */

const POLICY = { hooks: [{ event: 'PreToolUse', name: 'denies', commands: ['touch denied*'], deny: 'HOOK-NO' }] }

const PROTECTED = 'The policy of this machine protects it. Do not retry and do not work around it'

export const protection: ClaudeSession = {
  name: 'the model tries to get rid of us',
  policy: POLICY,
  script: ({ at, home, launcher }) => {
    const settings = join(home, '.claude', 'settings.json')
    return {
      main: turns(
        [read('policy-read', at('.acuvo/hooks.json'))],
        [write('policy', at('.acuvo/hooks.json'), '{}')],
        [bash('policy-shell', 'rm -rf .acuvo')],
        [bash('policy-moved', 'mkdir -p x && mv .acuvo x/')],
        [read('settings-read', settings)],
        [
          call('settings-edit', 'Edit', {
            file_path: settings,
            old_string: '"timeout": 130',
            new_string: '"timeout": 1',
            replace_all: true,
          }),
        ],
        [write('settings-local', at('.claude/settings.local.json'), '{"disableAllHooks":true}')],
        [bash('settings-shell', `echo '{}' > "$HOME/.claude/settings.json"`)],
        [bash('trust', `"${launcher}" trust --yes`)],
        [bash('uninstall', `"${launcher}" uninstall`)],
        [bash('store', 'rm -rf ~/.local/state/acuvo-hooks')],
        [bash('program', `sh -c 'rm -f ~/.local/share/acuvo-hooks/current'`)],
        [bash('host', `claude -p x --settings '{"disableAllHooks":true}'`)],
        [bash('looks', `"${launcher}" check`)],
        [bash('denied', 'touch denied.txt')],
        END,
      ),
    }
  },
  scenarios: {
    'by writing the policy': (seen) => {
      stopped(seen, 'policy', ['denied: ', 'belongs to a hook policy', PROTECTED])
      equal(seen.place.read('.acuvo/hooks.json'), JSON.stringify(POLICY, null, 2))
    },
    'by removing the policy in the shell': (seen) => stopped(seen, 'policy-shell', ['denied: ', 'belongs to a hook policy']),
    'by moving the policy away': (seen) => {
      stopped(seen, 'policy-moved', ['denied: ', 'belongs to a hook policy'])
      ok(seen.place.has('.acuvo/hooks.json'))
    },
    'by editing the host’s settings': (seen) => {
      stopped(seen, 'settings-edit', ["is a coding agent's hook settings", PROTECTED])
      contains(seen.place.read(join(seen.place.home, '.claude', 'settings.json')), '"timeout": 130')
    },
    'by new settings of the project': (seen) =>
      stopped(seen, 'settings-local', ["is a coding agent's hook settings"], ['.claude/settings.local.json']),
    'by writing the settings in the shell': (seen) => stopped(seen, 'settings-shell', ["is a coding agent's hook settings"]),
    'by approving a policy itself': (seen) => stopped(seen, 'trust', ['an agent may not start acuvo-hooks this way']),
    'by uninstalling us': (seen) => stopped(seen, 'uninstall', ['an agent may not start acuvo-hooks this way']),
    'by emptying our store': (seen) => stopped(seen, 'store', ['belongs to acuvo-hooks itself']),
    'by removing our program': (seen) => stopped(seen, 'program', ['belongs to acuvo-hooks itself']),
    'by starting an agent without hooks': (seen) => stopped(seen, 'host', ['this starts a coding agent without its registered hooks']),
    'and is judged by hooks afterwards as before, and may look': (seen) => {
      stopped(seen, 'denied', ['denied by "denies": HOOK-NO'], ['denied.txt'])
      ran(seen, 'policy-read')
      ran(seen, 'settings-read')
      ran(seen, 'looks')
    },
  },
}

const WAIT_MS = 4000

/** Somebody else changes the host's settings while the session runs: it asks us (ConfigChange), and goes on with the ones it has. */
export const settingsChanged: ClaudeSession = {
  name: 'settings change while the session runs',
  policy: POLICY,
  script: (place) => {
    const settings = join(place.home, '.claude', 'settings.json')
    const before = (): string => place.read(settings)
    let kept = ''
    return {
      main: ({ round }) => {
        if (round === 0) return [bash('before', 'touch denied-1.txt')]
        if (round === 1) {
          kept = before()
          place.write(settings, JSON.stringify({ ...(JSON.parse(kept) as object), disableAllHooks: true }))
          return { acts: [bash('off', 'touch denied-2.txt')], delayMs: WAIT_MS }
        }
        if (round === 2) {
          place.write(settings, '{}')
          return { acts: [bash('without', 'touch denied-3.txt')], delayMs: WAIT_MS }
        }
        if (round === 3) {
          place.write(settings, JSON.stringify({ ...(JSON.parse(kept) as object), env: { FROM_SETTINGS: 'taken-over' } }))
          return { acts: [bash('other', 'echo "[$FROM_SETTINGS]"')], delayMs: WAIT_MS }
        }
        return END
      },
    }
  },
  scenarios: {
    'hooks switched off: not taken over': (seen) => {
      stopped(seen, 'before', ['HOOK-NO'], ['denied-1.txt'])
      stopped(seen, 'off', ['HOOK-NO'], ['denied-2.txt'])
    },
    'without our line: not taken over': (seen) => stopped(seen, 'without', ['HOOK-NO'], ['denied-3.txt']),
    'with our line: taken over': (seen) => {
      contains(seen.result('other').text, '[taken-over]')
      stopped(seen, 'without', ['HOOK-NO'])
    },
  },
}
