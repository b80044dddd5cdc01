import { devig } from '@riftline/core'
import type { PredictorArtifacts } from '../artifacts/parse-artifacts.ts'
import { type FeatureRequest, type SeriesFeatures, vectorOf } from '../league/features/feature-vector.ts'
import { createKnownTeams } from '../league/features/known-teams.ts'
import { type Draft, draftOffset } from '../league/picks/draft-offset.ts'
import { parsePredictRequest, type RequestKind } from '../league/request/parse-predict-request.ts'
import { resolveIn } from '../league/request/resolve-matchup.ts'
import type { Matchup } from '../types.ts'
import type { SeriesContext } from './blender.ts'
import type { ForecastMoment } from './moments.ts'
import type { createAnswerNames } from './to-prediction.ts'

/** Creates a reader that resolves requests and adds the forecast's inputs other than models. */
export function createSeriesReader({ state }: PredictorArtifacts, names: ReturnType<typeof createAnswerNames>) {
  const known = createKnownTeams()
  return {
    resolve: (request: unknown, kind?: RequestKind) => resolveIn(names.index(), parsePredictRequest(request, kind)),
    order: (matchup: Matchup) => toSeries(matchup, names.leagueOf, state.asOfMs),
    featuresOf: ({ request }: Series, vector?: Float64Array) => vectorOf(state, request, known, vector),
    contextOf(
      { matchup, request, draft, blueFirst }: Series,
      features: SeriesFeatures,
      moment: ForecastMoment,
    ): SeriesContext {
      const { bestOf, odds } = matchup
      const offset = draft === null ? 0 : draftOffset(state.championEffects, draft, features.gameLogit, bestOf)
      const market = marketChance(odds, blueFirst)
      return { bestOf, league: request.league, draftOffset: offset, ageDays: moment.ageDays, market }
    },
  }
}

/** A resolved request; the team with the lower id is first in all stages, so that a swapped request has exactly the swapped answer. */
export interface Series {
  readonly matchup: Matchup
  readonly blueFirst: boolean
  readonly request: FeatureRequest
  /** Picks in the same order of teams; null without picks. */
  readonly draft: Draft | null
}

/** A series without a league label gets the league that both teams share. @param timeMs moment of the state */
function toSeries(matchup: Matchup, leagueOf: (teamId: number) => string | null, timeMs: number): Series {
  const { blue, red, bestOf, draft } = matchup
  const blueFirst = blue.id < red.id
  const [team1Id, team2Id] = blueFirst ? [blue.id, red.id] : [red.id, blue.id]
  const [home1, home2] = [leagueOf(team1Id), leagueOf(team2Id)]
  const league = matchup.league ?? (home1 === home2 ? home1 : null)
  return {
    matchup,
    blueFirst,
    request: { team1Id, team2Id, bestOf, league, timeMs },
    draft: draft && (blueFirst ? { team1: draft.blue, team2: draft.red } : { team1: draft.red, team2: draft.blue }),
  }
}

/** The market's chance of the first team without the margin; null unless both prices were given. */
function marketChance({ blue, red }: Matchup['odds'], blueFirst: boolean): number | null {
  if (blue === null || red === null) return null
  return devig(blueFirst ? [blue, red] : [red, blue]).probabilities[0]!
}
