import { isUtf8 } from 'node:buffer'
import { structuredPatch } from 'diff'
import { contentsOf, type Approval } from '../approval/record.js'
import type { Collected, CollectedFile } from '../approval/approve.js'
import { approvedBytes } from '../approval/pinned-bytes.js'
import type { Standing } from '../approval/standing.js'
import type { Command, Hook } from '../config/types.js'
import { fitted } from '../output/fitted.js'
import { colours } from '../output/colours.js'
import { trustTexts } from '../text/trust-texts.js'
import { visible, visibleLine } from '../text/visible.js'

/** What a person sees before approving: every command whole and as it is written, what each hook does, and every pinned file or what changed in it. */

export const reviewText = (collected: Collected, standing: Standing, digest: string): string => {
  const { policy, loaded, bytes, pinned, notPinned } = collected
  const before = 'approvals' in standing ? standing.approvals.at(-1) : undefined
  const folder = 'folder' in standing ? standing.folder : ''
  const lines = [
    colours.bold(visibleLine(policy.file)),
    fitted(headOf(standing, pinned)),
    fitted(`SHA-256 ${digest}`),
    ...Object.entries(loaded.settings ?? {}).map(([key, value]) => colours.yellow(trustTexts.setting(key, value))),
    '',
    ...(loaded.hooks.length === 0
      ? [trustTexts.noHooks]
      : loaded.hooks.flatMap((hook, index) => [...hookLines(hook, index, notPinned.get(index)), ''])),
    ...(before === undefined ? [] : diffLines('hooks.json', before.policy, bytes.toString('utf8'))),
    pinned.length === 0 ? trustTexts.noPinned : colours.bold(trustTexts.pinned),
    ...pinned.flatMap((file) => pinnedLines(file, before, folder)),
    ...removedLines(pinned, before),
  ]
  return `${lines.join('\n')}\n`
}

const headOf = (standing: Standing, pinned: readonly CollectedFile[]): string => {
  if (standing.state === 'unapproved') return trustTexts.first
  if (standing.state === 'refused') return trustTexts.unusable(visibleLine(standing.recordFile), standing.why)
  const isSame =
    standing.state === 'approved' &&
    standing.approvals.some((approval) => JSON.stringify(contentsOf(approval.pinned)) === JSON.stringify(contentsOf(pinned)))
  return isSame ? trustTexts.unchanged : trustTexts.changed
}

const indented = (text: string, by: string): string[] => text.split('\n').map((line) => `${by}${line}`)

const hookLines = (hook: Hook, index: number, notPinned: readonly string[] | undefined): string[] => [
  fitted(`${index + 1}. "${visibleLine(hook.label)}": ${whatItDoes(hook)}`),
  ...(hook.why === undefined ? [] : indented(visible(hook.why), '     ')),
  ...commandLines(hook.command, '$'),
  ...commandLines(hook.commandWindows, 'Windows $'),
  ...(hook.says === undefined ? [] : indented(visible(hook.says.text), `   ${hook.says.answer}: `)),
  ...(hook.instead === undefined ? [] : indented(visible(hook.instead), '   instead: ')),
  ...(notPinned === undefined ? [] : [`   ${colours.yellow(trustTexts.notPinned(notPinned.map(visibleLine)))}`]),
]

const commandLines = (command: Command | undefined, prompt: string): string[] => {
  if (command === undefined) return []
  return typeof command === 'string' ? indented(visible(command), `   ${prompt} `) : [`   ${prompt} ${argv(command)}`]
}

const argv = (words: readonly string[]): string => `[${words.map((word) => visibleLine(JSON.stringify(word))).join(', ')}]`

