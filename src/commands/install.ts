import { HOST_IDS, HOSTS, hostOf } from '../../hosts/index.js'
import { registrationOf, type Scope } from '../../hosts/registrations.js'
import { withLock } from '../store/lock.js'
import { isRunning, installedHosts } from '../install/detect.js'
import { putInPlace } from '../install/exchange.js'
import { executableFor } from '../install/executable.js'
import { placeShared, sharedParts, type SharedParts, type Wanted } from '../install/place.js'
import { planFor, trustPlanOf, type HostPlan } from '../install/plan.js'
import { Installed, installLock } from '../install/record.js'
import { writeAnswer } from '../output/write-answer.js'
import type { HostId } from '../protocol/event.js'
import { thisMachine, type Machine } from '../run/machine.js'
import { isStandalone } from '../runtime/runtime.js'
import { makeOwnFolder } from '../store/write-atomic.js'
import { EXIT } from '../text/command-texts.js'
import { installTexts } from '../text/install-texts.js'
import { documentOf, hasChanges, type Outcome } from './install-document.js'
import { installText, statusText } from './install-show.js'
import { placeOverridesOf, type PlaceOptions } from './place-options.js'

export interface InstallOptions extends PlaceOptions {
  scope: Scope
  dryRun?: boolean
  status?: boolean
  json?: boolean
  /** A file; true without one; false to have the package instead. */
  standalone?: boolean | string
  /** Option names of the hosts that keep whom they trust, as commander spells them. */
  [trustOption: string]: unknown
}

/**
 * Registers us with hosts: the program, the launcher, an entry for every event in each host's settings.
 *
 * @param named hosts; none: every one that is found
 * @returns the exit code: 0 done, 1 something was left as it is (or, with --status, would be changed), 2 wrong usage
 */
export const install = async (named: readonly HostId[], options: InstallOptions): Promise<number> => {
  if (options.status && options.dryRun) return usageError(installTexts.oneOf('--status', '--dry-run'))
  const overrides = placeOverridesOf(options)
  if (typeof overrides === 'string') return usageError(overrides)
  const machine = await thisMachine(overrides)
  const asked = askedFor(named, options, machine)
  if ('fault' in asked) return usageError(asked.fault)
  const hosts = asked.hosts.length > 0 ? [...new Set(asked.hosts)] : installedHosts(machine)
  if (hosts.length === 0) {
    writeAnswer(2, `${installTexts.noHost(HOSTS.map(({ descriptor }) => descriptor.title))}\n`)
    return EXIT.denied
  }
  const plans = plansFor(hosts, machine, options)
  if ('usage' in plans) return usageError(plans.usage)
  const { places } = machine
  if (options.status || options.dryRun) return carryOut(plans, sharedParts(places, asked.wanted), machine, options)
  makeOwnFolder(places.store)
  // Read again with the lock: another install may have been there first.
  return withLock(installLock(places), () => {
    const now = plansFor(hosts, machine, options)
    return carryOut('usage' in now ? plans : now, sharedParts(places, asked.wanted), machine, options)
  })
}

/** `--standalone codex` names a host, not a file. */
const askedFor = (
  named: readonly HostId[],
  { standalone }: InstallOptions,
  { cwd }: Machine,
): { hosts: readonly HostId[]; wanted: Wanted } | { fault: string } => {
  if (standalone === undefined) return { hosts: named, wanted: undefined }
  if (standalone === false) return isStandalone ? { fault: installTexts.noPackage } : { hosts: named, wanted: 'package' }
  const host = HOST_IDS.find((id) => id === standalone)
  const found = executableFor(typeof standalone === 'string' && host === undefined ? standalone : undefined, cwd ?? '/')
  if ('fault' in found) return found
  return { hosts: host === undefined ? named : [host, ...named], wanted: { standalone: found.file } }
}

