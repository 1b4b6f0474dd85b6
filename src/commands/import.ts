import { lstatSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { importRulesOf } from '../../hosts/import-rules.js'
import { hostOf } from '../../hosts/index.js'
import { readSettings, type SettingsReport } from '../../hosts/settings-readers.js'
import { ownSettingsFolder, settingsPlaces } from '../import/find-settings.js'
import { importLines, placeText } from '../import/remarks.js'
import { translate, type Imported } from '../import/translate.js'
import { folderOf } from '../init/plan.js'
import { laidOut } from '../init/policy-text.js'
import { writeFolder } from '../init/write.js'
import { fitted } from '../output/fitted.js'
import { columnsOf, wrapped } from '../output/wrapped.js'
import { writeAnswer } from '../output/write-answer.js'
import { isWithin } from '../paths/absolute.js'
import { realPathOf } from '../paths/real.js'
import type { HostId } from '../protocol/event.js'
import { homeFolder, thisAccount } from '../runtime/account.js'
import type { ImportDocument } from '../shapes/import.js'
import { EXIT } from '../text/command-texts.js'
import { importTexts } from '../text/import-texts.js'
import { safeLine } from '../text/safe.js'

export interface ImportOptions {
  json?: boolean
  write?: boolean
}

/**
 * Turns a host's own hook settings into a hooks.json that decides alike: printed, or written where there is none. The remarks are
 * for people and go to stderr. Runs nothing.
 *
 * @returns the exit code: 0 done, 1 the host itself loads nothing of the file, or there is a policy already, 2 no such file
 */
export const importSettings = (host: HostId, given: string | undefined, { json = false, write = false }: ImportOptions): number => {
  const { title } = hostOf(host).descriptor
  const home = homeFolder()
  const cwd = process.cwd()
  const say = (lines: readonly string[]): void => {
    const columns = columnsOf(process.stderr.columns, process.env.COLUMNS)
    writeAnswer(
      2,
      lines
        .flatMap((line) => wrapped(line, columns, '', '  '))
        .map((line) => `${line}\n`)
        .join(''),
    )
  }
  const found = given === undefined ? undefined : readAt(resolve(given))
  const { root, candidates } =
    given === undefined ? settingsPlaces(host, cwd, home, process.env) : { root: cwd, candidates: [resolve(given)] }
  const source = found ?? firstWithHooks(host, candidates)
  if (source === undefined) {
    say([importTexts.notFound(title, candidates.map(safeLine))])
    return EXIT.usage
  }
  if ('code' in source) {
    say([importTexts.cannotRead(safeLine(source.file), source.code)])
    return EXIT.usage
  }
  const report = readSettings(host, source.text, { kind: kindOf(host, source.file) })
  const file = safeLine(source.file)
  if (report.state === 'unparsable') {
    say([importTexts.unparsable(title, file, report.at === undefined ? '' : `:${report.at.line}:${report.at.column}`)])
    return EXIT.denied
  }
  if (report.state === 'rejected') {
    const mends = report.findings.filter(({ verdict }) => verdict === 'rejected')
    say([
      importTexts.rejected(title, file),
      ...mends.map(({ path, code, field, line }) => `  ${importTexts.finding(placeText(path, line), code, field)}`),
    ])
    return EXIT.denied
  }
  const isOwn = importRulesOf(host).userHooksRunInFolder && isWithin(source.file, ownSettingsFolder(host, home))
  const imported = translate(report, {
    accountShell: thisAccount().shell ?? '',
    platform: process.platform,
    ...(isOwn ? { folder: dirname(source.file) } : {}),
  })
  const otherFiles = candidates.filter((other) => other !== source.file && hasHooks(host, readAt(other)))
  const lines = [
    importTexts.reads(file),
    ...otherFiles.map((other) => importTexts.otherFile(title, safeLine(other), host)),
    ...importLines(host, report, imported),
  ]
  if (write) {
    const outcome = writePolicy(root, home, imported)
    if ('refused' in outcome) {
      say([outcome.refused])
      return EXIT.denied
    }
    if (json)
      writeAnswer(1, `${JSON.stringify(documentOf(host, source.file, { report, imported, otherFiles, written: outcome.file }), null, 2)}\n`)
    else writeAnswer(1, fitted(`${importTexts.written(safeLine(outcome.file))}\n`))
    say([...lines, importTexts.toApprove, ...(imported.carried.length > 0 ? [importTexts.stillThere(title, file)] : [])])
    return EXIT.fine
  }
  writeAnswer(
    1,
    json ? `${JSON.stringify(documentOf(host, source.file, { report, imported, otherFiles }), null, 2)}\n` : policyText(imported),
  )
  say(lines)
  return EXIT.fine
}

type Source = { file: string; text: string } | { file: string; code: string }

const readAt = (file: string): Source => {
  try {
    return { file, text: readFileSync(file, 'utf8') }
  } catch (error) {
    return { file, code: (error as NodeJS.ErrnoException).code ?? String(error) }
  }
}

/** The first file that has hooks or cannot be read as the host would; without one, the first that is there. */
const firstWithHooks = (host: HostId, candidates: readonly string[]): Source | undefined => {
  const there = candidates.map(readAt).filter((source) => !('code' in source && (source.code === 'ENOENT' || source.code === 'ENOTDIR')))
  const withHooks = there.find((source) => {
    if ('code' in source) return true
    const { state, isEmpty } = readSettings(host, source.text, { kind: kindOf(host, source.file) })
    return hasHooks(host, source) || state === 'rejected' || (state === 'unparsable' && !isEmpty)
  })
  return withHooks ?? there[0]
}

/** Whether the host starts hooks by it. */
const hasHooks = (host: HostId, source: Source): boolean =>
  !('code' in source) && readSettings(host, source.text, { kind: kindOf(host, source.file) }).entries.length > 0

/** A file that bears another name is read as the kind that its ending says. */
const kindOf = (host: HostId, file: string): string => {
  const { projectFiles } = importRulesOf(host)
  const name = basename(file)
  const ending = name.slice(name.lastIndexOf('.'))
  return projectFiles.find((known) => known === name) ?? projectFiles.find((known) => known.endsWith(ending)) ?? (projectFiles[0] as string)
}

const policyText = ({ policy }: Imported): string => `${laidOut(policy)}\n`

const documentOf = (
  host: HostId,
  file: string,
  { report, imported, otherFiles, written }: { report: SettingsReport; imported: Imported; otherFiles: string[]; written?: string },
): ImportDocument => ({
  version: 1,
  host,
  file,
  otherFiles,
  ...(written === undefined ? {} : { written }),
  policy: imported.policy,
  carried: imported.carried.map((one) => ({ ...one, path: [...one.path] })),
  notCarried: imported.notCarried.map((one) => ({ ...one, path: [...one.path] })),
  failedOpen: imported.failedOpen.map(({ name, cases }) => ({ name, cases: [...cases] })),
  failedClosed: imported.failedClosed.map(({ name, cases }) => ({ name, cases: [...cases] })),
  notLoaded: report.findings.map(({ code, path, field }) => ({ code, path: [...path], ...(field === undefined ? {} : { field }) })),
  variables: imported.variables,
  ownLines: imported.ownLines,
})

/** Makes the policy where there is none, with what `init` puts beside it: what stands there is never written over. */
const writePolicy = (root: string, home: string, { policy }: Imported): { file: string } | { refused: string } => {
  const folder = join(root, '.acuvo')
  const file = join(folder, 'hooks.json')
  const [realRoot, realHome] = [realPathOf(root) ?? root, realPathOf(home) ?? home]
  if (isWithin(realHome, realRoot)) return { refused: importTexts.isHomes(safeLine(root)) }
  const there = lstatSync(folder, { throwIfNoEntry: false })
  // A link may lead anywhere.
  if (there?.isDirectory() === false) return { refused: importTexts.notFolder(safeLine(folder)) }
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return { refused: importTexts.exists(safeLine(file)) }
  const beside = folderOf([]).filter(({ path }) => path !== 'hooks.json')
  try {
    writeFolder(folder, [...beside, { path: 'hooks.json', text: `${laidOut({ $schema: './hooks.schema.json', ...policy })}\n` }])
    return { file }
  } catch (error) {
    return { refused: importTexts.cannotWrite(safeLine(file), (error as NodeJS.ErrnoException).code ?? String(error)) }
  }
}
