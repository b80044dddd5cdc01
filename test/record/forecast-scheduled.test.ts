import {
  createCatalogueIndex,
  createPredictor,
  modelNames,
  parseArtifacts,
  type ScheduledSeries,
} from '@riftline/predictor'
import { forecastScheduled } from '@riftline/record'
import { expect, it } from 'vitest'
import { tinyArtifacts } from '../support/tiny-artifacts.ts'
import { listed } from './kept-week.ts'

const artifacts = parseArtifacts(tinyArtifacts())
const parts = { predictor: createPredictor(artifacts), index: createCatalogueIndex(artifacts.catalogue) }
const at = Date.parse('2031-01-05T12:00:00Z')
const series = (teams: readonly [number, number], fields: Partial<ScheduledSeries> = {}) =>
  listed('a', teams, '2031-01-05T13:00:00', fields)

it('a kept forecast has the numbers that POST /v1/predict answers for each model without odds', () => {
  const made = forecastScheduled(parts, series([2, 1], { bestOf: 5 }), at)
  expect(made).toMatchObject({ league: 'LCK', bestOf: 5, team1Id: 2, team2Id: 1, artifacts: artifacts.id })
  for (const model of modelNames) {
    const request = { blueTeamId: 2, redTeamId: 1, bestOf: 5, tournament: 'LCK', model } as const
    const { blueWinProbability, calibratedBlueWinProbability } = parts.predictor.predict(request, { at })
    expect(made?.forecasts[model]).toEqual({
      probability1: blueWinProbability,
      calibratedProbability1: calibratedBlueWinProbability,
    })
  }
  expect(Object.keys(made?.forecasts ?? {})).toEqual(modelNames)
})

it('there is no forecast for unknown teams, one team twice, a best-of-2, or an unknown best-of', () => {
  const none = [series([1, 99]), series([1, 1]), series([1, 2], { bestOf: 2 }), series([1, 2], { bestOf: null })]
  expect(none.map((one) => forecastScheduled(parts, one, at))).toEqual([null, null, null, null])
})
