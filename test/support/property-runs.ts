import fc from 'fast-check'
import { amount } from './amount.ts'
import { runSeed } from './seeds.ts'

// Sets the default number of cases of a property, and the seed of this run.
fc.configureGlobal({ numRuns: amount(12, 100), seed: runSeed })
