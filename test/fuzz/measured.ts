import { getHeapStatistics } from 'node:v8'
import { fuzzOne, type Outcome } from './fuzz.ts'
import type { Fuzzer } from './fuzzer.ts'

/** Time limit to read, compile and score a small mutant with every engine and the independent reader. */
const usualMs = 100

/** Memory limit of a mutant, in addition to some hundred times its own size. */
const limitBytes = 2 ** 26

/** Runs `fuzzOne` with limits of time and memory. A slow mutant is tried again, as the machine may have been busy. */
export async function fuzzMeasured(
  fuzzer: Fuzzer,
  seed: number,
  number: number,
  limitMs: number = usualMs,
): Promise<Outcome> {
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

/** Memory in use including array buffers, which grows with every allocation until the collector runs. */
function memoryInUse(): number {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return used_heap_size + external_memory
}