const plansFor = (hosts: readonly HostId[], machine: Machine, { scope }: InstallOptions): HostPlan[] | { usage: string } => {
  const plans: HostPlan[] = []
  for (const host of hosts) {
    const plan = planFor(host, { scope, machine })
    if ('usage' in plan)
      return { usage: plan.usage === 'no-workspace' ? installTexts.noWorkspace(scope) : installTexts.relativeVariable(plan.usage.variable) }
    const trust = trustPlanOf(plan, machine)
    plans.push(trust === undefined ? plan : { ...plan, trust })
  }
  return plans
}

const usageError = (text: string): number => {
  writeAnswer(2, `${text}\n`)
  return EXIT.usage
}

const carryOut = (plans: readonly HostPlan[], parts: SharedParts, machine: Machine, options: InstallOptions): number => {
  const outcomes: Outcome[] = plans.map((plan) => ({
    plan,
    writesTrust: plan.trust !== undefined && options[camelCase(plan.trust.writer.option)] === true,
    isRunning: isRunning(plan.host),
  }))
  const isForReal = !options.status && !options.dryRun
  if (isForReal) {
    const installed = new Installed(machine.places)
    // What cannot be read cannot be added to; found out before anything is changed.
    void installed.changes
    placeShared(machine.places, parts)
    for (const outcome of outcomes) register(installed, outcome)
  }
  const action = options.status ? 'status' : options.dryRun ? 'dry-run' : 'install'
  const document = documentOf(action, parts, outcomes, machine.places)
  if (options.json) writeAnswer(1, `${JSON.stringify(document, null, 2)}\n`)
  else writeAnswer(1, options.status ? statusText(document) : installText(document, outcomes))
  const isLeft = outcomes.some(
    ({ plan, writesTrust }) => plan.fault ?? plan.notLoaded ?? plan.ignore?.fault ?? (writesTrust ? plan.trust?.fault : undefined),
  )
  return isLeft || (options.status && hasChanges(document)) ? EXIT.denied : EXIT.fine
}

/** Writes one host's files; what went wrong is noted in its plan. */
const register = (installed: Installed, outcome: Outcome): void => {
  const { plan, writesTrust } = outcome
  const { host, scope, read, after, held, ignore, trust } = plan
  if (plan.fault !== undefined || read === undefined || after === undefined) return
  // First, so that no moment is left in which a commit would take the file along.
  if (ignore?.read !== undefined && ignore.after !== undefined && ignore.read.bytes?.equals(ignore.after) !== true) {
    const former = installed.find('ignore', ignore.read.path)?.ours ?? []
    const about = { what: 'ignore', host, scope, held: former.length > 0, ours: [...new Set([...former, ignore.line])] } as const
    const fault = putInPlace(installed, ignore.read, ignore.after, about)
    if (fault !== undefined) ignore.fault = fault
  }
  if (read.bytes?.equals(after) !== true) {
    const fault = putInPlace(installed, read, after, { what: 'hooks', host, scope, held })
    if (fault !== undefined) {
      plan.fault = fault
      return
    }
  }
  if (!writesTrust || trust?.read === undefined || trust.after === undefined || trust.fault !== undefined) return
  if (trust.read.bytes?.equals(trust.after) === true) return
  const former = installed.find('trust', trust.file)?.ours ?? []
  const ours = [...new Set([...former, ...trust.items.map(({ key }) => key)])]
  const fault = putInPlace(installed, trust.read, trust.after, { what: 'trust', host, scope, held: former.length > 0, ours })
  if (fault !== undefined) trust.fault = fault
}

const camelCase = (option: string): string => option.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase())

/** Options of `install` that a host brings along. */
export const trustOptions = (): { option: string; does: string }[] =>
  HOSTS.flatMap(({ id }) => {
    const { trustWriter } = registrationOf(id)
    return trustWriter === undefined ? [] : [{ option: trustWriter.option, does: trustWriter.does }]
  })

export const titleOf = (id: HostId): string => hostOf(id).descriptor.title
