import { hostOf } from '../../hosts/index.js'
import { finding, type DoctorFinding } from './finding.js'
import type { DoctorMachine, HostSetup } from './host-setup.js'

/** Variables that change what runs behind our back: here, and in the files of a host that hand them on. */

/** Loaded into every program, the shell of a registered line included, before our launcher can take them away. */
const DANGEROUS = [
  'LD_PRELOAD',
  'LD_AUDIT',
  'LD_LIBRARY_PATH',
  'DYLD_INSERT_LIBRARIES',
  'DYLD_LIBRARY_PATH',
  'BASH_ENV',
  'ENV',
  'SHELLOPTS',
  'BASHOPTS',
  'GCONV_PATH',
]
/** What the launcher clears. A line that does not start it has no such help. */
const CLEARED = ['NODE_OPTIONS', 'NODE_PATH', 'NODE_EXTRA_CA_CERTS', 'NODE_V8_COVERAGE', 'NODE_COMPILE_CACHE', 'BUN_OPTIONS', 'BUN_BE_BUN']
/** A hook finds its programs by it. */
const ALSO_IN_FILES = ['PATH']

const isSet = ({ env }: DoctorMachine, name: string): boolean => (env[name] ?? '') !== ''

export const environmentFindings = (machine: DoctorMachine, setups: readonly HostSetup[]): DoctorFinding[] => {
  const throughLauncher = setups.every(({ ours }) => ours.every(({ isAsInstalled }) => isAsInstalled))
  return [
    ...DANGEROUS.filter((name) => isSet(machine, name)).map((variable) => finding('dangerous-variable', { parts: { variable } })),
    ...CLEARED.filter((name) => isSet(machine, name)).map((variable) =>
      finding(throughLauncher ? 'cleared-variable' : 'dangerous-variable', { parts: { variable } }),
    ),
    ...setups.flatMap((setup) => [...offByVariable(setup, machine), ...fromFiles(setup)]),
  ]
}

/** A variable that starts the host without hooks, or moves its settings away, set where agents may be started from. */
const offByVariable = ({ id, registration }: HostSetup, { env }: DoctorMachine): DoctorFinding[] => {
  const { hooksOff, folderVariables } = hostOf(id).settings
  return Object.keys(env)
    .filter((name) => isHostVariable(name) && name !== registration.userFolderVariable && (env[name] ?? '') !== '')
    .filter((name) => hooksOff({ args: [], variables: { [name]: env[name] } }))
    .map((variable) => {
      // One that moves a folder may well have moved the lines along.
      const moves = folderVariables.includes(variable)
      return finding('hooks-off-by-variable', { host: id, parts: { variable }, ...(moves ? { severity: 'warning' as const } : {}) })
    })
}

/** HOME moves everything, and is where we look. */
const isHostVariable = (name: string): boolean => !['HOME', 'USERPROFILE'].includes(name)

const fromFiles = ({ id, files }: HostSetup): DoctorFinding[] =>
  files.flatMap(({ file, report }) =>
    (report.switches.environment ?? []).flatMap((variable) => {
      const isOff = isHostVariable(variable) && hostOf(id).settings.hooksOff({ args: [], variables: { [variable]: undefined } })
      if (isOff || [...DANGEROUS, ...CLEARED, ...ALSO_IN_FILES].includes(variable))
        return [finding('variable-in-settings', { host: id, file, parts: { variable } })]
      return []
    }),
  )
