import { describe, expect, it } from 'vitest'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { parseLightgbmText } from '#core/trees/lightgbm/parse-lightgbm-text.ts'
import { fixtureNames, lightgbmFixture, numbers } from '../fixtures.ts'
import { largestUlps } from '../ulps.ts'
import { fixtureText } from './text.ts'

// Largest difference of outputs: exponentials differ in the last bit for a few arguments in ten thousand, which links turn into at most
// 2 ulp.
const outputUlps = 2

const sources = ['dump', 'model.txt'] as const
const models = fixtureNames('lightgbm').flatMap((name) => {
  const fixture = lightgbmFixture(name)
  const rows = numbers(fixture.rows)
  return sources.map((source) => ({ name, source, fixture, rows }))
})

describe.each(models)('LightGBM model $name from its $source', ({ name, source, fixture, rows }) => {
  const ensemble = source === 'dump' ? parseLightgbm(fixture.model) : parseLightgbmText(fixtureText(name))
  const evaluator = compileEnsemble(ensemble, { engine: 'js' })

  it('raw scores equal LightGBM’s bit for bit', () => {
    expect(evaluator.rawScores(rows)).toEqual(numbers(fixture.raw))
  })

  it('rows reach the same leaves as in LightGBM', () => {
    expect(evaluator.leafIndices(rows)).toEqual(Int32Array.from(fixture.leaf.flat()))
  })

  it('raw scores of a run of iterations equal LightGBM’s bit for bit', () => {
    const { start_iteration: startIteration, num_iteration: numIteration, raw } = fixture.raw_slice
    expect(evaluator.rawScores(rows, { startIteration, numIteration })).toEqual(numbers(raw))
  })

  it(`predictions are within ${outputUlps} ulp of LightGBM`, () => {
    expect(largestUlps(evaluator.predictions(rows), numbers(fixture.output))).toBeLessThanOrEqual(outputUlps)
  })

  it('single rows score as in a batch, and JSON text as the object', () => {
    const fromText = compileEnsemble(parseLightgbm(JSON.stringify(fixture.model)))
    const single = fixture.rows.map((row) => fromText.predict(numbers(row)))
    const first = evaluator.predictions(rows).filter((_, i) => i % evaluator.numberOfOutputs === 0)
    expect(Float64Array.from(single)).toEqual(first)
  })
})

describe('LightGBM fixtures', () => {
  it('the LightGBM fixtures have all expected models', () => {
    expect(fixtureNames('lightgbm')).toHaveLength(43)
  })
})
