import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'vitest'
import { HOSTS } from '../support/payloads.mjs'
import type { Workspace } from '../support/workspace.mjs'
import { inWorkspace } from './expectations.js'
import { expectBroken, expectTold, expectUnbroken, type RunAs } from './policy-runs.js'

/** What may stand in the place of `.acuvo/hooks.json`: absent, valid and broken never collapse into each other (DESIGN 5). */

const GOOD = '{ "hooks": [{ "event": "PreToolUse", "command": "true" }] }'
/** Would leave a mark, were it run. */
const MARKING = '{ "hooks": [{ "event": "PreToolUse", "command": "touch ran" }] }'
const NOBODY = 65_534

interface Place {
  root: string
  /** `.acuvo/hooks.json`; its folder is there. */
  file: string
  folder: string
  workspace: Workspace
  skip: TestContext['skip']
}

interface FileRow {
  name: string
  make: (place: Place) => Promise<() => unknown> | void
  then: 'valid' | 'absent' | 'broken'
  /** Words of the one error. */
  says?: readonly string[]
  as?: RunAs
}

const listen = (path: string): Promise<() => unknown> =>
  new Promise((resolve, reject) => {
    const server = createServer()
      .on('error', reject)
      .listen(path, () => resolve(() => server.close()))
  })

/** Takes the folder away and puts something else there. */
const inPlaceOfFolder = (put: (place: Place) => void) => (place: Place) => {
  rmSync(place.folder, { recursive: true })
  put(place)
}

/** Root reads everything, so such a file is read as nobody. */
const unreadable = (spoil: (place: Place) => void) => (place: Place) => {
  for (const path of [place.workspace.base, place.workspace.home, place.root]) chmodSync(path, 0o755)
  spoil(place)
}
const asNobody: RunAs = process.getuid?.() === 0 ? { uid: NOBODY } : {}

const link = (target: string, at: string): void => symlinkSync(target, at)
const fifo = (at: string): void => void execFileSync('mkfifo', [at])
/** Writes a file, its folders with it. */
const put = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const OUT = { then: 'broken', says: ['out of the workspace'] } as const
const NOWHERE = { then: 'broken', says: ['nowhere'] } as const
const NOT_REGULAR = { then: 'broken', says: ['regular file'] } as const

const AT_THE_FILE: FileRow[] = [
  { name: 'a folder .acuvo without a file', then: 'absent', make: () => undefined },
  { name: 'a regular file', then: 'valid', make: ({ file }) => put(file, GOOD) },
  {
    name: 'a file that nobody may write',
    then: 'valid',
    make: ({ file }) => {
      put(file, GOOD)
      chmodSync(file, 0o444)
    },
  },
  {
    name: 'a link to a file inside',
    then: 'valid',
    make: ({ file, root }) => {
      put(join(root, 'policy.json'), GOOD)
      link('../policy.json', file)
    },
  },
  {
    name: 'a link to a link inside',
    then: 'valid',
    make: ({ file, root, folder }) => {
      put(join(root, 'policy.json'), GOOD)
      link('../policy.json', join(folder, 'second'))
      link('second', file)
    },
  },
  { name: 'a folder', ...NOT_REGULAR, make: ({ file }) => void mkdirSync(file) },
  { name: 'a FIFO', ...NOT_REGULAR, make: ({ file }) => fifo(file) },
  { name: 'a socket', ...NOT_REGULAR, make: ({ file }) => listen(file) },
  {
    name: 'a device',
    ...NOT_REGULAR,
    make: ({ file, skip }) => {
      try {
        execFileSync('mknod', [file, 'c', '1', '5'], { stdio: 'ignore' })
      } catch {
        skip('this user may not make devices')
      }
    },
  },
  { name: 'a link that leads nowhere', ...NOWHERE, make: ({ file }) => link('gone.json', file) },
  { name: 'a link to itself', then: 'broken', says: ['link'], make: ({ file }) => link('hooks.json', file) },
  {
    name: 'a link out of the workspace',
    ...OUT,
    make: ({ file, workspace }) => {
      put(join(workspace.base, 'out.json'), MARKING)
      link('../../out.json', file)
    },
  },
  {
    name: 'a link through a link out of the workspace',
    ...OUT,
    make: ({ file, root, workspace }) => {
      put(join(workspace.base, 'out.json'), MARKING)
      link(workspace.base, join(root, 'up'))
      link('../up/out.json', file)
    },
  },
  {
    name: 'a link into a folder whose name begins like ours',
    ...OUT,
    make: ({ file, root }) => {
      put(`${root}-twin/policy.json`, MARKING)
      link(`${root}-twin/policy.json`, file)
    },
  },
  { name: 'a link to /dev/zero', then: 'broken', says: ['link'], make: ({ file }) => link('/dev/zero', file) },
  {
    name: 'a link to a FIFO inside',
    ...NOT_REGULAR,
    make: ({ file, root }) => {
      fifo(join(root, 'fifo'))
      link('../fifo', file)
    },
  },
  {
    name: 'a link to a folder inside',
    ...NOT_REGULAR,
    make: ({ file, root }) => {
      mkdirSync(join(root, 'sub'))
      link('../sub', file)
    },
  },
  {
    name: 'a file that may not be read',
    then: 'broken',
    says: ['EACCES'],
    as: asNobody,
    make: unreadable(({ file }) => {
      put(file, MARKING)
      chmodSync(file, 0)
    }),
  },
]

