import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Sources run without a build: every @riftline import resolves through the custom export condition.
const conditions = ['@riftline/source']
const projects = ['core', 'ledger', 'pipeline', 'server', 'client', 'cli', 'package', 'browser', 'examples', 'docs']

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    // Every core: by default one is left idle, which on two is half of the time.
    maxWorkers: availableParallelism(),
    globalSetup: ['test/support/riftline-bundle.ts'],
    reporters: ['default', './test/support/slowest-files.ts'],
    projects: projects.map((name) => ({
      root: new URL('..', import.meta.url).pathname,
      resolve: { conditions },
      ssr: { resolve: { conditions, externalConditions: conditions } },
      test: {
        name,
        include: [`test/${name}/**/*.test.ts`],
        // A process of its own for each file would import the sources hundreds of times, a third of a second each.
        isolate: false,
        setupFiles: ['test/support/fail-on-console.ts', 'test/support/equal-numbers.ts'],
        testTimeout: 60_000,
        hookTimeout: 120_000,
      },
    })),
  },
})
