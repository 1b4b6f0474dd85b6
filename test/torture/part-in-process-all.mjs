import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * The payloads of the in-process part, shared out among workers with seeds of their own.
 *
 * @param {{ cases: number, seed: number, width: number }} setting
 * @returns {Promise<import('./tally.mjs').Row>}
 */
export const inWorkers = async ({ cases, seed, width }) => {
  const rows = await Promise.all(
    Array.from({ length: width }, async (_, index) => {
      const workerData = { cases: Math.ceil(cases / width), seed: seed + index }
      const worker = new Worker(new URL('./in-process-worker.mjs', import.meta.url), { workerData })
      try {
        const [row] = await once(worker, 'message')
        return /** @type {import('./tally.mjs').Row} */ (row)
      } finally {
        await worker.terminate()
      }
    }),
  )
  return rows.reduce((sum, row) => ({
    ...sum,
    cases: sum.cases + row.cases,
    lost: sum.lost + row.lost,
    late: sum.late + row.late,
    seconds: Math.max(sum.seconds, row.seconds),
    faults: [...sum.faults, ...row.faults],
  }))
}