const AT_THE_FOLDER: FileRow[] = [
  { name: 'nothing at all', then: 'absent', make: inPlaceOfFolder(() => undefined) },
  { name: '.acuvo a file', then: 'absent', make: inPlaceOfFolder(({ folder }) => put(folder, MARKING)) },
  { name: '.acuvo a FIFO', then: 'absent', make: inPlaceOfFolder(({ folder }) => fifo(folder)) },
  {
    name: '.acuvo a link to a folder inside',
    then: 'valid',
    make: inPlaceOfFolder(({ folder, root }) => {
      put(join(root, 'policy/hooks.json'), GOOD)
      link('policy', folder)
    }),
  },
  {
    name: '.acuvo a link to a file inside',
    then: 'absent',
    make: inPlaceOfFolder(({ folder, root }) => {
      put(join(root, 'policy'), MARKING)
      link('policy', folder)
    }),
  },
  { name: '.acuvo a link that leads nowhere', ...NOWHERE, make: inPlaceOfFolder(({ folder }) => link('gone', folder)) },
  { name: '.acuvo a link to itself', then: 'broken', says: ['link'], make: inPlaceOfFolder(({ folder }) => link('.acuvo', folder)) },
  {
    name: '.acuvo a link out of the workspace',
    ...OUT,
    make: inPlaceOfFolder(({ folder, workspace }) => {
      put(join(workspace.base, 'out/hooks.json'), MARKING)
      link('../out', folder)
    }),
  },
  {
    name: '.acuvo a link out of the workspace, to a folder without a file',
    ...OUT,
    make: inPlaceOfFolder(({ folder, workspace }) => {
      mkdirSync(join(workspace.base, 'out'))
      link('../out', folder)
    }),
  },
  {
    name: '.acuvo that may not be searched',
    then: 'broken',
    says: ['EACCES'],
    as: asNobody,
    make: unreadable(({ file, folder }) => {
      put(file, MARKING)
      chmodSync(folder, 0o600)
    }),
  },
  {
    name: 'a workspace that is reached by a link',
    then: 'valid',
    make: ({ root, file }) => {
      put(file, GOOD)
      renameSync(root, `${root}.real`)
      link(`${root}.real`, root)
    },
  },
]
const ROWS = [...AT_THE_FILE, ...AT_THE_FOLDER]

const place = (workspace: Workspace, { skip }: TestContext): Place => {
  const file = workspace.write('.acuvo/hooks.json', '')
  rmSync(file)
  return { root: workspace.root, file, folder: dirname(file), workspace, skip }
}

describe('in the place of .acuvo/hooks.json', () => {
  it.for(ROWS)('$name is $then', ({ make, then, says = [], as = {} }, context) =>
    inWorkspace(undefined, async (workspace) => {
      const undo = await make(place(workspace, context))
      try {
        if (then === 'valid') workspace.approve()
        if (then === 'broken') await expectBroken(workspace, [says], as)
        else await expectUnbroken(workspace, as)
      } finally {
        undo?.()
      }
    }),
  )

  const told = ['a folder', 'a link that leads nowhere', '.acuvo a link out of the workspace', 'a file that may not be read']
  it.for(ROWS.filter(({ name }) => told.includes(name)))(
    '$name passes other events, and person and model are told',
    ({ make, as = {} }, context) =>
      inWorkspace(undefined, async (workspace) => {
        await make(place(workspace, context))
        for (const host of HOSTS) await expectTold(host, workspace, as)
      }),
  )
})
