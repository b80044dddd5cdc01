import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { RiftlineError } from '#base/errors.ts'
import { compileEnsemble } from '#core/trees/compile.ts'
import type { EarlyStop } from '#core/trees/early-stop.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { parseLightgbmText } from '#core/trees/lightgbm/parse-lightgbm-text.ts'
import { parseFasttree } from '#core/trees/mlnet/parse-fasttree.ts'
import { fasttreeFixture, numbers } from './fixtures.ts'
import { textModel, textStump } from './lightgbm/text.ts'
import { lightgbmConstant, lightgbmDump } from './tiny.ts'
import { largestUlps } from './ulps.ts'

interface Fixture {
  readonly model: unknown
  /** Rows of the model, in which null stands for NaN. */
  readonly rows: readonly (readonly (number | null)[])[]
  readonly stops: readonly {
    readonly margin: number
    readonly frequency: number
    readonly start_iteration: number
    readonly num_iteration: number
    readonly raw: readonly unknown[]
    readonly output: readonly unknown[]
  }[]
}

// Largest difference of outputs: exponentials differ in the last bit for a few arguments in ten thousand, which links turn into at most
// 2 ulp.
const outputUlps = 2

const folder = new URL('../../fixtures/early-stop/', import.meta.url)
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.json.gz') ? [file.replace('.json.gz', '')] : []))
const engines = ['js', 'auto'] as const

function readFixture(name: string): Fixture {
  return JSON.parse(gunzipSync(readFileSync(new URL(`${name}.json.gz`, folder))).toString())
}

describe.each(names.flatMap((name) => engines.map((engine) => [name, engine] as const)))(
  'prediction early stop of LightGBM model %s on the engine %s',
  (name, engine) => {
    const fixture = readFixture(name)
    const evaluator = compileEnsemble(parseLightgbm(fixture.model), { engine })
    const rows = numbers(fixture.rows.map((row) => row.map((cell) => cell ?? Number.NaN)))

    it.each(fixture.stops)(
      'early stop gives LightGBM’s scores: margin $margin, every $frequency iterations, from $start_iteration',
      (stop) => {
        const { margin, frequency, start_iteration: startIteration, num_iteration: numIteration } = stop
        const options = { startIteration, numIteration, earlyStop: { margin, frequency } }
        expect(evaluator.rawScores(rows, options)).toEqual(numbers(stop.raw))
        const ulps = largestUlps(evaluator.predictions(rows, options), numbers(stop.output))
        expect(ulps).toBeLessThanOrEqual(outputUlps)
      },
    )

    it('early stop stops a row at the same tree in every batch', () => {
      const earlyStop = { margin: 1.5, frequency: 1 }
      const many = Float64Array.from({ length: rows.length * 40 }, (_, i) => rows[i % rows.length] as number)
      const expected = evaluator.rawScores(rows, { earlyStop })
      const actual = evaluator.rawScores(many, { earlyStop })
      for (let copy = 0; copy < 40; copy++) {
        expect(actual.subarray(copy * expected.length, (copy + 1) * expected.length)).toEqual(expected)
      }
    })
  },
)

