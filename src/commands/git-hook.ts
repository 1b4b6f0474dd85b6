import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CommitPayload } from '../../hosts/git/payload.js'
import { filesFolder, withContentFiles, writeContents } from '../git/contents.js'
import { gitEnvironment, gitFault } from '../git/git.js'
import { repositoryAt, type Repository } from '../git/repository.js'
import { stagedFiles } from '../git/staged.js'
import { Log } from '../log/log.js'
import { writeAnswer } from '../output/write-answer.js'
import { unwritten } from '../text/messages.js'
import type { Interruption } from '../process/interruption.js'
import { decide } from '../run/decide.js'
import { thisMachine } from '../run/machine.js'
import { EXIT } from '../text/command-texts.js'
import { gitHookTexts } from '../text/git-hook-texts.js'
import { safeText } from '../text/safe.js'
import { placeOverridesOf, type PlaceOptions } from './place-options.js'

/**
 * What git starts before it commits: one PreToolUse event about everything that is staged. Whatever goes wrong refuses the commit.
 *
 * @returns the exit code: 0 the commit may go on, 1 it is refused, or nobody could tell
 */
export const preCommit = async (options: PlaceOptions): Promise<number> => {
  const commit = new Commit()
  try {
    return await commit.judge(options)
  } catch (error) {
    return couldNotRun(error instanceof StagedFault ? error.message : detailOf(error))
  } finally {
    commit.end()
  }
}

/** What git, or the disk, could not tell of what is staged. */
class StagedFault extends Error {}

const asStagedFault = (error: unknown): StagedFault => new StagedFault(gitHookTexts.unread(gitFault(error)))

const couldNotRun = (why: string): number => {
  writeAnswer(2, `${safeText(gitHookTexts.couldNotRun(why))}\n`)
  return EXIT.denied
}

const detailOf = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))

class Commit {
  readonly #later: (() => void)[] = []

  async judge(options: PlaceOptions): Promise<number> {
    const overrides = placeOverridesOf(options)
    if (typeof overrides === 'string') return couldNotRun(overrides)
    const machine = await thisMachine(overrides)
    const { scratch, log: logFile } = machine.places
    const folder = join(scratch, `git-${process.pid}-${Math.random().toString(36).slice(2)}`)
    const { repository, payload } = commitAt(machine.cwd ?? '/', machine.env, folder)
    const log = new Log()
    this.#later.push(() => rmSync(folder, { recursive: true, force: true }))
    const decided = await decide(
      { payload: { ...payload }, bytes: Buffer.from(JSON.stringify(payload)) },
      {
        options: { host: 'git', places: overrides },
        machine,
        log,
        onInterruption: (interruption) => this.#interrupted(interruption),
        afterAnswer: (act) => void this.#later.push(act),
        beforeCommands: async () => {
          await writeContents(payload.tool_input.files, folder, repository).catch((error: unknown) => {
            throw asStagedFault(error)
          })
        },
      },
    )
    await log.prepare(machine.places.home)
    this.#later.push(() => log.keep(logFile, Buffer.byteLength(decided.rendered.stderr)))
    if (decided.unreadable || decided.event === undefined) return couldNotRun(decided.why ?? '')
    const { stderr, exitCode } = decided.rendered
    writeAnswer(2, stderr)
    return exitCode
  }

  /** What may fail once the answer is out. */
  end(): void {
    for (const act of this.#later.splice(0)) {
      try {
        act()
      } catch {
        // It changes no answer.
      }
    }
  }

  #interrupted(interruption: Interruption): void {
    if ('error' in interruption) couldNotRun(detailOf(interruption.error))
    else couldNotRun('signal' in interruption ? gitHookTexts.ended(interruption.signal) : unwritten)
    this.end()
    process.exit(EXIT.denied)
  }
}

/** @throws StagedFault */
const commitAt = (
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): { repository: Repository; payload: CommitPayload } => {
  try {
    const repository = repositoryAt(cwd, gitEnvironment(env, cwd, true))
    const files = withContentFiles(stagedFiles(repository), folder)
    return {
      repository,
      payload: {
        hook_event_name: 'pre-commit',
        cwd: repository.top,
        tool_name: 'commit',
        tool_input: { staged_dir: filesFolder(folder), files },
      },
    }
  } catch (error) {
    throw asStagedFault(error)
  }
}
