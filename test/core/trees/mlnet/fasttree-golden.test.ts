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

  it('a model of ML.NET has the Score and Probability of ML.NET as float32', () => {
    expect(evaluator.predictions(rows)).toEqual(reported)
  })

  if (ensemble.link.kind === 'identity' || ensemble.link.kind === 'sigmoid') {
    it('a model of ML.NET has the Score of ML.NET as its raw score', () => {
      expect(evaluator.rawScores(rows)).toEqual(Float64Array.from(numbers(Score), Math.fround))
    })
  }

  it('a model of ML.NET scores single rows as the batch, and JSON text as the object', () => {
    const fromText = compileEnsemble(parseFasttree(JSON.stringify(fixture.model)))
    const single = fixture.rows.map((row) => fromText.predict(numbers(row)))
    expect(Float64Array.from(single)).toEqual(reported.filter((_, i) => i % evaluator.numberOfOutputs === 0))
  })

  it('a model of ML.NET scores rows that are already float32 the same', () => {
    expect(evaluator.predictions(Float64Array.from(rows, Math.fround))).toEqual(reported)
  })
})

describe('the ML.NET fixtures', () => {
  it('the ML.NET fixtures are complete', () => {
    expect(fixtureNames('fasttree')).toHaveLength(43)
  })
})
