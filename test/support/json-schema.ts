/**
 * A small checker of JSON Schema (draft 07), written for the tests: it knows nothing of ours. A keyword that it does not know is
 * an error, so that nothing of a schema goes unchecked.
 */

type Schema = boolean | { [keyword: string]: unknown }
type Json = unknown

const isObject = (value: Json): value is Record<string, Json> => typeof value === 'object' && value !== null && !Array.isArray(value)

const TYPES: Record<string, (value: Json) => boolean> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
}

const same = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b)

type Check = (wanted: any, value: Json, schema: Record<string, unknown>, root: Schema) => boolean

const ignored: Check = () => true

const CHECKS: Record<string, Check> = {
  $schema: ignored,
  title: ignored,
  description: ignored,
  definitions: ignored,
  then: ignored,
  $ref: (name: string, value, _schema, root) => {
    const found = name
      .slice(2)
      .split('/')
      .reduce<any>((inner, key) => inner[key], root)
    return isValid(found, value, root)
  },
  type: (name: string, value) => {
    const is = TYPES[name]
    if (is === undefined) throw new Error(`type ${name}`)
    return is(value)
  },
  enum: (values: Json[], value) => values.some((one) => same(one, value)),
  const: same,
  properties: (schemas: Record<string, Schema>, value, _schema, root) =>
    !isObject(value) || Object.entries(schemas).every(([key, schema]) => !Object.hasOwn(value, key) || isValid(schema, value[key], root)),
  additionalProperties: (schema: Schema, value, { properties = {} }, root) =>
    !isObject(value) ||
    Object.entries(value).every(([key, inner]) => Object.hasOwn(properties as object, key) || isValid(schema, inner, root)),
  required: (keys: string[], value) => !isObject(value) || keys.every((key) => Object.hasOwn(value, key)),
  dependencies: (needs: Record<string, string[] | Schema>, value, _schema, root) =>
    !isObject(value) ||
    Object.entries(needs).every(
      ([key, need]) =>
        !Object.hasOwn(value, key) ||
        (Array.isArray(need) ? need.every((other) => Object.hasOwn(value, other)) : isValid(need, value, root)),
    ),
  items: (schemas: Schema | Schema[], value, { additionalItems = true }, root) =>
    !Array.isArray(value) ||
    value.every((item, at) => isValid(Array.isArray(schemas) ? (schemas[at] ?? (additionalItems as Schema)) : schemas, item, root)),
  additionalItems: ignored,
  minItems: (least: number, value) => !Array.isArray(value) || value.length >= least,
  maxItems: (most: number, value) => !Array.isArray(value) || value.length <= most,
  minimum: (least: number, value) => typeof value !== 'number' || value >= least,
  maximum: (most: number, value) => typeof value !== 'number' || value <= most,
  minLength: (least: number, value) => typeof value !== 'string' || [...value].length >= least,
  // As the specification says: ECMA 262, Unicode, not anchored.
  pattern: (pattern: string, value) => typeof value !== 'string' || new RegExp(pattern, 'u').test(value),
  allOf: (schemas: Schema[], value, _schema, root) => schemas.every((schema) => isValid(schema, value, root)),
  anyOf: (schemas: Schema[], value, _schema, root) => schemas.some((schema) => isValid(schema, value, root)),
  oneOf: (schemas: Schema[], value, _schema, root) => schemas.filter((schema) => isValid(schema, value, root)).length === 1,
  not: (schema: Schema, value, _schema, root) => !isValid(schema, value, root),
  if: (schema: Schema, value, { then = true }, root) => !isValid(schema, value, root) || isValid(then as Schema, value, root),
}

/** @throws on a keyword that it does not know */
export const isValid = (schema: Schema, value: Json, root: Schema = schema): boolean => {
  if (typeof schema === 'boolean') return schema
  return Object.entries(schema).every(([keyword, wanted]) => {
    const check = CHECKS[keyword]
    if (check === undefined) throw new Error(`unknown keyword ${keyword}`)
    return check(wanted, value, schema, root)
  })
}
