/**
 * Loaded before the program (NODE_OPTIONS=--require): at its end, writes what it loaded to the file SPY_FILE names. `parts` are
 * the program's own, `builtins` Node's public modules that are there, `caches` whether V8 took each part's code cache ("none": it has none).
 */
const { basename } = require('node:path')
const vm = require('node:vm')
const { writeFileSync } = require('node:fs')

/** @type {string[]} */
const parts = []
/** @type {Record<string, boolean | 'none'>} */
const caches = {}
const Script = vm.Script
vm.Script = class extends Script {
  /**
   * @param {string} source
   * @param {{ filename: string, cachedData?: Buffer }} options
   */
  constructor(source, options) {
    super(source, options)
    const part = basename(options.filename, '.cjs')
    parts.push(part)
    caches[part] = options.cachedData === undefined ? 'none' : this.cachedDataRejected === false
  }
}
process.on('exit', () => {
  // @ts-expect-error not in the types; it is what Node's own tests of its start-up read
  const loaded = /** @type {string[]} */ (process.moduleLoadList)
  const builtins = loaded.filter((name) => /^NativeModule (?!internal\/)/.test(name)).map((name) => name.slice('NativeModule '.length))
  writeFileSync(process.env.SPY_FILE ?? '', JSON.stringify({ parts, builtins, caches }))
})
