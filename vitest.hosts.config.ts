import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { include: ['test/real-hosts/**/*.test.ts'], setupFiles: ['test/support/setup.ts'], testTimeout: 180_000, hookTimeout: 180_000, pool: 'threads', maxWorkers: 2 } })
