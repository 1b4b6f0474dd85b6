import { defineConfig } from 'vitest/config'

/** The tests that start real hosts: `npm run test:hosts`. */
export default defineConfig({
  test: {
    include: ['test/real-hosts/**/*.test.ts'],
    setupFiles: ['test/support/setup.ts'],
    // A host is ended by a limit of its own; this only keeps a hang from lasting for ever.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Hosts and hooks are real processes with limits of seconds: where the machine is busy one may miss its time. What is wrong is wrong twice.
    retry: 1,
    pool: 'threads',
    maxWorkers: 2,
  },
})
