import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHANGED_SCRIPT, FILE, gate, NOTING_SCRIPT } from './approval.js'
import { fifo, HELD, NEW, pretty, type Place, type Setup, type StateRow } from './states.rows.js'

/** The same for what stands beside hooks.json: files that it extends, scripts, pins, and its folder. */

// --- files beside it --------------------------------------------------------------------------------------------

const BASE = '.acuvo/policies/base.json'
const base = (...hooks: object[]): string => JSON.stringify({ hooks })
const EXTENDED: Setup = { keys: { extends: ['./policies/base.json'] }, files: { [BASE]: base(gate('read-gate', ['read_file'])) } }

const extended = (name: string, change: StateRow['change'], more: Partial<StateRow> = {}): StateRow => ({
  name: `an extended file ${name}`,
  setup: EXTENDED,
  change,
  ...more,
})
export const AT_EXTENDED: StateRow[] = [
  extended('unchanged', () => undefined, { silent: true }),
  extended('of another mode', (place) => chmodSync(place.at(BASE), 0o600), { silent: true }),
  extended('that is a link to the same bytes inside', (place) => place.moveAndLink(BASE, place.at('base.json')), { silent: true }),
  extended('with other white space', (place) => place.put(BASE, pretty({ hooks: [gate('read-gate', ['read_file'])] }))),
  extended('with another command', (place) => place.put(BASE, base(gate('read-gate', ['read_file'], NEW))), {
    ends: { read: 'held' },
    says: ['read-gate'],
  }),
  extended('with a gate more', (place) => place.put(BASE, base(gate('read-gate', ['read_file']), gate('NEW', ['run_command']))), {
    ends: { shell: 'held' },
    says: ['NEW'],
  }),
  extended('without its gate', (place) => place.put(BASE, base())),
  extended('no longer extended', (place) => place.hooks((hooks) => hooks, { extends: [] })),
  extended('with a typo', (place) => place.put(BASE, '{ "hook": [] }'), { ends: HELD, says: ['base.json', /"hook"/] }),
  extended('removed', (place) => rmSync(place.at(BASE)), { ends: HELD, says: ['base.json'] }),
  extended(
    'that is a link to other bytes outside',
    (place) => {
      writeFileSync(join(place.workspace.base, 'out.json'), base())
      place.link(BASE, join(place.workspace.base, 'out.json'))
    },
    { ends: HELD, says: ['base.json'] },
  ),
]

/** A gate and a hook after a call that both run a script. */
const running = (command: string, files: Record<string, string>, keys: object = {}): Setup => ({
  hooks: [gate('read-gate', ['read_file'], { command }), { event: 'PostToolUse', name: 'script-after', command }],
  files,
  keys,
})
const SCRIPT = '.acuvo/gate.sh'
const NAMED = running(`sh ${SCRIPT}`, { [SCRIPT]: NOTING_SCRIPT })
const LIBRARY_FILE = '.acuvo/lib/notes.sh'
const LIBRARY = running(`sh ${SCRIPT}`, { [SCRIPT]: `. ./${LIBRARY_FILE}\n`, [LIBRARY_FILE]: NOTING_SCRIPT })
const ELSEWHERE = running('sh scripts/guard.sh', { 'scripts/guard.sh': NOTING_SCRIPT })
const PROGRAM = running('./scripts/guard', { 'scripts/guard': NOTING_SCRIPT })
const PINS: Setup = { keys: { pins: ['config/*.json'] }, files: { 'config/rules.json': '{}\n' } }

interface Pinned {
  title: string
  path: string
  setup: Setup
  /** What a change of it holds. */
  held: Pick<StateRow, 'ends' | 'skips'>
}
const OWN_CALLS: Pick<StateRow, 'ends' | 'skips'> = { ends: { read: 'held' }, skips: ['script-after'] }
const ALL_CALLS: Pick<StateRow, 'ends' | 'skips'> = { ends: HELD, skips: ['after', 'script-after', 'prompt', 'stop'] }
const PINNED: Pinned[] = [
  { title: 'a script in .acuvo that a command names', path: SCRIPT, setup: NAMED, held: OWN_CALLS },
  { title: 'a library in .acuvo', path: LIBRARY_FILE, setup: LIBRARY, held: ALL_CALLS },
  { title: 'a script elsewhere', path: 'scripts/guard.sh', setup: ELSEWHERE, held: OWN_CALLS },
  { title: 'a program of the workspace', path: 'scripts/guard', setup: PROGRAM, held: OWN_CALLS },
  {
    title: 'a file of pins',
    path: 'config/rules.json',
    setup: PINS,
    held: { ends: { shell: 'held', write: 'held' }, skips: ['after', 'prompt', 'stop'] },
  },
]

const pinned = ({ title, path, setup, held }: Pinned): StateRow[] => {
  const same = (name: string, change: StateRow['change']): StateRow => ({ name: `${title}, ${name}`, setup, silent: true, change })
  const other = (name: string, change: StateRow['change']): StateRow => ({
    name: `${title}, ${name}`,
    setup,
    change,
    ...held,
    says: [path],
  })
  const changes = [
    same('unchanged', () => undefined),
    other('changed', (place) => place.put(path, CHANGED_SCRIPT)),
    other('removed', (place) => rmSync(place.at(path))),
  ]
  if (setup !== NAMED && setup !== LIBRARY) return changes
  return [
    ...changes,
    // What a script loads beside itself is looked for where the link leads, so a link is a change.
    other('replaced by a link to the same bytes', (place) => place.moveAndLink(path, place.at('moved'))),
    other('replaced by a link to other bytes inside', (place) => {
      place.put('other', CHANGED_SCRIPT)
      place.link(path, place.at('other'))
    }),
    other('replaced by a link to other bytes outside', (place) => {
      writeFileSync(join(place.workspace.base, 'other'), CHANGED_SCRIPT)
      place.link(path, join(place.workspace.base, 'other'))
    }),
  ]
}

