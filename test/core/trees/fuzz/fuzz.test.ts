import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { largestBatch } from '../../../fuzz/agreement.ts'
import { fasttreeOriginals, lightgbmOriginals } from '../../../fuzz/formats/originals.ts'
import { examine, fuzzOne, mutantOf } from '../../../fuzz/fuzz.ts'
import { createFuzzer } from '../../../fuzz/fuzzer.ts'
import { parsers } from '../../../fuzz/parsers.ts'
import { mutantRandom } from '../../../fuzz/random.ts'
import { count, type Tally, total } from '../../../fuzz/tally.ts'
import { amount, runsAll } from '../../../support/amount.ts'
import { runSeed } from '../../../support/seeds.ts'

const fuzzer = createFuzzer()
const seeds = [1, 2, runSeed]
const mutantsOfSeed = amount(25, 5_000)

/** Kinds of damage after which a document is never accepted, or only by luck. */
const deadly = /truncate|lose the head|claimed leaves|tree size|length|weights|: root|: inherit|: wrap/

/** Models of all formats and sizes. */
const models = [
  ...Object.values(lightgbmOriginals()).flatMap((all) => all.map(({ model }) => ({ model, parse: parsers.lightgbm }))),
  ...Object.values(fasttreeOriginals()).flatMap((all) => all.map(({ model }) => ({ model, parse: parsers.fasttree }))),
]

const tally: Tally = new Map()

// Stack traces are off, as those of thousands of refusals would take half of the time.
const { stackTraceLimit } = Error
beforeAll(() => {
  Error.stackTraceLimit = 0
})
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit
})

describe.each(fuzzer.subjects)('$name', ({ originals }) => {
  it('an undamaged fixture gets the scores of the independent reader', async () => {
    const some = originals.filter((_, i) => i % amount(6, 1) === 0)
    const outcomes = await Promise.all(some.map((make, i) => examine(make(), fuzzer, mutantRandom(0, i))))
    const wrong = outcomes.filter(({ status, failure }) => status !== 'accepted' || failure !== null)
    expect(wrong.map(({ mutant, status, failure }) => `${mutant.origin} ${status}: ${failure}`)).toEqual([])
  })
})

it.each(seeds)(
  `${mutantsOfSeed} mutants of seed %i are refused with an ArtifactError or score the same on every engine`,
  async (seed) => {
    const failures: string[] = []
    for (let number = 0; number < mutantsOfSeed && failures.length < 5; number++) {
      const outcome = await fuzzOne(fuzzer, seed, number)
      count(tally, outcome)
      const { mutant, failure } = outcome
      if (failure !== null)
        failures.push(`--seed ${seed} --only ${number}: ${[mutant.origin, ...mutant.notes, failure].join('; ')}`)
    }
    expect(failures).toEqual([])
  },
)

describe('the mutants', () => {
  it.runIf(runsAll)('the mutants cover every format and kind of damage, both accepted and refused', () => {
    expect(total(tally).accepted).toBeGreaterThan(0.15 * seeds.length * mutantsOfSeed)
    expect(total(tally).refused).toBeGreaterThan(0.15 * seeds.length * mutantsOfSeed)
    const formats = fuzzer.subjects.map(({ name }) => name)
    expect(formats.filter((name) => (tally.get(name)?.refused ?? 0) < 50)).toEqual([])
    expect(formats.filter((name) => name !== 'saved' && (tally.get(name)?.accepted ?? 0) < 50)).toEqual([])
    const kinds = [...tally].filter(([key]) => key.includes(': ') && !deadly.test(key))
    expect(kinds.length).toBeGreaterThan(60)
    const isFrequent = ({ accepted, refused }: { accepted: number; refused: number }) => accepted + refused >= 100
    const fatal = kinds.filter(([key, of]) => of.accepted === 0 && isFrequent(of) && !key.startsWith('saved'))
    expect(fatal.length).toBeLessThan(6)
    expect(kinds.filter(([, { refused }]) => refused === 0).map(([key]) => key)).toEqual([])
  })

  it.runIf(runsAll)('the mutants reach every kernel that an engine may choose for the fixtures', () => {
    const chosen = new Set<string>()
    const reached = new Set<string>()
    for (const { model, parse } of models) {
      for (const compile of Object.values(fuzzer.engines)) {
        const { engine, plan } = compile(parse(model))
        for (const { kernel, fromRows } of plan.kernels) {
          chosen.add(`${engine} ${kernel}`)
          if (fromRows <= largestBatch) reached.add(`${engine} ${kernel}`)
        }
      }
    }
    expect([...reached].sort()).toEqual([...chosen].sort())
  })

  it('a mutant depends only on its seed and number, not on earlier mutants', () => {
    const numbers = [...Array.from({ length: amount(30, 300) }, (_, i) => i), 2 ** 33, 2 ** 33 + 1]
    const show = (number: number) => mutantOf(fuzzer, 9, number).mutant.show()
    const shown = numbers.map(show)
    expect(numbers.toReversed().map(show)).toEqual(shown.toReversed())
    expect(new Set(shown).size).toBeGreaterThan(0.9 * numbers.length)
    expect(mutantOf(fuzzer, 10, 0).mutant.show()).not.toEqual(shown[0])
  })
})
