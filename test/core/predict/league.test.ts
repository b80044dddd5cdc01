import { createPredictor } from '@riftline/core'
import { loadArtifacts } from '@riftline/core/node'
import { expect, it } from 'vitest'

it('a series without a tournament is taken for one of the home league that both teams share', async () => {
  const predictor = createPredictor(await loadArtifacts('artifacts'))
  for (const model of ['fasttree', 'consensus'] as const) {
    const request = { blueTeam: 'T1', redTeam: 'Gen.G', model }
    const labelled = predictor.predict({ ...request, tournament: 'LCK' })
    expect(predictor.predict(request)).toEqual({ ...labelled, league: { ...labelled.league, source: 'teams' } })
  }
})
