import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Makes the standalone executable: the parts in `dist/`, as they are, compiled into a Bun that needs no Node.
 *
 *   npm run build:standalone             for this platform
 *   npm run build:standalone -- --all    for Linux, macOS and Windows, x64 and arm64
 *
 * The tool chain is pinned in `standalone/package.json`: each platform's Bun is a package of its own, so that nothing is downloaded
 * but by npm against the lock file. What was made of the same parts by the same Bun is left as it is.
 */

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '..')
const dist = join(root, 'dist')
const out = join(root, 'dist-standalone')
const { optionalDependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))

/**
 * @typedef {object} Platform
 * @property {string} os as Node and npm name it
 * @property {string} cpu the same
 * @property {string} target as `bun build --target` names it
 * @property {string} bun its package
 */

/** @type {readonly Platform[]} */
const PLATFORMS = [
  ['linux', 'linux'],
  ['darwin', 'darwin'],
  ['win32', 'windows'],
].flatMap(([os = '', name = '']) =>
  [
    ['x64', 'x64'],
    ['arm64', 'aarch64'],
  ].map(([cpu = '', machine]) => ({ os, cpu, target: `bun-${name}-${cpu}`, bun: `@oven/bun-${name}-${machine}` })),
)

const FLAGS = [
  '--compile',
  '--minify',
  '--bytecode',
  // What stands in the folder that it is started in is none of its business: a `preload` of a bunfig.toml would run inside it.
  '--no-compile-autoload-dotenv',
  '--no-compile-autoload-bunfig',
  '--no-compile-autoload-tsconfig',
  '--no-compile-autoload-package-json',
  // A call is over before compiling to machine code has paid.
  '--compile-jit-policy=20',
  '--define=__STANDALONE__=true',
]

/**
 * The Bun of a platform, installed where it is missing.
 *
 * @param {Platform} platform
 * @returns {string} its file
 */
const bunOf = ({ os, cpu, bun }) => {
  const isHere = os === process.platform && cpu === process.arch
  // `npm ci` empties the folder it installs into, so each platform has one.
  const folder = isHere ? here : join(here, 'node_modules', '.platforms', `${os}-${cpu}`)
  const packageFolder = join(folder, 'node_modules', bun)
  const file = join(packageFolder, 'bin', os === 'win32' ? 'bun.exe' : 'bun')
  const manifest = join(packageFolder, 'package.json')
  if (!existsSync(file) || JSON.parse(readFileSync(manifest, 'utf8')).version !== optionalDependencies[bun]) {
    mkdirSync(folder, { recursive: true })
    if (!isHere) for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(here, name), join(folder, name))
    const args = ['ci', '--prefix', folder, `--os=${os}`, `--cpu=${cpu}`, '--no-audit', '--no-fund', '--ignore-scripts']
    execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' })
  }
  if (!existsSync(file)) throw new Error(`npm did not install ${bun}, which standalone/package.json names`)
  return file
}

/** @param {string | Buffer} bytes */
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

const parts = readdirSync(dist).filter((name) => name.endsWith('.cjs') && name !== 'acuvo-hooks.cjs')

/**
 * Names what an executable is made of.
 *
 * @param {Platform} platform
 */
const ingredientsOf = ({ bun }) =>
  sha256([bun, optionalDependencies[bun], ...FLAGS, ...parts.map((part) => sha256(readFileSync(join(dist, part))))].join('\n'))

const record = join(out, 'made-of.json')
/** @type {Record<string, { ingredients: string, sha256: string }>} by platform */
const made = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {}

/**
 * @param {Platform} platform
 * @param {string} builder the Bun that runs here
 */
const make = (platform, builder) => {
  const { os, cpu, target } = platform
  const name = `${os}-${cpu}`
  const file = join(out, name, os === 'win32' ? 'acuvo-hooks.exe' : 'acuvo-hooks')
  const ingredients = ingredientsOf(platform)
  const before = made[name]
  if (before?.ingredients === ingredients && existsSync(file) && sha256(readFileSync(file)) === before.sha256) return
  mkdirSync(join(out, name), { recursive: true })
  // Whoever runs the one before goes on running it.
  const temporary = join(out, name, os === 'win32' ? 'making.exe' : 'making')
  const args = [
    'build',
    ...FLAGS,
    `--target=${target}`,
    `--compile-executable-path=${bunOf(platform)}`,
    `--outfile=${temporary}`,
    'main.cjs',
  ]
  const { status, stderr, stdout } = spawnSync(builder, args, { cwd: dist, env: bare(process.env), encoding: 'utf8' })
  if (status !== 0) throw new Error(`bun build for ${name} ended with ${status}:\n${stdout}${stderr}`)
  renameSync(temporary, file)
  made[name] = { ingredients, sha256: sha256(readFileSync(file)) }
}

/**
 * Without what would change a Bun's own start.
 *
 * @param {NodeJS.ProcessEnv} env
 */
const bare = (env) => Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:BUN_|NODE_)/.test(name)))

const isAll = process.argv.includes('--all')
const own = PLATFORMS.find(({ os, cpu }) => os === process.platform && cpu === process.arch)
if (own === undefined) throw new Error(`there is no Bun for ${process.platform} ${process.arch} to build with`)
const builder = bunOf(own)
for (const platform of isAll ? PLATFORMS : [own]) make(platform, builder)

const files = Object.entries(made).map(([name, { sha256: sum }]) => {
  const file = join(out, name, name.startsWith('win32') ? 'acuvo-hooks.exe' : 'acuvo-hooks')
  return { file, line: `${sum}  ${relative(out, file).replaceAll('\\', '/')}` }
})
const there = files.filter(({ file }) => existsSync(file))
const sums = there.map(({ line }) => `${line}\n`).join('')
writeFileSync(join(out, 'SHA256SUMS'), sums)
writeFileSync(record, `${JSON.stringify(made, null, 2)}\n`)
for (const left of readdirSync(out, { recursive: true, encoding: 'utf8' })) if (/making(?:\.exe)?$/.test(left)) rmSync(join(out, left))
process.stdout.write(sums)
