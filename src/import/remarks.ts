import { importRulesOf } from '../../hosts/import-rules.js'
import { hostOf } from '../../hosts/index.js'
import type { SettingsPath, SettingsReport } from '../../hosts/settings-readers.js'
import type { HostId } from '../protocol/event.js'
import { importTexts } from '../text/import-texts.js'
import { quoted, safeLine } from '../text/safe.js'
import type { Imported } from './translate.js'

/** What a person should know of an import, line by line. */

export const importLines = (host: HostId, report: SettingsReport, imported: Imported): string[] => {
  const { title } = hostOf(host).descriptor
  const { carried, notCarried, failedOpen, failedClosed, variables, ownLines } = imported
  const block = (head: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : [head, ...items.map((item) => `  ${item}`)]
  const hooks = imported.policy.hooks
  return [
    carried.length === 0 ? importTexts.nothing(title) : importTexts.carried(carried.length),
    ...(report.switches.hooks === false && carried.length > 0 ? [importTexts.switchedOff(title)] : []),
    ...block(
      importTexts.notCarried,
      notCarried.map(({ path, event, because }) => importTexts.lost(placeText(path), safeLine(event), because)),
    ),
    ...block(
      importTexts.dropped(title),
      report.findings.map(({ path, line, code, field }) => importTexts.finding(placeText(path, line), code, field)),
    ),
    ...block(
      importTexts.failedOpen(title),
      failedOpen.map(({ name, cases }) => importTexts.open(name, cases)),
    ),
    ...block(
      importTexts.failedClosed(title),
      failedClosed.map(({ name, cases }) => importTexts.closed(name, cases)),
    ),
    ...block(`${importTexts.note}:`, [
      ...carried.flatMap(({ name, expanded, loweredFromMs, onlyAt }) => [
        ...(expanded === undefined ? [] : [importTexts.expanded(name, expanded.map(safeLine))]),
        ...(loweredFromMs === undefined ? [] : [importTexts.lowered(name, loweredFromMs)]),
        ...(onlyAt === undefined ? [] : [importTexts.onlyAt(name, onlyAt)]),
      ]),
      ...(hooks.some((hook) => hook.mayAllow === true) ? [importTexts.allows] : []),
      ...(importRulesOf(host).followsAgent && hooks.length > 0 ? [importTexts.followsAgent] : []),
      ...(hooks.filter(({ event }) => event === 'PreToolUse').length > 1 ? [importTexts.inTurn] : []),
      ...(hooks.length > 0 ? [importTexts.lessEnvironment] : []),
      ...(hooks.length > 0 && variables.length > 0 ? [importTexts.variables(variables.map(safeLine))] : []),
      ...(ownLines > 0 ? [importTexts.ownLines(ownLines)] : []),
    ]),
  ]
}

/** A piece's place for people: known shapes of keys as they are, anything else as a short quotation. */
export const placeText = (path: SettingsPath, line?: number): string => {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : /^\w{1,40}$/.test(step) ? `.${step}` : `[${quoted(step)}]`))
  const place = steps.join('').replace(/^\./, '')
  return line === undefined ? place : `${place === '' ? '' : `${place}, `}line ${line}`
}
