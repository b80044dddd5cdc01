import fc from 'fast-check'
import { amount } from './amount.ts'
import { runSeed } from './seeds.ts'

// How many cases a property tries that names no number of its own. By fast-check .ci/run knows its tests, which do more in all.
fc.configureGlobal({ numRuns: amount(12, 100), seed: runSeed })
