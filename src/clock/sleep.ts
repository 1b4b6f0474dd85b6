const cell = new Int32Array(new SharedArrayBuffer(4))

/** Blocks the thread for `ms` milliseconds without using the processor. */
export const sleepMs = (ms: number): void => {
  Atomics.wait(cell, 0, 0, ms)
}
