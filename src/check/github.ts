import { relative } from 'node:path'
import { isWithin } from '../paths/absolute.js'
import { safeLine } from '../text/safe.js'
import type { Finding } from './findings.js'

/**
 * Findings as workflow commands, which GitHub shows at the lines of a change.
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */

/** @param from the folder that paths are relative to: the checkout */
export const workflowCommand = ({ severity, id, file, line, column, hook, message }: Finding, from: string): string => {
  const place = isWithin(file, from) ? relative(from, file) : file
  const properties = [
    `file=${property(place)}`,
    ...(line === undefined ? [] : [`line=${line}`]),
    ...(column === undefined ? [] : [`col=${column}`]),
    `title=${property(`acuvo-hooks: ${id}`)}`,
  ]
  const text = hook === undefined ? message : `"${hook}" ${message}`
  return `::${COMMANDS[severity]} ${properties.join(',')}::${data(safeLine(text))}`
}

const COMMANDS = { error: 'error', warning: 'warning', info: 'notice' } as const

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
