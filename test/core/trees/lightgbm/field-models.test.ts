import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseLightgbmText } from '#core/trees/lightgbm/parse-lightgbm-text.ts'
import { runsAll } from '../../../support/amount.ts'
import { callRefusal } from '../refusal.ts'
import { textModel, textStump } from './text.ts'

const folder = new URL('../../../fixtures/reports/trees/', import.meta.url)

/** Real-world model and LightGBM 4.7.0's results for it. */
interface FieldModel {
  readonly text: string
  readonly rows: readonly (readonly (number | string)[])[]
  readonly raw: readonly (number | string)[]
  readonly output: readonly (number | string)[]
  readonly leaf: readonly (readonly number[])[]
  readonly contribError?: string
}

function readModel(file: string): FieldModel {
  return JSON.parse(gunzipSync(readFileSync(new URL(file, folder))).toString())
}

describe('real-world models', () => {
  it.each(readdirSync(folder))('%s gets LightGBM’s scores on both engines', (file) => {
    const { text, rows, raw, output, leaf } = readModel(file)
    const cells = Float64Array.from(rows.flat(), Number)
    const model = parseLightgbmText(text)
    for (const engine of ['js', 'wasm'] as const) {
      const evaluator = compileEnsemble(model, { engine })
      expect([...evaluator.rawScores(cells)]).toEqual(raw.map(Number))
      expect([...evaluator.leafIndices(cells)]).toEqual(leaf.flat())
      evaluator.predictions(cells).forEach((prediction, i) => {
        const expected = Number(output[i])
        if (Number.isFinite(expected))
          expect(Math.abs(prediction - expected)).toBeLessThanOrEqual(4e-16 * Math.abs(expected))
        else expect(prediction).toBe(expected)
      })
    }
  })

  it('contributions of a model with a leaf that is not finite are refused with the reason', () => {
    const model = textModel([textStump({ leaf_value: '-nan inf' })])
    const evaluator = compileEnsemble(parseLightgbmText(model))
    expect([evaluator.rawScore([0, 0]), evaluator.rawScore([9, 9])]).toEqual([Number.NaN, Infinity])
    expect(callRefusal(() => evaluator.contributions(Float64Array.of(0, 0)))).toMatchObject({
      code: 'contributions_unavailable',
      message: expect.stringContaining('leaf 0 of the ensemble is NaN'),
    })
  })

  it.runIf(runsAll)(
    'a model with more features than a table row holds has the scores and table sizes of one with only the used features',
    () => {
      const features = 2 ** 20 + 5
      const names = Array.from({ length: features }, (_, i) => `f${i}`).join(' ')
      const header = { max_feature_idx: String(features - 1), feature_names: names }
      const wide = textModel(
        [textStump({ split_feature: String(features - 2) }), textStump({ split_feature: '3', threshold: '-2' })],
        header,
      )
      const narrow = textModel([textStump({ split_feature: '1' }), textStump({ split_feature: '0', threshold: '-2' })])
      const models = [wide, narrow].map((text) => parseLightgbmText(text))
      for (const engine of ['js', 'wasm'] as const) {
        const [broad, plain] = models.map((model) => compileEnsemble(model, { engine }))
        const row = new Float64Array(2 * features)
        for (const [last, third] of [
          [-5, -5],
          [5, 5],
          [Number.NaN, 0],
        ] as const) {
          row[features - 2] = last
          row[3] = third
          row[2 * features - 2] = -last
          row[features + 3] = -third
          const two = Float64Array.of(third, last, -third, -last)
          expect(broad!.rawScores(row)).toEqual(plain!.rawScores(two))
          expect(broad!.leafIndices(row)).toEqual(plain!.leafIndices(two))
          expect(broad!.predict(row.subarray(0, features))).toBe(plain!.predict([third, last]))
        }
        const tables = (evaluator: typeof broad) => evaluator!.plan.kernels.map(({ sizeBytes }) => sizeBytes)
        expect(tables(broad)).toEqual(tables(plain))
      }
    },
  )
})
