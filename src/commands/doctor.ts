import { carryOut, type Fixed } from '../doctor/fix.js'
import type { DoctorFinding } from '../doctor/finding.js'
import { examine, type Examination } from '../doctor/examine.js'
import type { DoctorMachine } from '../doctor/host-setup.js'
import { launcherPath } from '../install/launcher-path.js'
import { workspaceOf } from '../install/workspace.js'
import { fitted } from '../output/fitted.js'
import { colours } from '../output/colours.js'
import { columnsOf, wrapped } from '../output/wrapped.js'
import { writeAnswer } from '../output/write-answer.js'
import type { Interruption } from '../process/interruption.js'
import type { HostId } from '../protocol/event.js'
import { thisMachine } from '../run/machine.js'
import type { DoctorDocument } from '../shapes/doctor.js'
import { EXIT } from '../text/command-texts.js'
import { doctorLiveTexts } from '../text/doctor-live-texts.js'
import { doctorTexts } from '../text/doctor-texts.js'
import { liveLines } from './doctor-live-lines.js'
import { safeLine } from '../text/safe.js'
import { placeOverridesOf, type PlaceOptions } from './place-options.js'

export interface DoctorOptions extends PlaceOptions {
  fix?: boolean
  json?: boolean
  live?: boolean
  runEdited?: boolean
}

/**
 * Whether what hosts would start is there, is what `install` writes, and stops what it must.
 *
 * @param named hosts; none: every one that is here
 * @returns the exit code: 0 no errors, and with `--live` every host obeyed; 1 errors; 2 wrong usage; 3 with `--live`: of a host nobody can tell
 */
export const doctor = async (
  named: readonly HostId[],
  { fix, json, live, runEdited = false, ...options }: DoctorOptions,
): Promise<number> => {
  const overrides = placeOverridesOf(options)
  const refused = typeof overrides === 'string' ? overrides : live === true && fix === true ? doctorLiveTexts.noFix : undefined
  if (refused !== undefined || typeof overrides === 'string') {
    writeAnswer(2, `${refused}\n`)
    return EXIT.usage
  }
  const base = await thisMachine(overrides)
  const cwd = base.cwd ?? base.places.home
  const workspace = workspaceOf(cwd, base.places.home)
  const machine: DoctorMachine = { ...base, cwd, launcher: launcherPath(base.places), ...(workspace === undefined ? {} : { workspace }) }
  const progress = process.stderr.isTTY === true && json !== true
  const starting = (host: HostId, event: string): void => {
    if (progress) writeAnswer(2, `\r\u001b[K${doctorTexts.trying(host, event)}`)
  }
  const liveSetting = {
    starting: (host: HostId): void => {
      if (progress) writeAnswer(2, `\r\u001b[K${doctorLiveTexts.trying(host)}`)
    },
    interrupted,
  }
  const look = (): Promise<Examination> => examine(named, machine, { runEdited, starting, ...(live === true ? { live: liveSetting } : {}) })
  let seen = await look()
  let fixed: Fixed[] | undefined
  if (fix === true) {
    fixed = carryOut(
      seen.findings.flatMap((one) => one.fix ?? []),
      machine,
    )
    if (fixed.some((one) => 'done' in one)) seen = await look()
  }
  if (progress) writeAnswer(2, '\r\u001b[K')
  const document = documentOf(seen, fixed)
  if (json) writeAnswer(1, `${JSON.stringify(document, null, 2)}\n`)
  else writeAnswer(1, fitted(`${linesOf(seen, fixed ?? [], document).join('\n')}\n`))
  if (document.summary.errors > 0) return EXIT.denied
  return (document.live ?? []).some(({ verdict }) => verdict === 'undecided') ? EXIT.undecided : EXIT.fine
}

/** What was started is ended, and its folders are gone. */
const interrupted = (interruption: Interruption): void => {
  if ('error' in interruption) writeAnswer(2, `${safeLine(String(interruption.error))}\n`)
  if ('signal' in interruption) writeAnswer(2, `${doctorLiveTexts.ended(interruption.signal)}\n`)
  process.exit(EXIT.undecided)
}

const documentOf = ({ setups, findings, probes, live }: Examination, fixed: readonly Fixed[] | undefined): DoctorDocument => {
  const count = (severity: DoctorFinding['severity']): number => findings.filter((one) => one.severity === severity).length
  return {
    version: 1,
    hosts: setups.map(({ id, version, files, ours }) => ({
      host: id,
      ...(version === undefined ? {} : { version }),
      files: files.map((file) => ({
        file: file.file,
        level: file.level,
        state: file.report.state,
        lines: ours.filter((line) => line.file === file).length,
      })),
    })),
    probes: probes.map((one) => ({ ...one })),
    ...(live === undefined ? {} : { live: [...live] }),
    findings: findings.map(({ fix, ...one }) => ({ ...one, fixable: fix !== undefined })),
    ...(fixed === undefined
      ? {}
      : {
          fixed: fixed.flatMap((one) => ('done' in one ? [one.done] : [])),
          notFixed: fixed.flatMap((one) => ('left' in one ? [doctorTexts.notFixed(one.left, one.why)] : [])),
        }),
    summary: { errors: count('error'), warnings: count('warning'), infos: count('info') },
  }
}

// --- for people -------------------------------------------------------------------------------------------------

const PAINT = { error: colours.red, warning: colours.yellow, info: (text: string) => text } as const

const linesOf = ({ setups, findings, probes, live = [] }: Examination, fixed: readonly Fixed[], { summary }: DoctorDocument): string[] => {
  const columns = columnsOf(process.stdout.columns, process.env.COLUMNS)
  const hostLines = setups.flatMap(({ id, adapter, version, files, ours }) => {
    const own = probes.filter(({ host }) => host === id)
    const passed = own.filter((one) => one.passed).length
    return [
      colours.bold(doctorTexts.host(adapter.descriptor.title, version)),
      ...files
        .map((file) => ({ file, lines: ours.filter((line) => line.file === file).length }))
        .filter(({ lines }) => lines > 0)
        .flatMap(({ file, lines }) => wrapped(doctorTexts.file(file.file, lines), columns, '  ', '    ')),
      ...wrapped(own.length === 0 ? doctorTexts.notTried : doctorTexts.probes(passed, own.length), columns, '  ', '    '),
      ...live.filter(({ host }) => host === id).flatMap((one) => liveLines(one, columns)),
    ]
  })
  const fixLines = fixed.flatMap((one) =>
    wrapped('done' in one ? doctorTexts.fixed(one.done) : doctorTexts.notFixed(one.left, one.why), columns, '', '  '),
  )
  const found = findings.flatMap(({ severity, id, what, mend }) => {
    const label = doctorTexts.severities[severity]
    const [first = '', ...rest] = wrapped(`${what} [${id}]`, columns, `${label} `, '  ')
    return [PAINT[severity](label) + first.slice(label.length), ...rest, ...wrapped(doctorTexts.mend(mend), columns, '  ', '    ')]
  })
  const { errors, warnings, infos } = summary
  const end =
    findings.length === 0
      ? doctorTexts.healthy(setups.map(({ adapter }) => adapter.descriptor.title))
      : doctorTexts.summary(errors, warnings, infos)
  return [...hostLines, ...fixLines, ...found, ...wrapped(end, columns)]
}
