import { Argument, Option, type Command } from 'commander'
import { HOST_IDS } from '../../hosts/index.js'
import { TOPICS } from '../help/topics.js'
import { TEMPLATES } from '../init/templates/index.js'
import { help } from '../text/command-texts.js'
import { check, type CheckOptions } from './check.js'
import { explain, type ExplainOptions } from './explain.js'
import { preCommit } from './git-hook.js'
import { installGitHook, uninstallGitHook, type GitHookOptions } from './git-hook-install.js'
import { hosts } from './hosts.js'
import { logCommand, passCommand, statsCommand } from './log-commands.js'
import { hostOption, storeOption, userConfigOption } from './options.js'
import type { PlaceOptions } from './place-options.js'
import { replay, type ReplayOptions } from './replay.js'
import { REPORTERS, test, type TestOptions } from './test.js'
import { helpTexts } from '../text/help-texts.js'
import { initHelp } from '../text/init-texts.js'
import { completion, SHELL_NAMES } from './completion.js'
import { showHelp } from './help.js'
import { init, type InitOptions } from './init.js'
import { schema } from './schema.js'
import { trust, type TrustOptions } from './trust.js'

/** Adds one command to the program. Its action sets the exit code of the process. */
export type Register = (program: Command) => void

/** `run` never comes here; it stands in the list so that `--help` shows it. */
const runCommand: Register = (program) =>
  void program
    .command('run')
    .description(help.run)
    .addOption(hostOption())
    .option('--event <event>', help.event)
    .option('--host-timeout <seconds>', help.hostTimeout)
    .addOption(storeOption())
    .addOption(userConfigOption())

const replayCommand: Register = (program) =>
  void program
    .command('replay')
    .description(help.replay)
    .addArgument(new Argument('[file]', help.file))
    .addOption(hostOption())
    .option('--lines', help.lines)
    .option('--unapproved', help.unapproved)
    .option('--json', help.json)
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (file: string | undefined, options: ReplayOptions) => {
      process.exitCode = await replay(file, options)
    })

const testCommand: Register = (program) =>
  void program
    .command('test')
    .description(help.test)
    .addArgument(new Argument('[files...]', help.testFiles))
    .addOption(new Option('--reporter <name>', help.reporter).choices(Object.keys(REPORTERS)))
    .addOption(new Option('--json', help.json).conflicts('reporter'))
    .option('--unapproved', help.unapproved)
    .addOption(new Option('--host <host>', help.onlyHost).choices([...HOST_IDS]))
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (files: string[], options: TestOptions) => {
      process.exitCode = await test(files, options)
    })

const checkCommand: Register = (program) =>
  void program
    .command('check')
    .description(help.check)
    .addArgument(new Argument('[dir]', help.dir))
    .option('--json', help.json)
    .option('--format <format>', help.checkFormat)
    .option('--strict', help.strict)
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (dir: string | undefined, options: CheckOptions) => {
      process.exitCode = await check(dir ?? '.', options)
    })

const trustCommand: Register = (program) =>
  void program
    .command('trust')
    .description(help.trust)
    .addArgument(new Argument('[dir]', help.trustDir))
    .option('--yes', help.yes)
    .option('--expect <sha256>', help.expect)
    .option('--same-as <ref>', help.sameAs)
    .option('--digest', help.digest)
    .option('--status', help.status)
    .option('--revoke', help.revoke)
    .option('--list', help.list)
    .option('--only', help.only)
    .option('--user', help.user)
    .option('--managed', help.managed)
    .option('--json', help.json)
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (dir: string | undefined, options: TrustOptions) => {
      process.exitCode = await trust(dir, options)
    })

const hostsCommand: Register = (program) =>
  void program
    .command('hosts')
    .description(help.hosts)
    .addArgument(new Argument('[host]', help.hostsHost).choices([...HOST_IDS]))
    .option('--json', help.json)
    .action((host: string | undefined, options: { json?: boolean }) => {
      process.exitCode = hosts(host, options)
    })

const explainCommand: Register = (program) =>
  void program
    .command('explain')
    .description(help.explain)
    .addArgument(new Argument('[file]', help.file))
    .addOption(hostOption())
    .option('--event <event>', help.explainEvent)
    .option('--tool <tool>', help.explainTool)
    .option('--command <text>', help.explainCommand)
    .option('--path <path>', help.explainPath)
    .option('--content <text>', help.explainContent)
    .option('--prompt <text>', help.explainPrompt)
    .option('--host-timeout <seconds>', help.hostTimeout)
    .option('--run', help.explainRun)
    .option('--unapproved', help.explainUnapproved)
    .option('--json', help.json)
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (file: string | undefined, options: ExplainOptions) => {
      process.exitCode = await explain(file, options)
    })

const gitHookCommand: Register = (program) => {
  const command = program.command('git-hook').description(help.gitHook)
  command
    .command('pre-commit')
    .description(help.gitPreCommit)
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (options: PlaceOptions) => {
      process.exitCode = await preCommit(options)
    })
  const placing = { install: { act: installGitHook, text: help.gitInstall }, uninstall: { act: uninstallGitHook, text: help.gitUninstall } }
  for (const [name, { act, text }] of Object.entries(placing)) {
    const one = command.command(name).description(text).option('--json', help.json).addOption(storeOption()).addOption(userConfigOption())
    if (name === 'install') one.option('--yes', help.gitYes)
    one.action(async (options: GitHookOptions) => {
      process.exitCode = await act(options)
    })
  }
}
const initCommand: Register = (program) =>
  void program
    .command('init')
    .description(initHelp.init)
    .addArgument(new Argument('[dir]', initHelp.dir))
    .addOption(new Option('--template <name...>', initHelp.template).choices(TEMPLATES.map(({ name }) => name)))
    .option('--commit', initHelp.commit)
    .option('--local', initHelp.local)
    .option('--yes', initHelp.yes)
    .option('--list', initHelp.list)
    .option('--json', help.json)
    .addOption(storeOption())
    .addOption(userConfigOption())
    .action(async (dir: string | undefined, options: InitOptions) => {
      const install = program.commands.find((command) => command.name() === 'install')
      const runInstall =
        install === undefined ? undefined : async (): Promise<void> => void (await install.parseAsync([], { from: 'user' }))
      const made = await init(dir, options, runInstall)
      process.exitCode ??= made
    })

const schemaCommand: Register = (program) =>
  void program
    .command('schema')
    .description(helpTexts.schema)
    .action(() => {
      process.exitCode = schema()
    })

const completionCommand: Register = (program) =>
  void program
    .command('completion')
    .description(helpTexts.completion)
    .addArgument(new Argument('<shell>', helpTexts.shell).choices([...SHELL_NAMES]))
    .action((shell: string) => {
      process.exitCode = completion(shell, program)
    })

const helpCommand: Register = (program) =>
  void program
    .helpCommand(false)
    .command('help')
    .description(helpTexts.help)
    .addArgument(new Argument('[topic...]', helpTexts.topic(TOPICS)))
    .action(async (words: string[]) => {
      process.exitCode = await showHelp(words, program)
    })

/** Every command, in the order of `--help`. */
export const COMMANDS: readonly Register[] = [
  runCommand,
  replayCommand,
  explainCommand,
  testCommand,
  checkCommand,
  trustCommand,
  hostsCommand,
  gitHookCommand,
  logCommand,
  statsCommand,
  passCommand,
  initCommand,
  schemaCommand,
  completionCommand,
  helpCommand,
]
