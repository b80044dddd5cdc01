import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ArtifactError } from '#base/errors.ts'
import { compileEnsemble } from '#core/trees/compile.ts'
import { listHas, packBitset } from '#core/trees/form/sets.ts'
import type { Trees } from '#core/trees/form/tree-ensemble.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { parseFasttree } from '#core/trees/mlnet/parse-fasttree.ts'
import { amount } from '../../support/amount.ts'
import { fasttreeFixture, lightgbmFixture, numbers } from './fixtures.ts'
import { lightgbmConstant, lightgbmDump, lightgbmStump } from './tiny.ts'

const lightgbm = lightgbmFixture('binary_categorical_nan')
const fasttree = fasttreeFixture('lightgbm-binary-categorical')
const formats = [
  ['LightGBM', lightgbm, parseLightgbm],
  ['ML.NET', fasttree, parseFasttree],
] as const

/** Shuffles the keys of every object in a JSON value, by `seed`. */
function reordered(json: unknown, seed: number): unknown {
  if (Array.isArray(json)) return json.map((item) => reordered(item, seed))
  if (typeof json !== 'object' || json === null) return json
  const entries = Object.entries(json).map(([key, value]) => [key, reordered(value, seed)] as const)
  const rank = (key: string) => Math.imul(key.length * 31 + key.charCodeAt(0) * 17 + key.charCodeAt(3), seed | 1)
  return Object.fromEntries(entries.sort((a, b) => rank(a[0]) - rank(b[0])))
}

describe.each(formats)('%s', (_, fixture, parse) => {
  const rows = numbers(fixture.rows)
  const evaluator = compileEnsemble(parse(fixture.model))

  it('reordering the keys of its JSON does not change a model', () => {
    const expected = evaluator.rawScores(rows)
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        expect(compileEnsemble(parse(reordered(fixture.model, seed))).rawScores(rows)).toEqual(expected)
      }),
      { numRuns: amount(3, 20) },
    )
  })

  it('a row has the same score alone and in any batch', () => {
    const cell = fc.oneof(fc.double(), fc.integer({ min: -2, max: 80 }), fc.constantFrom(...rows))
    const row = fc.array(cell, { minLength: evaluator.numberOfFeatures, maxLength: evaluator.numberOfFeatures })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), (batch) => {
        const single = Float64Array.from(batch, (cells) => evaluator.rawScore(Object.freeze(cells)))
        expect(evaluator.rawScores(Float64Array.from(batch.flat()))).toEqual(single)
      }),
    )
  })

  it('a damaged model is accepted or refused with an ArtifactError', () => {
    const junk = fc.constantFrom<unknown>(null, undefined, -1, 0, 1.5, 1e9, 'x', '', [], {}, true, Number.NaN, [[]])
    const text = JSON.stringify(fixture.model)
    fc.assert(
      fc.property(fc.nat(), fc.nat(), junk, (which, deep, value) => {
        const model = JSON.parse(text) as Record<string, unknown>
        damage(model, which, deep, value)
        try {
          const survived = compileEnsemble(parse(model))
          survived.predict(new Float64Array(survived.numberOfFeatures))
        } catch (error) {
          expect(error).toBeInstanceOf(ArtifactError)
        }
      }),
      { numRuns: amount(40, 400) },
    )
  })

  it('a model text cut off anywhere is refused', () => {
    const text = JSON.stringify(fixture.model)
    fc.assert(
      fc.property(fc.nat(text.length - 1), (length) => {
        expect(() => parse(text.slice(0, length))).toThrow(ArtifactError)
      }),
      { numRuns: amount(5, 50) },
    )
  })
})

/** Replaces one value somewhere below `holder`, chosen by the two numbers. */
function damage(holder: Record<string, unknown>, which: number, deep: number, value: unknown): void {
  let at = holder
  let left = deep % 12
  for (let pick = which; ; pick = Math.floor(pick / 3) + 7) {
    const keys = Object.keys(at)
    const key = keys[pick % Math.max(keys.length, 1)]
    if (key === undefined) return
    const next = at[key]
    if (left-- === 0 || typeof next !== 'object' || next === null) {
      at[key] = value
      return
    }
    at = next as Record<string, unknown>
  }
}

describe('runs of iterations', () => {
  it('scores of runs of iterations add up to the whole score if the sums are exact', () => {
    const values = fc.array(fc.integer({ min: -(2 ** 20), max: 2 ** 20 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(values, fc.nat(30), (leaves, cut) => {
        const evaluator = compileEnsemble(parseLightgbm(lightgbmDump(leaves.map(lightgbmConstant))))
        const rows = Float64Array.of(0, 0)
        const head = cut === 0 ? 0 : (evaluator.rawScores(rows, { numIteration: cut })[0] as number)
        const tail = evaluator.rawScores(rows, { startIteration: cut })[0] as number
        expect(head + tail).toBe(evaluator.rawScore(rows))
      }),
    )
  })
})

describe('category sets', () => {
  const categories = fc.uniqueArray(fc.oneof(fc.nat(100), fc.nat(2147483647)), { maxLength: 20 })
  const cells = fc.oneof(fc.double(), fc.integer({ min: -5, max: 110 }), fc.double({ min: -2, max: 110 }))

  it('category sets hold exactly their categories, as bitsets and as lists', () => {
    fc.assert(
      fc.property(categories, fc.array(cells), (set, probes) => {
        const stump = lightgbmStump({ decision_type: '==', threshold: set.join('||') })
        const evaluator = compileEnsemble(parseLightgbm(lightgbmDump([stump])))
        const sorted = Int32Array.from(set).sort()
        const list = { setStart: Int32Array.of(0, sorted.length), setItems: sorted } as unknown as Trees
        for (const cell of [...set, ...probes]) {
          const member = set.includes(Math.trunc(cell) + 0)
          expect(evaluator.rawScore([cell, 0])).toBe(member ? -1 : 1)
          expect(listHas(list, 0, cell)).toBe(member)
        }
      }),
    )
  })

  it('category sets are bitsets of 32 categories per word unless they are sparse', () => {
    expect(packBitset([])).toEqual([])
    expect(packBitset([0, 31, 33])).toEqual([(1 << 31) | 1, 2])
    expect(packBitset([2047])).toHaveLength(64)
    expect(packBitset([2048])).toBeNull()
    expect(packBitset(Array.from({ length: 100 }, (_, i) => i * 200))).toHaveLength(619)
  })
})
