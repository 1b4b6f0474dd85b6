import { isUtf8 } from 'node:buffer'
import type { z } from 'zod'
import { faultOfPathGlob } from '../globs/compile.js'
import { policyFaults } from '../text/policy-faults.js'
import { errorsOf } from './issues.js'
import { pathText, PolicyText } from './locate.js'
import { policySchema, USER_FILE_KEYS } from './schema.js'
import type { Layer, PolicyContent, PolicyError } from './types.js'
import { isRecord } from '../protocol/is-record.js'

/** Reads one policy file against the schema: the document, or every fault in it. */

export type Document = z.output<typeof policySchema>

/** @param isExtended whether it is a file that another one of this layer extends */
export const readPolicyFile = (
  content: PolicyContent,
  layer: Layer,
  isExtended: boolean,
): { data: Document; source: PolicyText } | { errors: PolicyError[] } => {
  if ('broken' in content) return broken('unreadable', content.broken)
  if (!isUtf8(content.bytes)) return broken('unreadable', policyFaults.notUtf8)
  const text = content.bytes.toString('utf8').replace(/^\ufeff/, '')
  if (text.trim() === '') return broken('not_json', policyFaults.empty)
  try {
    return readText(text, layer, isExtended)
  } catch (error) {
    if (error instanceof RangeError) return broken('not_json', policyFaults.tooDeep)
    throw error
  }
}

const readText = (text: string, layer: Layer, isExtended: boolean): { data: Document; source: PolicyText } | { errors: PolicyError[] } => {
  const source = new PolicyText(text)
  const document = parsed(text)
  if (document === undefined) {
    const errors = source.syntaxErrors()
    return errors.length > 0 ? { errors } : broken('not_json', policyFaults.notJson)
  }
  const duplicates = source.duplicateKeys()
  const result = policySchema.safeParse(document.value, { reportInput: true })
  const faults = result.success ? [] : result.error.issues.flatMap((issue) => errorsOf(issue, document.value, source))
  const elsewhere = layer === 'user' && !isExtended ? [] : userOnly(document.value, source)
  const outside = layer === 'workspace' ? pathsOutside(document.value, source) : []
  const errors = [...duplicates, ...faults, ...elsewhere, ...outside].sort(
    (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  )
  return errors.length > 0 || !result.success ? { errors } : { data: result.data, source }
}

/** Keys that only the person's own file may have: a workspace must not switch off what protects it. */
const userOnly = (document: unknown, source: PolicyText): PolicyError[] => {
  const keys = isRecord(document) ? Object.keys(document) : []
  return keys
    .filter((key) => USER_FILE_KEYS.includes(key))
    .map((key) => ({ code: 'not_here', path: key, ...source.placeOf([key], true), offender: key, message: policyFaults.userFileOnly }))
}

/** A workspace's globs stay inside its root: elsewhere they could never fire. */
const pathsOutside = (document: unknown, source: PolicyText): PolicyError[] => {
  const hooks = (document as { hooks?: unknown } | null)?.hooks
  return (Array.isArray(hooks) ? hooks : []).flatMap((hook: unknown, index) => {
    const paths = (hook as { paths?: unknown } | null)?.paths
    return (Array.isArray(paths) ? paths : []).flatMap((glob: unknown, place) => {
      if (typeof glob !== 'string' || faultOfPathGlob(glob, true) !== undefined || faultOfPathGlob(glob, false) !== 'outside') return []
      const path = ['hooks', index, 'paths', place]
      return [
        { code: 'bad_value' as const, path: pathText(path), ...source.placeOf(path), offender: glob, message: policyFaults.pathsOutside },
      ]
    })
  })
}

const parsed = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const broken = (code: PolicyError['code'], message: string): { errors: PolicyError[] } => ({ errors: [{ code, path: '', message }] })
