import { checkUpOf } from '../../hosts/check-ups.js'
import { HOST_IDS } from '../../hosts/index.js'
import { installedHosts } from '../install/detect.js'
import type { HostId } from '../protocol/event.js'
import type { LiveTry } from '../shapes/doctor-live.js'
import { environmentFindings } from './environment.js'
import { finding, type DoctorFinding } from './finding.js'
import { setupOf, type DoctorMachine, type HostSetup } from './host-setup.js'
import type { LiveSetting, TriedHost } from './live/examine-live.js'
import { launcherFindings } from './launcher.js'
import { lineFindings } from './lines.js'
import { loadingFindings } from './loading.js'
import { pluginFindings } from './plugins.js'
import { policyFindings } from './policies.js'
import { probe, type Probe, type ProbeSetting } from './probes.js'
import { storeFindings } from './store.js'
import { trustFindings } from './trust.js'
import { versionFindings, versionOf } from './versions.js'

/** Everything that is looked at, once. Changes nothing that stays. */

export interface Examination {
  setups: readonly HostSetup[]
  findings: readonly DoctorFinding[]
  probes: readonly Probe[]
  /** One for each host, where it was asked for. */
  live?: readonly LiveTry[]
}

export interface ExaminationSetting extends Omit<ProbeSetting, 'machine'> {
  /** Each host is started itself too. */
  live?: Omit<LiveSetting, 'machine' | 'runEdited' | 'hanging'>
}

/** @param named hosts; none: every one that is here */
export const examine = async (
  named: readonly HostId[],
  machine: DoctorMachine,
  { live, ...setting }: ExaminationSetting,
): Promise<Examination> => {
  const hosts = named.length > 0 ? [...new Set(named)] : installedHosts(machine)
  const setups = await Promise.all(hosts.map(async (id) => setupOf(id, machine, await versionOf(id, machine))))
  const readElsewhere = [...new Set(setups.flatMap(({ id }) => checkUpOf(id).alsoReads))]
  const others = readElsewhere.flatMap((id) => (setups.find((setup) => setup.id === id) ?? setupOf(id, machine, undefined)).ours)
  const tried = await probe(setups, { machine, ...setting })
  const findings = [
    ...(hosts.length === 0 ? [finding('no-host', { parts: { hosts: HOST_IDS.join(', ') } })] : []),
    ...setups.flatMap((setup) => [
      ...loadingFindings(setup),
      ...trustFindings(setup, machine),
      ...lineFindings(setup, others),
      ...pluginFindings(setup, machine),
      ...versionFindings(setup),
    ]),
    ...launcherFindings(
      machine,
      setups.some(({ ours }) => ours.some(({ isAsInstalled }) => isAsInstalled)),
    ),
    ...tried.findings,
    ...environmentFindings(machine, setups),
    ...(await policyFindings(machine)),
    ...storeFindings(machine.places),
  ]
  const inOrder = (some: DoctorFinding[]): DoctorFinding[] => some.sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity))
  if (live === undefined) return { setups, findings: inOrder(findings), probes: tried.probes }
  const { examineLive, verdictOf } = await import('./live/examine-live.js')
  const hanging = new Set(tried.findings.flatMap(({ id, host }) => (id === 'probe-timed-out' && host !== undefined ? [host] : [])))
  const hostTries = await examineLive(setups, { machine, runEdited: setting.runEdited, hanging, ...live })
  const all = inOrder([...hostTries.flatMap((one) => one.findings), ...withoutAsked(findings, hostTries)])
  return { setups, findings: all, probes: tried.probes, live: hostTries.map((one) => verdictOf(one, all)) }
}

/** Of the trust in our lines the host's own word counts, where it gave it. */
const withoutAsked = (findings: readonly DoctorFinding[], tries: readonly TriedHost[]): DoctorFinding[] => {
  const asked = new Set(tries.flatMap(({ setup, live }) => (live.trust === undefined ? [] : [setup.id])))
  return findings.filter(({ id, host }) => host === undefined || !asked.has(host) || !TRUST_IDS.includes(id))
}

const TRUST_IDS: readonly string[] = ['hook-not-trusted', 'hook-trust-outdated', 'hook-switched-off']

const ORDER: readonly DoctorFinding['severity'][] = ['error', 'warning', 'info']
