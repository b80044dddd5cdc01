import { expect, it } from 'vitest'
import { createFuzzer } from '../../../fuzz/fuzzer.ts'
import { fuzzMeasured } from '../../../fuzz/measured.ts'
import { amount, runsAll } from '../../../support/amount.ts'
import { runSeed } from '../../../support/seeds.ts'

const formats = ['onnx', 'xgboost ubj', 'xgboost', 'xgboost text', 'catboost', 'catboost text']
it.each(formats.slice(0, amount(2, 6)))(
  'damaged files of %s are refused with their place, or score alike on every engine, in bounded time and memory',
  async (format) => {
    const fuzzer = createFuzzer(format)
    const failures: string[] = []
    const counts = { accepted: 0, refused: 0 }
    for (let number = 0; number < amount(12, 1000) && failures.length < 5; number++) {
      const { mutant, status, failure } = await fuzzMeasured(fuzzer, runSeed, number, 1000)
      counts[status]++
      if (failure !== null)
        failures.push(`--seed ${runSeed} --only ${number}: ${[mutant.origin, ...mutant.notes, failure].join('; ')}`)
    }
    expect(failures).toEqual([])
    if (!runsAll) return // a commit's run has too few files to be sure of both
    expect(counts.accepted).toBeGreaterThan(0)
    expect(counts.refused).toBeGreaterThan(0)
  },
)