const [NAMED_SCRIPT] = PINNED as [Pinned]
const more = (name: string, change: StateRow['change'], then: Partial<StateRow>): StateRow => ({
  name: `${NAMED_SCRIPT.title}, ${name}`,
  setup: NAMED,
  change,
  ...then,
})
/** Further changes, of one kind of pinned file. */
const MORE: StateRow[] = [
  more('of another mode', (place) => chmodSync(place.at(SCRIPT), 0o777), { silent: true }),
  more(
    'changed and put back',
    (place) => {
      place.put(SCRIPT, CHANGED_SCRIPT)
      place.put(SCRIPT, NOTING_SCRIPT)
      utimesSync(place.at(SCRIPT), 1, 1)
    },
    { silent: true },
  ),
  more('of the same length', (place) => place.put(SCRIPT, NOTING_SCRIPT.replace('HOOK_NAME', 'TOOL_NAME')), {
    ...NAMED_SCRIPT.held,
    says: [SCRIPT],
  }),
  more(
    'a FIFO',
    (place) => {
      rmSync(place.at(SCRIPT))
      fifo(place.at(SCRIPT))
    },
    { ...NAMED_SCRIPT.held, says: [SCRIPT] },
  ),
  more(
    'a folder',
    (place) => {
      rmSync(place.at(SCRIPT))
      mkdirSync(place.at(SCRIPT))
    },
    { ...NAMED_SCRIPT.held, says: [SCRIPT] },
  ),
  more('and a file added to the folder', (place) => place.put('.acuvo/NEW.sh', CHANGED_SCRIPT), { ...ALL_CALLS, says: ['NEW.sh'] }),
  more('and a file added deep in the folder', (place) => place.put('.acuvo/a/b/NEW.py', ''), { ...ALL_CALLS, says: ['NEW.py'] }),
  more('and a link added to the folder', (place) => symlinkSync('/etc/passwd', place.at('.acuvo/NEW')), ALL_CALLS),
  more('and a file added that holds tests', (place) => place.put('.acuvo/tests/guard.json', '{}'), { silent: true }),
  more('and a .gitignore added', (place) => place.put('.acuvo/.gitignore', '*\n'), { silent: true }),
  more('and a file added outside the folder', (place) => place.put('scripts/new.sh', CHANGED_SCRIPT), { silent: true }),
]
export const AT_PINNED: StateRow[] = [...PINNED.flatMap(pinned), ...MORE]

// --- the folder and the root ------------------------------------------------------------------------------------

const FOLDER = '.acuvo'
const removed = (place: Place): void => rmSync(place.at(FOLDER), { recursive: true })
/** A link out is gone by one reading and broken by another: the approved gates hold by both. */
const EITHER = { shell: 'guarded', write: 'blocked', read: 'guarded' } as const

/** None of the core hooks uses a file, so they all go on without the folder. */
export const AT_FOLDER: StateRow[] = [
  { name: '.acuvo removed', change: removed },
  { name: '.acuvo renamed', change: (place) => renameSync(place.at(FOLDER), place.at('.acuvo.old')) },
  {
    name: '.acuvo replaced by a file',
    change: (place) => {
      removed(place)
      place.put(FOLDER, 'x')
    },
  },
  {
    name: '.acuvo replaced by a FIFO',
    change: (place) => {
      removed(place)
      fifo(place.at(FOLDER))
    },
  },
  {
    name: '.acuvo replaced by a link to a folder inside without a policy',
    change: (place) => {
      mkdirSync(place.at('empty'))
      place.link(FOLDER, place.at('empty'))
    },
  },
  {
    name: '.acuvo replaced by a link to a policy outside',
    ends: EITHER,
    change: (place) => {
      const outside = join(place.workspace.base, 'outside')
      mkdirSync(outside)
      writeFileSync(join(outside, 'hooks.json'), JSON.stringify({ hooks: [{ event: 'Stop', ...NEW }] }))
      place.link(FOLDER, outside)
    },
  },
  { name: '.acuvo replaced by a link that leads nowhere', ends: EITHER, change: (place) => place.link(FOLDER, place.at('gone')) },
  {
    name: '.acuvo replaced by another one',
    ends: { read: 'held' },
    change: (place) => {
      renameSync(place.at(FOLDER), place.at('.acuvo.old'))
      place.put(FILE, JSON.stringify({ hooks: [gate('NEW', ['read_file']), { event: 'Stop', ...NEW }] }))
    },
  },
  { name: '.acuvo with a file that it extends removed', setup: EXTENDED, change: removed },
  { name: '.acuvo with a script that a command names removed', setup: NAMED, change: removed, ...OWN_CALLS, says: [SCRIPT] },
  { name: '.acuvo with a library removed', setup: LIBRARY, change: removed, ...ALL_CALLS, says: [LIBRARY_FILE] },
  {
    name: 'the root renamed',
    change: (place) => {
      renameSync(place.root, `${place.root}-2`)
      return `${place.root}-2`
    },
    ends: HELD,
    skips: ['after', 'prompt', 'stop'],
  },
]
