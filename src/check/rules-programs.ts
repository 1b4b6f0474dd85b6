import { basename, relative } from 'node:path'
import { filesRunBy, shellTextOf } from '../approval/programs.js'
import { isWithin } from '../paths/absolute.js'
import { commandHere, spawnPlanOf } from '../process/spawn-plan.js'
import { isGateEvent } from '../protocol/events.js'
import { programOf } from '../shell/program.js'
import { readShell } from '../shell/read.js'
import { ruleTexts } from '../text/check-texts.js'
import { isBuiltIn, isExecutable, isThere, programOnPath, shebangOf } from './program-lookup.js'
import { perHook, type CheckedHook, type CheckSubject, type Rule, type Severity } from './subject.js'

/** Commands that cannot start, or that start something nobody pinned. */

export const PROGRAM_RULES: readonly Rule[] = [
  {
    id: 'gate-through-runner',
    severity: 'warning',
    find: perHook(({ hook, texts }) => {
      const runner = texts === undefined || !isGateEvent(hook.event) ? undefined : runnerIn(shellTextOf(hook.command ?? ''))
      return runner === undefined ? [] : [{ key: 'command', text: ruleTexts.runner(runner) }]
    }),
  },
  {
    id: 'exit-one-denies',
    severity: 'info',
    find: perHook(({ hook, texts }) => {
      if (texts === undefined || !isGateEvent(hook.event)) return []
      const scripts = [{ file: undefined, text: texts.command }, ...texts.scripts].filter(({ text }) => EXIT_ONE.test(text))
      return scripts
        .slice(0, 1)
        .map(({ file }) => ({ key: 'command', text: ruleTexts.exitOne(file === undefined ? undefined : basename(file)) }))
    }),
  },
  {
    id: 'script-missing',
    severity: 'error',
    find: perHook((on, { root }) => {
      const { used, guarded, text } = programsOf(on, root)
      return used.files
        .filter(
          (file) =>
            !isThere(file) && (used.programs.includes(file) || looksLikeFile(file, root)) && !guarded && !hasEnding(file, used.files),
        )
        .map((file) => ({
          key: 'command',
          ...severityOf(on, file),
          about: file,
          text: ruleTexts.scriptMissing(shown(file, root), interpreterOf(file, text)),
        }))
    }),
  },
  {
    id: 'script-not-executable',
    severity: 'error',
    find: perHook((on, { root }) =>
      programsOf(on, root)
        .used.programs.filter((file) => isThere(file) && !isExecutable(file))
        .map((file) => ({ key: 'command', ...severityOf(on, file), about: file, text: ruleTexts.notExecutable(shown(file, root)) })),
    ),
  },
  {
    id: 'carriage-return-in-shebang',
    severity: 'error',
    find: perHook((on, { root }) => {
      const { used } = programsOf(on, root)
      const started = new Set(used.programs)
      return used.files.flatMap((file) => {
        const shebang = shebangOf(file)
        const isForShell = started.has(file) || /sh$/.test(shebang?.interpreter ?? '')
        return shebang?.hasCarriageReturn === true && isForShell
          ? [{ key: 'command', ...severityOf(on, file), about: file, text: ruleTexts.carriageReturn(shown(file, root)) }]
          : []
      })
    }),
  },
  {
    id: 'interpreter-missing',
    severity: 'warning',
    find: perHook((on, subject) =>
      missingPrograms(on, subject).map(({ name, script }) => ({ key: 'command', text: ruleTexts.programMissing(name, script) })),
    ),
  },
]

