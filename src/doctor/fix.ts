import { chmodSync, readFileSync, realpathSync, statSync } from 'node:fs'
import type { Scope } from '../../hosts/registrations.js'
import { withLock } from '../store/lock.js'
import { putInPlace } from '../install/exchange.js'
import { placeShared, sharedParts } from '../install/place.js'
import { planFor } from '../install/plan.js'
import { Installed, installLock } from '../install/record.js'
import type { HostId } from '../protocol/event.js'
import { makeOwnFolder, writeAtomically } from '../store/write-atomic.js'
import { doctorTexts } from '../text/doctor-texts.js'
import type { Fix } from './finding.js'
import type { DoctorMachine } from './host-setup.js'

/** The only changes that examining a setup ever makes, and only when it is asked to. */

export type Fixed = { done: string } | { left: string; why: string }

const READABLE = 0o444
/** Execution by the owner. */
const OWNER = 0o100

export const carryOut = (fixes: readonly Fix[], machine: DoctorMachine): Fixed[] => {
  const once = new Map(fixes.map((fix) => [JSON.stringify(fix), fix]))
  return [...once.values()].map((fix) => {
    try {
      return fixed(fix, machine)
    } catch (error) {
      return { left: 'file' in fix ? fix.file : fix.host, why: error instanceof Error ? error.message : String(error) }
    }
  })
}

const fixed = (fix: Fix, machine: DoctorMachine): Fixed => {
  switch (fix.is) {
    case 'executable': {
      const { mode } = statSync(fix.file)
      // For whoever may read it.
      chmodSync(fix.file, (mode | ((mode & READABLE) >> 2) | OWNER) & 0o7777)
      return { done: doctorTexts.fixes.executable(fix.file) }
    }
    case 'line-endings': {
      // A link stays a link.
      const file = realpathSync.native(fix.file)
      const bytes = readFileSync(file)
      writeAtomically(file, Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'), statSync(file).mode & 0o777)
      return { done: doctorTexts.fixes.lineEndings(fix.file) }
    }
    case 'mode':
      chmodSync(fix.file, fix.mode)
      return { done: doctorTexts.fixes.mode(fix.file) }
    case 'install':
      return reinstalled(fix.host, fix.scope, machine)
  }
}

/** As `install` would do it. */
const reinstalled = (host: HostId, scope: Scope, machine: DoctorMachine): Fixed => {
  makeOwnFolder(machine.places.store)
  return withLock(installLock(machine.places), () => reinstalledAlone(host, scope, machine))
}

const reinstalledAlone = (host: HostId, scope: Scope, machine: DoctorMachine): Fixed => {
  const plan = planFor(host, { scope, machine })
  if ('usage' in plan) return { left: host, why: doctorTexts.fixes.noPlace }
  const { read, after, held, fault } = plan
  if (fault !== undefined || read === undefined || after === undefined)
    return { left: plan.file, why: fault?.code ?? doctorTexts.fixes.noPlace }
  const installed = new Installed(machine.places)
  placeShared(machine.places, sharedParts(machine.places))
  const refused = read.bytes?.equals(after) === true ? undefined : putInPlace(installed, read, after, { what: 'hooks', host, scope, held })
  return refused === undefined ? { done: doctorTexts.fixes.installed(host) } : { left: plan.file, why: refused.code }
}
