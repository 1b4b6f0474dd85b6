import { parentPort, workerData } from 'node:worker_threads'
import { mutatedInProcess } from './part-in-process.mjs'
import { loadSources } from './sources.mjs'

/** A part of the payloads, on a processor of its own. */
parentPort?.postMessage(mutatedInProcess({ ...workerData, sources: await loadSources() }))