const EXIT_ONE = /(?:^|[\s;&|(){])exit\s+1\b|process\.exit\(\s*1\s*\)|process\.exitCode\s*=\s*1\b|sys\.exit\(\s*1\s*\)|\bexit\(1\)/m

/** Programs that look a program up in a package, or fetch it, before they start it: slow, and whatever is there is run. */
const RUNNERS: Readonly<Record<string, readonly string[] | 'always'>> = {
  npx: 'always',
  pnpx: 'always',
  bunx: 'always',
  uvx: 'always',
  npm: ['run', 'run-script', 'exec', 'x', 'test', 'start', 't'],
  pnpm: 'always',
  yarn: 'always',
  yarnpkg: 'always',
  corepack: 'always',
  bun: ['run', 'x'],
  deno: ['task'],
  pipx: ['run'],
  uv: ['run'],
  poetry: ['run'],
  pdm: ['run'],
  hatch: ['run'],
  pipenv: ['run'],
  bundle: ['exec'],
  rake: 'always',
  make: 'always',
  just: 'always',
  task: 'always',
  tox: 'always',
  nox: 'always',
  turbo: 'always',
  nx: 'always',
}

/** @returns how the runner is spelled */
const runnerIn = (text: string): string | undefined => {
  for (const { words, wrappers } of readShell(text).commands) {
    const wrapper = wrappers.find((name) => Object.hasOwn(RUNNERS, name))
    if (wrapper !== undefined) return wrapper
    const { name } = programOf({ words })
    const verbs = Object.hasOwn(RUNNERS, name) ? RUNNERS[name] : undefined
    if (verbs === undefined) continue
    if (verbs === 'always') return name
    const verb = words.slice(1).find(({ text: word }) => word !== undefined && !word.startsWith('-'))?.text
    // `bun run ./x.ts` and `deno run` start a file.
    if (verb !== undefined && verbs.includes(verb) && !(name === 'bun' && /[./]/.test(words.at(-1)?.text ?? ''))) return `${name} ${verb}`
  }
  return undefined
}

/** What a runner starts it finds itself. */
export const namesBehindRunners = (text: string): string[] =>
  readShell(text).commands.flatMap(({ words, wrappers }) =>
    wrappers.some((name) => Object.hasOwn(RUNNERS, name)) ? [words[0]?.text ?? ''] : [],
  )

/** A text for another shell than sh and bash is not read. */
const programsOf = ({ hook }: CheckedHook, root: string): { used: ReturnType<typeof filesRunBy>; guarded: boolean; text: string } => {
  const command = commandHere(hook)
  const isForeign = command === undefined || hook.shellProgram === 'pwsh' || hook.shellProgram === 'cmd' || process.platform === 'win32'
  const text = isForeign ? '' : shellTextOf(command)
  return { used: filesRunBy(text, root), guarded: /\[\[?\s+(?:!\s+)?-[a-z]\s|\btest\s+-[a-z]\s/.test(text), text }
}

/** A word without an ending or folder may be a task that something else defines, and no file. */
const looksLikeFile = (file: string, root: string): boolean => !isWithin(file, root) || /[./]/.test(relative(root, file))

/** An interpreter adds an ending to the name that it is given. */
const hasEnding = (file: string, files: readonly string[]): boolean =>
  files.some((other) => other !== file && (other.startsWith(`${file}.`) || other.startsWith(`${file}/`)) && isThere(other))

/** What a build or an installation makes may come later; and without a gate nothing is held because of it. */
const severityOf = ({ hook }: CheckedHook, file: string): { severity?: Severity } =>
  isGateEvent(hook.event) && !/(?:^|\/)(?:node_modules|dist|build|target|\.venv|venv)\//.test(file) ? {} : { severity: 'warning' }

const shown = (file: string, root: string): string => (isWithin(file, root) ? relative(root, file) : file)

/** The script that a program is given as its interpreter. */
const scriptFor = (name: string, text: string): { script?: string } => {
  const script = readShell(text)
    .commands.map((command) => programOf(command))
    .find(({ program }) => program?.text === name)?.script?.text
  return script === undefined ? {} : { script }
}

/** The interpreter that a script is given to, as it is spelled. */
const interpreterOf = (file: string, text: string): string | undefined =>
  readShell(text)
    .commands.map((command) => programOf(command))
    .find(({ script }) => script?.text !== undefined && file.endsWith(script.text.replace(/^(?:\.\.?\/)+/, '')))?.program?.text

/** Programs that are looked up by name, and interpreters of scripts. */
const missingPrograms = (on: CheckedHook, { root, path }: CheckSubject): { name: string; script?: string }[] => {
  const { hook } = on
  const command = commandHere(hook)
  if (command === undefined) return []
  const shell = spawnPlanOf(command, hook.shellProgram)
  const isMissing = (name: string): boolean => (/[\\/]/.test(name) ? !isThere(name) : programOnPath(name, path) === undefined)
  const missing: { name: string; script?: string }[] = shell.shell && isMissing(shell.program) ? [{ name: shell.program }] : []
  const { used, text } = programsOf(on, root)
  // A text that asks whether a program is there knows that it may not be.
  const asks = /\b(?:command\s+-[vV]|which|type|hash)\s/.test(text)
  const own = new Set(
    [...text.matchAll(/(?:\bfunction\s+([\w-]+)|([\w-]+)\s*\(\)|\balias\s+([\w-]+)=)/g)].flatMap((names) => names.slice(1)),
  )
  const found = new Set([...own, ...namesBehindRunners(text)])
  for (const name of asks ? [] : used.names)
    if (!isBuiltIn(name) && !found.has(name) && isMissing(name)) missing.push({ name, ...scriptFor(name, text) })
  for (const file of used.programs) {
    const shebang = shebangOf(file)
    if (shebang !== undefined && !shebang.hasCarriageReturn && isMissing(shebang.interpreter))
      missing.push({ name: shebang.interpreter, script: shown(file, root) })
  }
  return missing
}
