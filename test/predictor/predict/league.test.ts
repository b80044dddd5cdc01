import { expect, it } from 'vitest'
import { committedArtifacts, committedPredictor } from '../../support/committed-artifacts.ts'

it('a request without a tournament is answered for the common home league of both teams', async () => {
  const predictor = await committedPredictor()
  for (const model of ['fasttree', 'consensus'] as const) {
    const request = { blueTeam: 'T1', redTeam: 'Gen.G', model }
    const labelled = predictor.predict({ ...request, tournament: 'LCK' })
    expect(predictor.predict(request)).toEqual({ ...labelled, league: { ...labelled.league, source: 'teams' } })
  }
})

it('the league of a forecast between two teams of one league is the one in the catalogue', async () => {
  const [{ catalogue }, predictor] = [await committedArtifacts(), await committedPredictor()]
  const since = Number(catalogue.asOf.slice(0, 4)) - 1
  const active = catalogue.teams.filter(({ lastGameUtc }) => Number(lastGameUtc?.slice(0, 4)) >= since)
  for (const code of new Set(active.flatMap(({ league }) => league ?? []))) {
    const [first, second] = active.filter(({ league }) => league === code)
    if (first === undefined || second === undefined) continue
    const { league } = predictor.predict({ blueTeamId: first.id, redTeamId: second.id })
    expect([first.name, second.name, league?.code, league?.source]).toEqual([first.name, second.name, code, 'teams'])
  }
})
