import {
  type MarketsRequest,
  type Predictor,
  type PredictRequest,
  parseMarketsRequest,
  parsePredictRequest,
} from '@riftline/predictor'
import { expect, expectTypeOf, it } from 'vitest'
import { tinyPredictor } from './answers.ts'

// tsc checks this file and fails if a line below `@ts-expect-error` compiles.

const wrong = {
  predict: [
    // @ts-expect-error an unknown format and no team
    (predictor: Predictor) => predictor.predict({ bestOf: 2 }),
    // @ts-expect-error an unknown field
    (predictor: Predictor) => predictor.predict({ blue: 'T1' }),
    // @ts-expect-error a text
    (predictor: Predictor) => predictor.predict('T1 against Gen.G'),
    // @ts-expect-error one team
    (predictor: Predictor) => predictor.predict({ blueTeam: 'T1' }),
    // @ts-expect-error a team by id and by name
    (predictor: Predictor) => predictor.predict({ blueTeam: 'T1', blueTeamId: 2, redTeam: 'Gen.G' }),
    // @ts-expect-error picks of one side
    (predictor: Predictor) => predictor.predict({ blueTeamId: 1, redTeamId: 2, bluePicks: [] }),
    // @ts-expect-error a standing, which only markets accept
    (predictor: Predictor) => predictor.predict({ blueTeamId: 1, redTeamId: 2, standing: { blue: 0, red: 0 } }),
  ],
  others: [
    // @ts-expect-error
    (predictor: Predictor) => predictor.predictMany(['T1']),
    // @ts-expect-error
    (predictor: Predictor) => predictor.predictMany([{ bestOf: 2 }]),
    // @ts-expect-error
    (predictor: Predictor) => predictor.explain({ blue: 'T1' }),
    // @ts-expect-error
    (predictor: Predictor) => predictor.explain({ bestOf: 2 }),
    // @ts-expect-error
    (predictor: Predictor) => predictor.resolve('T1'),
    // @ts-expect-error
    (predictor: Predictor) => predictor.resolve({ bestOf: 2 }),
    // @ts-expect-error
    (predictor: Predictor) => predictor.markets('T1'),
    // @ts-expect-error
    (predictor: Predictor) => predictor.markets({ blue: 'T1' }),
    // @ts-expect-error
    (predictor: Predictor) => predictor.markets({ bestOf: 2 }),
  ],
}

it('a request that does not compile is also refused at run time', () => {
  const predictor = tinyPredictor()
  for (const ask of [...wrong.predict, ...wrong.others]) {
    expect(() => ask(predictor)).toThrow(expect.objectContaining({ code: 'validation_error' }))
  }
})

it('a parser accepts any value and returns a request that the predictor accepts', () => {
  expectTypeOf(parsePredictRequest).parameter(0).toBeUnknown()
  expectTypeOf(parseMarketsRequest).parameter(0).toBeUnknown()
  expectTypeOf(parsePredictRequest).returns.toEqualTypeOf<PredictRequest>()
  expectTypeOf(parseMarketsRequest).returns.toEqualTypeOf<MarketsRequest>()
  const body: unknown = JSON.parse('{"blueTeamId":1,"redTeam":"Basalt Bears","bestOf":5}')
  expect(tinyPredictor().predict(parsePredictRequest(body)).bestOf).toBe(5)
})
