/**
 * Loaded before the program (NODE_OPTIONS=--require): at its end, writes what it loaded to the file SPY_FILE names. `parts` are
 * the program's own, `builtins` Node's public modules that are there.
 */
const { basename } = require('node:path')
const vm = require('node:vm')
const { writeFileSync } = require('node:fs')

/** @type {string[]} */
const parts = []
const Script = vm.Script
vm.Script = class extends Script {
  /**
   * @param {string} source
   * @param {{ filename: string }} options
   */
  constructor(source, options) {
    super(source, options)
    parts.push(basename(options.filename, '.cjs'))
  }
}
process.on('exit', () => {
  // @ts-expect-error not in the types; it is what Node's own tests of its start-up read
  const loaded = /** @type {string[]} */ (process.moduleLoadList)
  const builtins = loaded.filter((name) => /^NativeModule (?!internal\/)/.test(name)).map((name) => name.slice('NativeModule '.length))
  writeFileSync(process.env.SPY_FILE ?? '', JSON.stringify({ parts, builtins }))
})
