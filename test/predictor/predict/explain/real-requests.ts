import { type Catalogue, type Predictor, type PredictRequest, pickRoles } from '@riftline/predictor'
import fc from 'fast-check'
import { committedArtifacts, committedPredictor } from '../../../support/committed-artifacts.ts'
import { withPlausibleOdds } from '../../../support/plausible-odds.ts'
import { models } from '../answers.ts'

export const artifacts: Awaited<ReturnType<typeof committedArtifacts>> = await committedArtifacts()
export const predictor: Predictor = await committedPredictor()

/** A request of any kind with its moment: unset, before the data date, or up to two years after it. */
export interface Asked {
  readonly request: PredictRequest
  readonly options: { readonly at?: number }
}

const price = fc.double({ min: 1.01, max: 30, noNaN: true })

function draftsOf({ champions }: Catalogue): fc.Arbitrary<Partial<PredictRequest>> {
  const names = champions.map(({ name }) => name)
  return fc.shuffledSubarray(names, { minLength: 10, maxLength: 10 }).map((picked) => ({
    bluePicks: pickRoles.map((role, i) => ({ role, champion: picked[i]! })),
    redPicks: pickRoles.map((role, i) => ({ role, champion: picked[i + 5]! })),
  }))
}

function pairsOf({ teams }: Catalogue): fc.Arbitrary<{ readonly blueTeamId: number; readonly redTeamId: number }> {
  const ids = teams.map(({ id }) => id)
  return fc
    .tuple(fc.constantFrom(...ids), fc.constantFrom(...ids))
    .filter(([blue, red]) => blue !== red)
    .map(([blueTeamId, redTeamId]) => ({ blueTeamId, redTeamId }))
}

const { catalogue, state } = artifacts
const options = fc.record(
  {
    model: fc.constantFrom(...models),
    bestOf: fc.constantFrom<1 | 3 | 5>(1, 3, 5),
    tournament: fc.constantFrom(...[...state.ratings.leagues.keys()].filter((code) => code !== ''), 'Unheard-of Cup'),
    oddsBlue: price,
    oddsRed: price,
  },
  { requiredKeys: [] },
)
const moment = fc.integer({ min: -30, max: 730 }).map((days) => ({ at: state.completeMs + days * 86_400_000 + 1 }))

export const asked: fc.Arbitrary<Asked> = fc
  .tuple(pairsOf(catalogue), options, fc.option(draftsOf(catalogue), { nil: {} }), fc.option(moment, { nil: {} }))
  .map(([pair, chosen, draft, at]) => ({
    request: { ...pair, ...withPlausibleOdds(chosen), ...draft } as PredictRequest,
    options: at,
  }))
