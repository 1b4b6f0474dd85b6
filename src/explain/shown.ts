import { colours } from '../output/colours.js'
import { wrapped } from '../output/wrapped.js'
import type { Explained } from '../shapes/explain.js'
import { replayTexts } from '../text/command-texts.js'
import { explainTexts as texts } from '../text/explain-texts.js'
import { stateTexts } from '../text/trust-texts.js'
import { visible, visibleLine } from '../text/visible.js'

/** What `explain` says, for people. Whatever comes from files or the payload shows what is in it. */

const INDENT = 11
const NARROW = 60

export const shownText = (document: Explained, columns: number): string => {
  const indent = columns < NARROW ? 2 : INDENT
  const section = (name: string, items: readonly string[]): string[] => {
    const lines = items.flatMap((item) => item.split('\n')).flatMap((item) => linesOf(item, columns, indent))
    if (lines.length === 0) return []
    const [first = '', ...rest] = lines
    return columns < NARROW ? [colours.dim(name), ...lines] : [`${colours.dim(name.padEnd(indent))}${first.trimStart()}`, ...rest]
  }
  return `${sections(document)
    .flatMap(([name, items]) => section(name, items))
    .join('\n')}\n`
}

/** Two spaces more stand before what belongs to the line above. */
const linesOf = (item: string, columns: number, indent: number): string[] => {
  const [, inner = '', text = ''] = /^( *)(.*)$/s.exec(item) ?? []
  const before = ' '.repeat(indent) + inner
  // What a person may copy stays in one piece.
  if (/^[${]/.test(text)) return [before + text]
  return wrapped(text, columns, before, `${before}  `)
}

const sections = (document: Explained): [name: string, items: string[]][] => {
  const { payload, host, hostVersion, event, nativeEvent, why, unreadable, tool, limits, protection } = document
  const { stdout, stderr, exitCode } = document.receives
  const commands = document.hooks.filter(({ matched, does }) => matched && does === 'command').length
  return [
    ['payload', [payload.from]],
    ['host', [host === undefined ? '?' : [host, hostVersion].filter((part) => part !== undefined).join(' ')]],
    [
      'event',
      [
        event === undefined
          ? visibleLine(nativeEvent ?? '?')
          : event === nativeEvent
            ? event
            : `${event} (${visibleLine(nativeEvent ?? '')})`,
      ],
    ],
    ['', why === undefined ? [] : [unreadable ? replayTexts.unreadable(visibleLine(why)) : replayTexts.noEvent(visibleLine(why))]],
    ['tool', tool === undefined ? [] : [tool.names.map(visibleLine).join(', ')]],
    ['command', tool?.command === undefined ? [] : [visible(tool.command)]],
    ['paths', (tool?.paths ?? []).map(({ path, kind }) => `${visibleLine(path)} (${kind})`)],
    ['root', document.root === undefined ? [] : [visibleLine(document.root)]],
    ['cwd', document.cwd === undefined ? [] : [visibleLine(document.cwd)]],
    ['config', event === undefined ? [] : configLines(document)],
    ['protected', protection === undefined ? [] : [visible(protection.text)]],
    ['hooks', event === undefined ? [] : hookLines(document)],
    [
      'limits',
      limits === undefined
        ? []
        : [
            texts.budget(limits.budgetMs, limits.hostTimeoutMs),
            texts.context(limits.contextChars, limits.contextMax),
            ...(limits.stopLimit === undefined ? [] : [texts.stopLimit(limits.stopLimit)]),
          ],
    ],
    ['variables', event === undefined ? [] : [`hooks do not get: ${texts.dropped(document.droppedVariables.map(visibleLine))}`]],
    ['answer', [document.ran ? texts.receivesRun : texts.declared(commands)]],
    ['exit', [String(exitCode)]],
    ['stdout', [stdout.trim() === '' ? texts.nothing : visible(stdout.trim())]],
    ['stderr', [stderr.trim() === '' ? texts.nothing : visible(stderr.trim())]],
    ['', document.dropped.length === 0 ? [] : [texts.notCarried(document.dropped)]],
    ['effect', [document.effect]],
  ]
}

/** Enough to tell two files apart; machines get the whole. */
const short = (sha256: string): string => `${sha256.slice(0, SHORT_HASH_CHARS)}…`

const SHORT_HASH_CHARS = 16

const configLines = ({ config, absent }: Explained): string[] => [
  ...(config.length === 0 ? [texts.noConfig] : []),
  ...config.flatMap(({ path, layer, root, why, hash, state, approvedAt, approvedHash, extends: bases, errors }, index) => [
    texts.config(index + 1, visibleLine(path), layer, stateTexts[state]),
    ...why.map((reason) => `  ${texts.because(visibleLine(reason))}`),
    ...(layer === 'workspace' && path.startsWith(`${root}/`) ? [] : [`  ${texts.configRoot(visibleLine(root))}`]),
    ...(hash === undefined ? [] : [`  ${texts.hash(short(hash))}`]),
    ...(approvedAt === undefined
      ? []
      : [`  ${texts.approved(approvedAt, approvedHash === undefined || approvedHash === hash ? undefined : short(approvedHash))}`]),
    ...bases.map((base) => `  ${texts.extends(visibleLine(base))}`),
    ...errors.map((error) => `  ${colours.red(visibleLine(error))}`),
    ...(state === 'unapproved' && errors.length === 0 ? [`  ${texts.notApprovedYet}`] : []),
  ]),
  ...absent.map(({ layer, path }) => texts.absent(layer, visibleLine(path))),
]

const hookLines = ({ hooks, host = '', stopped }: Explained): string[] =>
  hooks.length === 0 ? [texts.noHooks] : [...(stopped ? [texts.stopped] : []), ...hooks.flatMap((hook) => linesOfHook(hook, host, stopped))]

const linesOfHook = (hook: Explained['hooks'][number], host: string, stopped: boolean): string[] => {
  const { outcome, does, matched, cause } = hook
  const name = `"${visibleLine(hook.hook)}"`
  if (!matched) return [`${colours.dim(texts.notMatched)} ${name}: ${visibleLine(cause)}`]
  const how = outcome === undefined ? (stopped ? texts.matches : colours.green(texts.matched(does))) : colours.bold(outcome.outcome)
  const { cause: outcomeCause } = outcome ?? {}
  const { command, resolved, lastRun } = hook
  return [
    `${how} ${name}: ${visibleLine(cause)}`,
    ...[
      ...(outcomeCause === undefined ? [] : [visibleLine(outcomeCause)]),
      ...(hook.mode === 'warn' ? [texts.onTrial] : []),
      ...(hook.paths.length === 0 ? [] : [texts.about(hook.paths.map(visibleLine))]),
      ...(command === undefined ? [] : [texts.command(visibleLine(typeof command === 'string' ? command : JSON.stringify(command)))]),
      ...(resolved === undefined ? [] : resolvedLines(resolved)),
      ...(hook.notAsApproved.length === 0 ? [] : [colours.red(texts.notAsApproved(hook.notAsApproved.map(visibleLine)))]),
      ...[
        hook.timeoutMs === undefined ? undefined : texts.timeout(hook.timeoutMs),
        hook.onFailure === undefined ? undefined : texts.onFailure(hook.onFailure),
        hook.grants.length === 0 ? undefined : texts.grants(hook.grants.map(visibleLine)),
      ].filter((line) => line !== undefined),
      ...hook.limits.map((limit) => colours.yellow(texts.hostLimit(host, limit))),
      lastRun === undefined ? texts.neverRun : texts.lastRun(lastRun.at, lastRun.outcome, lastRun.durationMs),
    ].map((line) => `  ${line}`),
  ]
}

const resolvedLines = ({ shell, programs, files, unknown }: NonNullable<Explained['hooks'][number]['resolved']>): string[] => [
  shell === undefined ? texts.noShell : texts.shell(visibleLine(shell)),
  ...programs.map(({ name, path, builtIn }) => {
    if (builtIn) return texts.builtIn(visibleLine(name))
    return path === undefined ? colours.red(texts.missingProgram(visibleLine(name))) : texts.program(visibleLine(name), visibleLine(path))
  }),
  ...files.map(({ use, path, sha256, mtime, missing, pinned }) => {
    const about = [
      missing ? colours.red(texts.missing) : undefined,
      sha256 === undefined ? undefined : texts.hash(short(sha256)),
      mtime === undefined ? undefined : texts.changedAt(mtime),
      pinned ? texts.pinned : texts.notPinned,
    ].filter((part) => part !== undefined)
    return `${texts.file(use, visibleLine(path))} (${about.join(', ')})`
  }),
  ...unknown.map((text) => texts.unknown(visibleLine(text))),
]
