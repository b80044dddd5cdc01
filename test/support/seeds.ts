import { inject } from 'vitest'

/** Seed of this run's random cases, chosen by run-seed.ts. */
export const runSeed: number = inject('runSeed')

/** Seeds that once failed and always run. A property that failed keeps its counterexample in `examples` instead. */
export const failedSeeds = { torture: [], takeover: [] } as const satisfies Record<string, readonly number[]>
