import { describe, expect, it } from 'vitest'
import { compileEnsemble } from '#core/trees/compile.ts'
import { parseFasttree } from '#core/trees/mlnet/parse-fasttree.ts'
import { fasttreeFixture, fixtureNames, numbers } from '../fixtures.ts'

describe.each(fixtureNames('fasttree'))('ML.NET model %s', (name) => {
  const fixture = fasttreeFixture(name)
  const { Score, Probability } = fixture.expected
  const ensemble = parseFasttree(fixture.model)
  const evaluator = compileEnsemble(ensemble, { engine: 'js' })
  const rows = numbers(fixture.rows)
  const reported = Float64Array.from(numbers(Probability ?? Score), Math.fround)

  it('Score and Probability equal ML.NET’s as float32', () => {
    expect(evaluator.predictions(rows)).toEqual(reported)
  })

  if (ensemble.link.kind === 'identity' || ensemble.link.kind === 'sigmoid') {
    it('raw scores equal ML.NET’s Score', () => {
      expect(evaluator.rawScores(rows)).toEqual(Float64Array.from(numbers(Score), Math.fround))
    })
  }

  it('single rows score as in a batch, and JSON text as the object', () => {
    const fromText = compileEnsemble(parseFasttree(JSON.stringify(fixture.model)))
    const single = fixture.rows.map((row) => fromText.predict(numbers(row)))
    expect(Float64Array.from(single)).toEqual(reported.filter((_, i) => i % evaluator.numberOfOutputs === 0))
  })

  it('rows rounded to float32 beforehand score the same', () => {
    expect(evaluator.predictions(Float64Array.from(rows, Math.fround))).toEqual(reported)
  })
})

describe('ML.NET fixtures', () => {
  it('the ML.NET fixtures have all expected models', () => {
    expect(fixtureNames('fasttree')).toHaveLength(43)
  })
})
