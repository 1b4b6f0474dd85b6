import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

/**
 * Runs a TypeScript module of this folder that is no test, as vitest would load it.
 *
 * @param {string} name its file name
 * @param {readonly string[]} words what its `run` is given
 * @returns {Promise<number>} the exit code that `run` came to
 */
export const runModule = async (name, words) => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true, include: [] },
  })
  try {
    const { run } = await server.ssrLoadModule(fileURLToPath(new URL(name, import.meta.url)))
    return await run(words)
  } finally {
    await server.close()
  }
}
