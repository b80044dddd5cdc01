import { getHeapStatistics } from 'node:v8'
import { fuzzOne, type Outcome } from './fuzz.ts'
import type { Fuzzer } from './fuzzer.ts'

/** Longest time for one mutant: read, compiled and scored by every engine and by the independent reader. */
const limitMs = 100

/** Memory that one mutant may take beside some hundred times its own size. */
const limitBytes = 2 ** 26

/** `fuzzOne` with the limits of time and memory. What was slow once (the machine may have been busy) is tried again. */
export async function fuzzMeasured(fuzzer: Fuzzer, seed: number, number: number): Promise<Outcome> {
  let fastest = Infinity
  for (let attempt = 0; ; attempt++) {
    const bytes = memoryInUse()
    const start = performance.now()
    const outcome = await fuzzOne(fuzzer, seed, number)
    fastest = Math.min(fastest, performance.now() - start)
    const taken = memoryInUse() - bytes
    if (outcome.failure !== null) return outcome
    if (taken > limitBytes + 300 * outcome.mutant.sizeBytes) return { ...outcome, failure: `took ${taken} bytes` }
    if (fastest <= limitMs) return outcome
    if (attempt === 7) return { ...outcome, failure: `took ${Math.round(fastest)} ms` }
  }
}

/** Grows by what is allocated until the collector runs, array buffers included. */
function memoryInUse(): number {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return used_heap_size + external_memory
}
