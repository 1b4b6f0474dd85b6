import { lstatSync, realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadPolicy } from '../approval/review.js'
import { openWorkspacePolicy } from '../config/open.js'
import { patternOf, repositoryOf, type Repository } from '../init/exclude.js'
import { make, type Made } from '../init/make.js'
import { filesOf, folderOf, hooksOf, templatesNamed, type PlannedFile } from '../init/plan.js'
import { laidOut } from '../init/policy-text.js'
import { TEMPLATES, USUAL_TEMPLATES, type Template } from '../init/templates/index.js'
import { inTheWay } from '../init/write.js'
import { canAsk, confirmed } from '../output/ask-person.js'
import { colours } from '../output/colours.js'
import { columnsOf, wrapped } from '../output/wrapped.js'
import { writeAnswer } from '../output/write-answer.js'
import { isWithin } from '../paths/absolute.js'
import { realPathOf } from '../paths/real.js'
import { thisMachine } from '../run/machine.js'
import type { shape } from '../shapes/init.js'
import type { Places } from '../store/places.js'
import { trustLine } from '../text/approval.js'
import { EXIT } from '../text/command-texts.js'
import { initTexts } from '../text/init-texts.js'
import { safeLine } from '../text/safe.js'
import { placeOverridesOf, type PlaceOptions } from './place-options.js'
import type { z } from 'zod'

export interface InitOptions extends PlaceOptions {
  template?: string[]
  commit?: boolean
  local?: boolean
  yes?: boolean
  json?: boolean
  list?: boolean
}

type Document = z.input<typeof shape>

/**
 * Makes `.acuvo` with a ready policy, approves exactly what it wrote, and leads on to `install`. What stands there is never
 * written over, and what goes wrong half way leaves nothing.
 *
 * @param install runs the command of that name; absent where there is none
 * @returns the exit code: 0 made, 1 it was not, 2 wrong usage
 */
export const init = async (dir: string | undefined, options: InitOptions, install?: () => Promise<void>): Promise<number> => {
  if (options.list) return list(options)
  if (options.commit && options.local) return usageError(initTexts.oneOf)
  const overrides = placeOverridesOf(options)
  if (typeof overrides === 'string') return usageError(overrides)
  const given = resolve(dir ?? '.')
  if (statSync(given, { throwIfNoEntry: false })?.isDirectory() !== true) return usageError(initTexts.notFolder(safeLine(given)))
  const root = realpathSync.native(given)
  const { places } = await thisMachine(overrides)
  if (isWithin(realPathOf(places.home) ?? places.home, root)) return usageError(initTexts.isHomes(safeLine(root)))

  const templates = templatesNamed(options.template ?? USUAL_TEMPLATES)
  const files = folderOf(templates)
  const obstacle = obstacleAt(root, files, options, places)
  if (obstacle !== undefined) return refuse(root, obstacle, options)

  const repository = repositoryOf(root)
  const commits = repository === undefined ? undefined : await isToBeCommitted(options)
  const made = await make(root, files, places, commits?.answer === false ? repository : undefined)
  if ('why' in made) return refuse(root, made, options)
  tell(root, made, { templates, repository, commits, places, options })
  if (install === undefined || options.json || options.yes || !canAsk()) return EXIT.fine
  if (await confirmed(initTexts.askInstall, true)) await install()
  return EXIT.fine
}

const usageError = (text: string): number => {
  for (const line of wrapped(text, columns())) writeAnswer(2, `${line}\n`)
  return EXIT.usage
}

const columns = (): number => columnsOf(process.stdout.columns, process.env.COLUMNS)

const print = (lines: readonly string[]): void => void writeAnswer(1, `${lines.flatMap((line) => wrapped(line, columns())).join('\n')}\n`)

const printDocument = (document: Document): void => void writeAnswer(1, `${JSON.stringify(document, null, 2)}\n`)

// --- the templates ----------------------------------------------------------------------------------------------

const list = ({ json }: InitOptions): number => {
  if (json) {
    const templates = TEMPLATES.map(({ name, about, hooks, files, cases }) => ({
      name,
      about,
      usual: USUAL_TEMPLATES.includes(name),
      hooks: [...hooks],
      files: files.map(({ path }) => path),
      cases: cases.length,
    }))
    printDocument({ version: 1, templates })
    return EXIT.fine
  }
  const lines = TEMPLATES.flatMap(({ name, about }) => [colours.bold(name), ...wrapped(about, columns(), '  ', '  ')])
  writeAnswer(1, `${lines.join('\n')}\n`)
  return EXIT.fine
}

// --- what is in the way -----------------------------------------------------------------------------------------

interface Refusal {
  why: 'exists' | 'in_the_way' | 'not_written' | 'not_stored'
  lines: string[]
  /** What a person adds by hand instead. */
  entries?: readonly object[]
  files?: readonly PlannedFile[]
}

