import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // They need the hosts themselves: `npm run test:hosts`.
    exclude: ['test/real-hosts/**'],
    setupFiles: ['test/support/setup.ts'],
    // Tests start real processes with limits of their own; this only keeps a hang from lasting for ever.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Hosts and hooks are real processes with limits of seconds: where the machine is busy one may miss its time. What is wrong is wrong twice.
    retry: 1,
    pool: 'threads',
    maxWorkers: 2,
  },
})
