import { type Blend, createPredictor, type Predictor, type PredictorOptions, parseArtifacts } from '@riftline/predictor'
import fc from 'fast-check'
import type { ModelName, PredictRequest } from '#predictor/types.ts'
import { withPlausibleOdds } from '../../support/plausible-odds.ts'
import { tinyArtifacts, tinyDraft } from '../../support/tiny-artifacts.ts'

export function tinyPredictor(blend?: Blend, options?: PredictorOptions): Predictor {
  return createPredictor(parseArtifacts(tinyArtifacts(blend)), options)
}

export const models: readonly ModelName[] = ['fasttree', 'lightgbm', 'pcasweep', 'consensus']

const teamId = fc.integer({ min: 1, max: 7 })
const price = fc.double({ min: 1.01, max: 12, noNaN: true })

/** Any request that the tiny artifacts can answer. */
export const requests: fc.Arbitrary<PredictRequest> = fc
  .tuple(
    fc.tuple(teamId, teamId).filter(([blue, red]) => blue !== red),
    fc.record(
      {
        model: fc.constantFrom(...models),
        bestOf: fc.constantFrom<1 | 3 | 5>(1, 3, 5),
        tournament: fc.constantFrom('LCK', 'LEC Spring', 'Unheard-of Cup'),
        oddsBlue: price,
        oddsRed: price,
      },
      { requiredKeys: [] },
    ),
    fc.constantFrom({}, tinyDraft),
  )
  .map(
    ([[blueTeamId, redTeamId], rest, draft]) =>
      ({ blueTeamId, redTeamId, ...withPlausibleOdds(rest), ...draft }) as PredictRequest,
  )

/** The same match with the sides swapped. */
export function swapped(request: PredictRequest): PredictRequest {
  const { blueTeamId, redTeamId, oddsBlue, oddsRed, bluePicks, redPicks, ...rest } = request
  return {
    ...rest,
    ...(redTeamId === undefined ? {} : { blueTeamId: redTeamId }),
    ...(blueTeamId === undefined ? {} : { redTeamId: blueTeamId }),
    ...(oddsRed === undefined ? {} : { oddsBlue: oddsRed }),
    ...(oddsBlue === undefined ? {} : { oddsRed: oddsBlue }),
    ...(bluePicks === undefined || redPicks === undefined ? {} : { bluePicks: redPicks, redPicks: bluePicks }),
  } as PredictRequest
}
