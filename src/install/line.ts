import { registrationOf, type RegisteredEvent, type Scope } from '../../hosts/registrations.js'
import type { WindowsShell } from '../../hosts/shared/registration.js'
import type { HostId } from '../protocol/event.js'
import { PROGRAM } from '../text/messages.js'

/**
 * The command line that stands in a host's settings. It is the same text whatever our version, because hosts hash it: changing a
 * character here takes away every trust that people gave.
 */

/**
 * By its place: a PATH without `sh`, or with another one in front, would take the wrapper away, and Codex lets a call run whose hook
 * was not found (measured on 0.171.0, with PATH unset too).
 */
const SH = '/bin/sh'

/** Turns whatever is not an answer (missing, killed, exit 1) into exit 2, which stops the call in every host. */
const FAIL_CLOSED = '"$0" "$@" || { [ $? -eq 2 ] || echo "acuvo-hooks could not run" >&2; exit 2; }'

/** Where `install` puts the launcher in a person's HOME, as the line that is shared by several people spells it. */
const SHARED_LAUNCHER = '$HOME/.local/share/acuvo-hooks/acuvo-hooks'

export interface LineSetting {
  scope: Scope
  /** Absolute path of the launcher; a shared line finds it by HOME instead. */
  launcher: string
  platform?: NodeJS.Platform
}

/** @param event one of `registeredEvents(host)` */
export const registeredLine = (
  host: HostId,
  event: RegisteredEvent,
  { scope, launcher, platform = process.platform }: LineSetting,
): string => {
  const args = `run --host ${host} --event ${event.name} --host-timeout ${event.seconds}`
  if (platform === 'win32') return `${windowsWord(launcher, registrationOf(host).windowsShell)} ${args}`
  if (scope === 'shared') return `${SH} -c '${event.wrapped ? sharedGate(host) : SHARED_QUIET}' ${PROGRAM} ${args}`
  return event.wrapped ? `${SH} -c '${FAIL_CLOSED}' ${word(launcher)} ${args}` : `${word(launcher)} ${args}`
}

const SHARED_QUIET = `l="${SHARED_LAUNCHER}"; [ -x "$l" ] || exit 0; exec "$l" "$@"`

/** Without the launcher every call is stopped, with the one command that brings it. */
const sharedGate = (host: HostId): string => {
  const absent = `${PROGRAM} is not installed for this user; a person has to run, in this repository: ${sharedInstallCommand(host)}`
  return `l="${SHARED_LAUNCHER}"; [ -x "$l" ] || { echo "${absent}" >&2; exit 2; }; ${FAIL_CLOSED.replace('$0', '$l')}`
}

/** What a person runs who has a repository with shared lines and not the program. */
export const sharedInstallCommand = (host: HostId): string => `npx ${PROGRAM} install ${host} --scope shared`

/**
 * A path as one word that sh, bash, zsh, fish and dash read alike: in single quotes, which fish reads otherwise where a backslash
 * stands in them, so that backslashes and single quotes stand outside.
 */
export const word = (text: string): string => {
  if (/^[\w@+:,./-]+$/.test(text)) return text
  return text
    .split(/([\\']+)/)
    .map((part, at) => (at % 2 === 1 ? part.replace(/[\\']/g, '\\$&') : part && `'${part}'`))
    .join('')
}

/** A path on Windows: forward slashes, in double quotes, without what its shell would replace in them. */
export const windowsWord = (path: string, shell: WindowsShell): string => {
  const text = path.replaceAll('\\', '/')
  const escape = { bash: '\\', cmd: '', powershell: '`' }[shell]
  return `"${escape === '' ? text : text.replace(/[$`]/g, `${escape}$&`)}"`
}
