import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { runsAll } from './support/amount.ts'
import { nativeSources } from './support/native-sources.ts'

// Sources run without a build: every @riftline import resolves through the custom export condition.
const conditions = ['@riftline/source']

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  plugins: [nativeSources()],
  test: {
    include: ['test/**/*.test.ts'],
    execArgv: ['--max-semi-space-size=64'],
    // By default one less than cores. One more would import the sources once more, six seconds of them; that pays where tests wait for a disk,
    // as those of test:all do.
    maxWorkers: availableParallelism() + (runsAll ? 1 : 0),
    // A process of its own for each file would import the sources hundreds of times, a third of a second each. For the same
    // reason all packages are one project: modules are shared within one.
    isolate: false,
    globalSetup: [
      'test/support/run-seed.ts',
      'test/support/temporary-folder.ts',
      'test/support/riftline-bundle.ts',
      'test/site/built-site.ts',
    ],
    setupFiles: ['test/support/setup.ts'],
    reporters: ['default', './test/support/slowest-files.ts'],
    // What test:all does more of takes a minute on a busy machine.
    testTimeout: runsAll ? 300_000 : 60_000,
    hookTimeout: 120_000,
  },
})