describe('prediction early stop', () => {
  const stops = (leaves: readonly number[], earlyStop: EarlyStop, objective = 'binary sigmoid:1') => {
    const outputs = objective.startsWith('multiclass') ? 3 : 1
    const extra = { objective, num_class: outputs, num_tree_per_iteration: outputs }
    const evaluator = compileEnsemble(parseLightgbm(lightgbmDump(leaves.map(lightgbmConstant), extra)))
    return [...evaluator.rawScores(Float64Array.of(0, 0), { earlyStop })]
  }

  it('early stop of one output compares twice the score with the margin and stops only above it', () => {
    expect(stops([2, 2, 2], { margin: 4, frequency: 1 })).toEqual([4])
    expect(stops([2, 2, 2], { margin: 3.9, frequency: 1 })).toEqual([2])
    expect(stops([-2, -2, -2], { margin: 3.9, frequency: 1 })).toEqual([-2])
    expect(stops([0, 0, 1], { margin: 0, frequency: 1 })).toEqual([1])
    expect(stops([2, 2, 2], { margin: Infinity, frequency: 1 })).toEqual([6])
  })

  it('early stop of several outputs compares the two largest scores', () => {
    const trees = [1, 3, 1, 1, 3, 1]
    expect(stops(trees, { margin: 1.9, frequency: 1 }, 'multiclass num_class:3')).toEqual([1, 3, 1])
    expect(stops(trees, { margin: 2, frequency: 1 }, 'multiclass num_class:3')).toEqual([2, 6, 2])
  })

  it('early stop never stops a row whose score is NaN, with one output or several', () => {
    const stump = (left: string, right: string) => textStump({ leaf_value: `${left} ${right}` })
    const rows = Float64Array.of(-9, -9, 9, 9)
    const options = { earlyStop: { margin: 0, frequency: 1 } }
    const one = textModel([stump('nan', '1'), stump('2', '2')], { objective: 'binary sigmoid:1' })
    for (const engine of engines) {
      const evaluator = compileEnsemble(parseLightgbmText(one), { engine })
      expect([...evaluator.rawScores(rows, options)]).toEqual([Number.NaN, 1])
    }
    const classes = { objective: 'multiclass num_class:3', num_class: '3', num_tree_per_iteration: '3' }
    const trees = [stump('nan', '0'), stump('1', '1'), stump('9', '9')]
    for (const engine of engines) {
      const evaluator = compileEnsemble(parseLightgbmText(textModel([...trees, ...trees], classes)), { engine })
      expect([...evaluator.rawScores(rows, options)]).toEqual([Number.NaN, 2, 18, 0, 1, 9])
    }
  })

  it('early stop has LightGBM’s defaults, a margin of 10 and every 10 iterations', () => {
    const trees = Array<number>(25).fill(0.6)
    expect(stops(trees, {})).toEqual(stops(trees.slice(0, 10), { margin: Infinity }))
    expect(stops(trees, { frequency: 7 })).toEqual(stops(trees.slice(0, 14), { margin: Infinity }))
    expect(stops(trees, { margin: 13 })).toEqual(stops(trees.slice(0, 20), { margin: Infinity }))
  })

  it('early stop has no effect on custom objectives and models of ML.NET', () => {
    expect(stops([2, 2, 2], { margin: 0, frequency: 1 }, 'custom')).toEqual([6])
    const { model, rows } = fasttreeFixture('binary-default')
    const evaluator = compileEnsemble(parseFasttree(model))
    const cells = numbers(rows)
    const earlyStop = { margin: 0, frequency: 1 }
    expect(evaluator.predictions(cells, { earlyStop })).toEqual(evaluator.predictions(cells))
  })

  it.each<[string, unknown, string]>([
    ['a margin below 0', { margin: -1 }, 'earlyStop.margin: expected 0 or more, got -1'],
    ['a margin that is NaN', { margin: Number.NaN }, 'earlyStop.margin: expected 0 or more, got NaN'],
    ['a margin that is text', { margin: '1' }, 'earlyStop.margin: expected 0 or more, got "1"'],
    ['a frequency of 0', { frequency: 0 }, 'earlyStop.frequency: expected an integer from 1 on, got 0'],
    ['a fractional frequency', { frequency: 1.5 }, 'earlyStop.frequency: expected an integer from 1 on, got 1.5'],
    ['something else', true, 'earlyStop: expected { margin, frequency }, got true'],
    ['null', null, 'earlyStop: expected { margin, frequency }, got null'],
  ])('early stop refuses %s, even where early stop has no effect', (_, earlyStop, message) => {
    for (const objective of ['binary sigmoid:1', 'regression']) {
      try {
        stops([1], earlyStop as EarlyStop, objective)
      } catch (error) {
        expect(error).toBeInstanceOf(RiftlineError)
        expect({ code: (error as RiftlineError).code, message: (error as RiftlineError).message }).toEqual({
          code: 'invalid_argument',
          message,
        })
        continue
      }
      throw new Error('nothing was refused')
    }
  })
})
