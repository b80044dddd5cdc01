import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Sources run without a build: every @riftline import resolves through the custom export condition.
const conditions = ['@riftline/source']
const projects = ['core', 'pipeline', 'server', 'client', 'cli', 'package', 'browser']

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    // Every core: by default one is left idle, which on two is half of the time.
    maxWorkers: availableParallelism(),
    projects: projects.map((name) => ({
      root: new URL('..', import.meta.url).pathname,
      resolve: { conditions },
      ssr: { resolve: { conditions, externalConditions: conditions } },
      test: {
        name,
        include: [`test/${name}/**/*.test.ts`],
        setupFiles: ['test/support/fail-on-console.ts'],
        testTimeout: 60_000,
        hookTimeout: 120_000,
      },
    })),
  },
})
