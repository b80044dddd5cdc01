import { expect, it } from 'vitest'
import { committedPredictor } from '../../support/committed-artifacts.ts'

it('a series without a tournament is taken for one of the home league that both teams share', async () => {
  const predictor = await committedPredictor()
  for (const model of ['fasttree', 'consensus'] as const) {
    const request = { blueTeam: 'T1', redTeam: 'Gen.G', model }
    const labelled = predictor.predict({ ...request, tournament: 'LCK' })
    expect(predictor.predict(request)).toEqual({ ...labelled, league: { ...labelled.league, source: 'teams' } })
  }
})
