import type { FeatureRequest } from '../../league/features/feature-vector.ts'
import type { Draft } from '../../league/picks/draft-offset.ts'
import { toMatchup } from '../../league/request/resolve-matchup.ts'
import type { Matchup, PredictionOdds } from '../../types.ts'
import type { SeriesContext } from '../blender.ts'
import { draftInOrder } from '../series-reader.ts'
import type { SeriesSlot } from '../series-slot.ts'

/** A series as the predictor has forecast it. All but matchup and odds is seen from the first team. */
export interface ForecastSeries {
  readonly matchup: Matchup
  /** Whether blue is the first team. */
  readonly blueFirst: boolean
  readonly request: FeatureRequest
  readonly vector: Float64Array
  readonly gameLogit: number
  readonly draft: Draft | null
  readonly context: SeriesContext
  /** Those of the answer. */
  readonly odds: PredictionOdds | undefined
}

/** @param timeMs of the state */
export function toForecastSeries(
  slot: SeriesSlot,
  vector: Float64Array,
  context: SeriesContext,
  timeMs: number,
  odds: PredictionOdds | undefined,
): ForecastSeries {
  const { blueFirst, bestOf, draft, found } = slot
  const matchup = toMatchup(slot)
  const [team1Id, team2Id] = blueFirst ? [matchup.blue.id, matchup.red.id] : [matchup.red.id, matchup.blue.id]
  const request = { team1Id, team2Id, bestOf, league: found.league, timeMs }
  const picks = draft === null ? null : draftInOrder(draft, blueFirst)
  return { matchup, blueFirst, request, vector, gameLogit: found.gameLogit, draft: picks, context, odds }
}
