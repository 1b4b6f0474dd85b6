import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { deepEqual, ok, ran, stopped } from '../../checks.js'
import { END, turns, type Start } from '../../scenario.js'
import type { Place } from '../../place.js'
import type { CodexOptions } from '../host.js'
import { shell, type CodexSession } from '../parts.js'

/**
 * Codex skips hooks that nobody trusted without a word (hosts/codex.md 3). Nothing of ours is started then; that is what `doctor` must
 * say, so that both are held against each other here: what the host does, and what we say it would do.
 */

const POLICY = { hooks: [{ event: 'PreToolUse', name: 'denies', commands: ['touch denied*'], deny: 'TRUSTED-NO' }] }

const settings = ({ home }: Place, name: string): string => join(home, '.codex', name)

/** What `doctor codex` finds that is an error: why Codex would not start us, and that a line that it tries does not answer as it must. */
const found = new Map<string, string[]>()

const examine = (title: string, place: Place): void => {
  let text: string
  try {
    text = place.acuvo(['doctor', 'codex', '--json'])
  } catch (error) {
    text = (error as { stdout: string }).stdout
  }
  const { findings } = JSON.parse(text) as { findings: { id: string; severity: string }[] }
  found.set(title, [...new Set(findings.flatMap(({ id, severity }) => (severity === 'error' ? [id] : [])))])
}

/** A start with the setup changed before it, examined, and the one call that is denied where hooks are run. */
const start = (title: string, change: (place: Place) => void): Start<CodexOptions> => ({
  prepare: (place) => {
    rmSync(place.at('denied.txt'), { force: true })
    change(place)
    examine(title, place)
  },
  script: { main: turns([shell(title, 'touch denied.txt')], END) },
})

/** Our install as a person runs it. The launcher stays as it stands: the mutation run has put one of its own there. */
const installTrusted = (place: Place): void => {
  const launcher = place.read(place.launcher)
  place.acuvo(['install', 'codex', '--trust-codex'])
  place.write(place.launcher, launcher, 0o755)
}

const rewrite = (place: Place, name: string, change: (text: string) => string): void =>
  place.write(settings(place, name), change(place.read(settings(place, name))))

export const userTrust: CodexSession = {
  name: 'trust in our line',
  asks: [2, 2, 2, 2, 2, 2, 2, 2],
  installWords: [],
  policy: POLICY,
  ...start('untrusted', () => undefined),
  then: [
    start('trusted', installTrusted),
    start('outdated', (place) => rewrite(place, 'hooks.json', (text) => text.replaceAll('"timeout": 130', '"timeout": 131'))),
    start('renewed', installTrusted),
    start('off', (place) => rewrite(place, 'config.toml', (text) => text.replace(/(pre_tool_use:0:0"\]\n)/g, '$1enabled = false\n'))),
    start('feature', (place) =>
      rewrite(place, 'config.toml', (text) => `${text.replaceAll('enabled = false\n', '')}\n[features]\nhooks = false\n`),
    ),
    start('void', (place) => {
      rewrite(place, 'config.toml', (text) => text.replace('hooks = false', 'hooks = true'))
      rewrite(place, 'hooks.json', (text) => text.replace('{', '{ "$schema": "x",'))
    }),
    start('mended', (place) => rewrite(place, 'hooks.json', (text) => text.replace(' "$schema": "x",', ''))),
  ],
  scenarios: {
    'nobody gave: Codex lets the call run, doctor says so; with --trust-codex it is denied': (seen, [trusted]) => {
      ran(seen, 'untrusted')
      deepEqual(found.get('untrusted'), ['hook-not-trusted'])
      stopped(trusted!, 'trusted', ['TRUSTED-NO'])
      deepEqual(found.get('trusted'), [])
    },
    'is lost with one changed number, which doctor says; another install brings it back': (_seen, [, outdated, renewed]) => {
      ran(outdated!, 'outdated')
      deepEqual(found.get('outdated'), ['hook-trust-outdated'])
      stopped(renewed!, 'renewed', ['TRUSTED-NO'])
      deepEqual(found.get('renewed'), [])
    },
    'is of no use where the hook, all hooks or the file are off, which doctor says': (_seen, [, , , off, feature, voided, mended]) => {
      ran(off!, 'off')
      deepEqual(found.get('off'), ['hook-switched-off'])
      ran(feature!, 'feature')
      deepEqual(found.get('feature'), ['hooks-disabled'])
      ran(voided!, 'void')
      deepEqual(found.get('void'), ['file-not-loaded'])
      stopped(mended!, 'mended', ['TRUSTED-NO'])
      deepEqual(found.get('mended'), [])
    },
  },
}

export const projectTrust: CodexSession = {
  name: 'hooks of a project',
  asks: [2, 2],
  scope: 'local',
  policy: POLICY,
  ...start('project', () => undefined),
  then: [
    start('project-trusted', (place) =>
      rewrite(place, 'config.toml', (text) => `${text}\n[projects.${JSON.stringify(place.project)}]\ntrust_level = "trusted"\n`),
    ),
  ],
  scenarios: {
    'are not read before the project is trusted, which doctor says; then they hold': (seen, [trusted]) => {
      ran(seen, 'project')
      deepEqual(found.get('project'), ['project-not-trusted'])
      stopped(trusted!, 'project-trusted', ['TRUSTED-NO'])
      deepEqual(found.get('project-trusted'), [])
      ok(!trusted!.place.has('denied.txt'))
    },
  },
}

export const TRUST: readonly CodexSession[] = [userTrust, projectTrust]