const whatItDoes = (hook: Hook): string => {
  const { event, toolNames, hosts, pathTexts, commandTexts, mode, env } = hook
  const named = (what: string, names: readonly string[] | undefined): string[] =>
    names === undefined ? [] : [`${what} ${names.map(visibleLine).join(', ')}`]
  const tools = event.endsWith('ToolUse') ? [toolNames === undefined ? 'every tool' : `tools ${toolNames.map(visibleLine).join(', ')}`] : []
  const running = hook.command === undefined || hook.background === true ? [] : [`timeout ${hook.timeoutMs} ms`]
  return [
    `on ${event}`,
    ...tools,
    ...named('paths', pathTexts),
    ...named('commands', commandTexts),
    hosts === undefined ? 'every host' : `hosts ${hosts.join(', ')}`,
    ...(mode === undefined ? [] : [colours.yellow(trustTexts.mode[mode])]),
    ...(hook.each === undefined ? [] : ['once for each path']),
    ...running,
    ...(hook.command === undefined ? [] : [`on failure ${hook.onFailure}`]),
    ...(hook.shellProgram === undefined ? [] : [`in ${hook.shellProgram}`]),
    ...(hook.stdin === undefined ? [] : ["reads the host's own payload"]),
    ...(env === undefined || env.length === 0 ? [] : [colours.yellow(`sees ${env.join(', ')}`)]),
    ...(hook.background === undefined ? [] : ['in the background']),
    ...(hook.detach === undefined ? [] : ['what it leaves running lives on']),
    ...(hook.mayAllow === undefined ? [] : [colours.yellow(trustTexts.mayAllow)]),
  ].join('; ')
}

const pinnedLines = (file: CollectedFile, before: Approval | undefined, folder: string): string[] => {
  const { path, link, absent, bytes, blob } = file
  const shown = visibleLine(path)
  if (absent === true) return [trustTexts.absent(shown)]
  if (bytes === undefined || blob === undefined) return [trustTexts.owned(shown)]
  const linked = link === undefined ? [] : [trustTexts.linked(shown, visibleLine(link))]
  const known = before?.pinned.find((one) => one.path === path)?.blob
  if (known === blob) return [...linked, trustTexts.same(shown)]
  const old = known === undefined ? undefined : approvedBytes(folder, known)
  if (!isUtf8(bytes) || bytes.includes(0)) return [...linked, trustTexts.fresh(shown, bytes.length), `  ${trustTexts.binary(blob)}`]
  if (old !== undefined && isUtf8(old)) return [...linked, ...diffLines(path, old.toString('utf8'), bytes.toString('utf8'))]
  return [...linked, trustTexts.fresh(shown, bytes.length), ...indented(visible(bytes.toString('utf8').replace(/\n$/, '')), '  | ')]
}

const removedLines = (pinned: readonly CollectedFile[], before: Approval | undefined): string[] => {
  const known = new Set(pinned.map(({ path }) => path))
  return (before?.pinned ?? []).filter(({ path }) => !known.has(path)).map(({ path }) => trustTexts.removed(visibleLine(path)))
}

const diffLines = (path: string, old: string, now: string): string[] => {
  if (old === now) return []
  // Nearly everything is different: whole is easier to read, and comparing would take minutes.
  const patch = structuredPatch(path, path, old, now, '', '', { context: 3, maxEditLength: MAX_EDITS })
  if (patch === undefined) return [colours.bold(visibleLine(path)), ...indented(visible(now), '  | '), '']
  const lines = patch.hunks.flatMap(({ oldStart, newStart, lines: changed }) => [
    `  @@ -${oldStart} +${newStart} @@`,
    ...changed.map((line) => `  ${paint(line)}`),
  ])
  return [colours.bold(visibleLine(path)), ...lines, '']
}

const MAX_EDITS = 2_000

const paint = (line: string): string => {
  const text = visible(line)
  return line.startsWith('+') ? colours.green(text) : line.startsWith('-') ? colours.red(text) : text
}

/** The same for machines. */
export const recordOf = ({ policy, loaded, pinned, notPinned }: Collected, digest: string) => ({
  root: policy.approvedAs,
  file: policy.file,
  digest,
  ...loaded.settings,
  hooks: loaded.hooks.map((hook, index) => ({ ...hookRecord(hook), notPinned: notPinned.get(index) ?? [] })),
  pinned: pinned.map(({ path, link, blob, absent }) => ({
    path,
    ...(link === undefined ? {} : { link }),
    ...(blob === undefined ? {} : { sha256: blob }),
    ...(absent === true ? { absent } : {}),
  })),
})

/** A hook in the words of the file. */
const hookRecord = ({
  label,
  says,
  toolNames,
  pathTexts,
  commandTexts,
  tools: _tools,
  paths: _paths,
  commands: _commands,
  ...hook
}: Hook) => ({
  name: label,
  ...hook,
  ...(says === undefined ? {} : { [says.answer]: says.text }),
  ...(toolNames === undefined ? {} : { tools: toolNames }),
  ...(pathTexts === undefined ? {} : { paths: pathTexts }),
  ...(commandTexts === undefined ? {} : { commands: commandTexts }),
})