const obstacleAt = (root: string, files: readonly PlannedFile[], options: InitOptions, places: Places): Refusal | undefined => {
  const folder = join(root, '.acuvo')
  const file = join(folder, 'hooks.json')
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  if (stats === undefined) return undefined
  if (!stats.isDirectory()) return { why: 'in_the_way', lines: [initTexts.notOurs(safeLine(folder))] }
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return existing(root, options, places)
  const found = inTheWay(folder, files)
  return found.length === 0 ? undefined : { why: 'in_the_way', lines: [initTexts.inTheWay(found.map((path) => `.acuvo/${path}`))] }
}

const existing = (root: string, { template }: InitOptions, places: Places): Refusal => {
  const file = join(root, '.acuvo', 'hooks.json')
  const head = initTexts.exists(safeLine(file))
  const content = openWorkspacePolicy(root)
  const isValid = content !== undefined && !('errors' in loadPolicy(content, { layer: 'workspace', file, root }))
  if (!isValid) return { why: 'exists', lines: [head, initTexts.existsBroken] }
  if (template === undefined) return { why: 'exists', lines: [head, initTexts.existsHint] }
  const templates = templatesNamed(template)
  const place = trustLine({ layer: 'workspace', place: root, given: places.given })
  return { why: 'exists', lines: [head, initTexts.thenTrust(place)], entries: hooksOf(templates), files: filesOf(templates) }
}

const refuse = (root: string, { why, lines, entries, files }: Refusal, { json }: InitOptions): number => {
  if (json) {
    const toAdd = entries === undefined ? {} : { entries: [...entries] as Record<string, unknown>[] }
    const toMake = files === undefined ? {} : { files: files.map(({ path, text }) => ({ path: `.acuvo/${path}`, text })) }
    printDocument({ version: 1, created: false, root, why, text: lines.join('\n'), ...toAdd, ...toMake })
    return EXIT.denied
  }
  for (const line of lines.flatMap((text) => wrapped(text, columns()))) writeAnswer(2, `${line}\n`)
  // What is copied stands as it is, however narrow the terminal.
  if (entries !== undefined) writeAnswer(1, `${byHand(root, entries, files ?? []).join('\n')}\n`)
  return EXIT.denied
}

const byHand = (root: string, entries: readonly object[], files: readonly PlannedFile[]): string[] => [
  initTexts.toAdd('.acuvo/hooks.json'),
  '',
  entries.map((entry) => laidOut(entry)).join(',\n'),
  ...files.flatMap(({ path, text }) => {
    const isThere = lstatSync(join(root, '.acuvo', path), { throwIfNoEntry: false }) !== undefined
    const head = isThere ? initTexts.isThere(`.acuvo/${path}`) : initTexts.toMake(`.acuvo/${path}`)
    return ['', head, '', text.trimEnd()]
  }),
]

// --- what was made ----------------------------------------------------------------------------------------------

interface Commits {
  answer: boolean
  /** Nobody said it: it is what does least. */
  unasked?: true
}

const isToBeCommitted = async ({ commit, local, yes, json }: InitOptions): Promise<Commits> => {
  if (commit || local) return { answer: commit === true }
  if (yes || json || !canAsk()) return { answer: false, unasked: true }
  return { answer: await confirmed(initTexts.askCommit, true) }
}

interface Told {
  templates: readonly Template[]
  repository: Repository | undefined
  commits: Commits | undefined
  places: Places
  options: InitOptions
}

const tell = (root: string, made: Made, { templates, repository, commits, places, options }: Told): void => {
  const folder = join(root, '.acuvo')
  const names = templates.map(({ name }) => name)
  const { files, kept, approval } = made
  if (options.json) {
    const paths = (all: readonly string[]): string[] => all.map((path) => `.acuvo/${path}`)
    const approved =
      'digest' in approval
        ? { approved: true, digest: approval.digest }
        : { approved: false, others: [...(approval.refused ?? approval.others)] }
    const git = commits === undefined ? {} : { committed: commits.answer }
    printDocument({ version: 1, created: true, root, templates: names, files: paths(files), kept: paths(kept), ...approved, ...git })
    return
  }
  const line = trustLine({ layer: 'workspace', place: root, given: places.given })
  const exclude = repository === undefined ? '' : safeLine(repository.exclude)
  print([
    initTexts.made(safeLine(folder), names),
    ...files.map((path) => `  .acuvo/${path}`),
    ...kept.map((path) => `  ${initTexts.kept(`.acuvo/${path}`)}`),
    'digest' in approval
      ? initTexts.approved(approval.hooks, approval.pinned, approval.digest)
      : approval.refused !== undefined
        ? initTexts.cannotPin(approval.refused, line)
        : initTexts.notApproved(approval.others.map(safeLine), line),
    ...gitLines(root, exclude, repository, commits),
    initTexts.nextTest,
    initTexts.nextInstall,
  ])
}

const gitLines = (root: string, exclude: string, repository: Repository | undefined, commits: Commits | undefined): string[] => {
  if (repository === undefined || commits === undefined) return []
  if (commits.answer) return [initTexts.committed]
  const pattern = safeLine(patternOf(join(root, '.acuvo'), repository))
  return [commits.unasked ? initTexts.localUnasked(exclude, pattern) : initTexts.local(exclude)]
}
