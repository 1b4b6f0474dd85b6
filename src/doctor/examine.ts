import { checkUpOf } from '../../hosts/check-ups.js'
import { HOST_IDS } from '../../hosts/index.js'
import { installedHosts } from '../install/detect.js'
import type { HostId } from '../protocol/event.js'
import { environmentFindings } from './environment.js'
import { finding, type DoctorFinding } from './finding.js'
import { setupOf, type DoctorMachine, type HostSetup } from './host-setup.js'
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
}

/** @param named hosts; none: every one that is here */
export const examine = async (
  named: readonly HostId[],
  machine: DoctorMachine,
  setting: Omit<ProbeSetting, 'machine'>,
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
  return { setups, findings: findings.sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity)), probes: tried.probes }
}

const ORDER: readonly DoctorFinding['severity'][] = ['error', 'warning', 'info']
