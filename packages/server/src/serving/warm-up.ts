import {
  type Catalogue,
  type Matchup,
  modelNames,
  type Pick,
  type Predictor,
  parsePredictRequest,
  pickRoles,
  resolveMatchup,
} from '@riftline/predictor'
import { predictionAnswer } from './prediction-body.ts'

/** Forecasts for each model, every other one with picks. */
const forecastsEach = 50

/**
 * Forecasts as callers will ask for them, from the request to the JSON, 50 of each model, every other one with picks, so that the
 * first call finds compiled code: interpreted it takes many times as long. One forecast a step.
 *
 * @throws whatever a forecast throws, which a caller's forecast would throw too
 */
export function* warmUpSteps(predictor: Predictor, catalogue: Catalogue): Generator<undefined, void, undefined> {
  const teams = [...catalogue.teams].sort((a, b) => (b.lastGameUtc ?? '').localeCompare(a.lastGameUtc ?? ''))
  const pairs = somePairs(teams.map(({ id }) => id))
  const picks = somePicks(catalogue)
  for (let index = 0; index < (pairs.length === 0 ? 0 : forecastsEach); index++) {
    const [blueTeamId, redTeamId] = pairs[index % pairs.length]!
    const match = { blueTeamId, redTeamId }
    const request =
      picks === null || index % 2 === 0
        ? parsePredictRequest(match, 'match')
        : parsePredictRequest({ ...match, ...picks }, 'draft')
    yield* allModels(predictor, resolveMatchup(catalogue, request))
  }
}

function* allModels(predictor: Predictor, matchup: Matchup): Generator<undefined, void, undefined> {
  for (const model of modelNames) {
    predictionAnswer(predictor.forecast({ ...matchup, model }))
    yield
  }
}

/** Distinct pairs of the first teams, as many as are needed or there are. */
function somePairs(ids: readonly number[]): readonly (readonly [blue: number, red: number])[] {
  const pairs: (readonly [number, number])[] = []
  for (const [index, red] of ids.entries()) {
    for (const blue of ids.slice(0, index)) {
      pairs.push([blue, red])
      if (pairs.length === forecastsEach) return pairs
    }
  }
  return pairs
}

/** Null where there are too few champions for a draft. */
function somePicks({ champions }: Catalogue): { bluePicks: readonly Pick[]; redPicks: readonly Pick[] } | null {
  if (champions.length < 2 * pickRoles.length) return null
  const side = (first: number): readonly Pick[] =>
    pickRoles.map((role, index) => ({ role, champion: champions[first + index]?.name ?? '' }))
  return { bluePicks: side(0), redPicks: side(pickRoles.length) }
}
