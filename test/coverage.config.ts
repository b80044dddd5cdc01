import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

// npm run coverage: the branches of the ledger and of charging, measured by V8. Every branch is run by a test, or its source has the reason why none can.

export default defineConfig({
  ...base,
  // Vite transforms the sources here: branches of modules that Node loads as `nativeSources` writes them would not be counted.
  plugins: [],
  test: {
    ...base.test,
    include: ['test/ledger/**/*.test.ts', 'test/server/{charging/*,charges,idempotency,line-loss,paid-answers,markets}.test.ts'],
    coverage: {
      enabled: true,
      provider: 'v8',
      include: ['packages/ledger/src/**/*.ts', 'packages/server/src/charging/**/*.ts'],
      reportsDirectory: 'test/.cache/coverage',
      reporter: ['text', 'json'],
      thresholds: { branches: 100 },
    },
  },
})
