let cell: Int32Array<SharedArrayBuffer> | undefined

/** Blocks the thread for `ms` milliseconds without using the processor. */
export const sleepMs = (ms: number): void => {
  cell ??= new Int32Array(new SharedArrayBuffer(4))
  Atomics.wait(cell, 0, 0, ms)
}
