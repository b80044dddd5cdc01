import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

// npm run coverage: the branches of the ledger and of charging, measured by V8. A branch that no test can run has the reason in its source.

export default defineConfig({
  ...base,
  // Vite transforms the sources here: branches of modules that Node loads as `nativeSources` writes them would not be counted.
  plugins: [],
  test: {
    ...base.test,
    include: [
      'test/ledger/**/*.test.ts',
      'test/server/{charging/*,charges,idempotency,line-loss,paid-answers,markets}.test.ts',
    ],
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
