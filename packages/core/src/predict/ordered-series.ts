import { featureNames } from '../league/features/feature-schema.ts'
import { type FeatureRequest, type KnownTeams, leagueOf, writeFeatures } from '../league/features/feature-vector.ts'
import type { ForecastState } from '../league/forecast-state.ts'
import { type Draft, draftOffset } from '../league/picks/draft-offset.ts'
import { devig } from '../market/devig.ts'
import type { Matchup } from '../types.ts'
import type { SeriesContext } from './blender.ts'
import { dataAgeDays } from './data-age.ts'

/** A matchup with the team of the lower id first, and what is known of it. */
export interface OrderedSeries {
  readonly blueFirst: boolean
  readonly request: FeatureRequest
  readonly draft: Draft | null
  /** As in `SeriesFeatures`. */
  readonly gameLogit: number
  readonly sd: number
}

/** Reads one state at its own moment. */
export interface SeriesReader {
  /** The vector of features goes into `vectors`, as the one at `place`. */
  read(matchup: Matchup, vectors: Float64Array, place: number): OrderedSeries
  /** @throws RiftlineError `invalid_argument` for a moment that is no number */
  contextOf(matchup: Matchup, series: OrderedSeries, at: number | undefined): SeriesContext
}

export function createSeriesReader(state: ForecastState): SeriesReader {
  const known: KnownTeams = new Map()
  return {
    read(matchup, vectors, place) {
      const { blue, red, bestOf } = matchup
      // One fixed order of the two teams for all that follows: swapping the request then swaps the answer to the bit.
      const blueFirst = blue.id < red.id
      const team1Id = blueFirst ? blue.id : red.id
      const team2Id = blueFirst ? red.id : blue.id
      const league = leagueOf(state, { league: matchup.league, team1Id, team2Id })
      const request = { team1Id, team2Id, bestOf, league, timeMs: state.asOfMs }
      const { gameLogit, sd } = writeFeatures(state, request, known, vectors, place * featureNames.length)
      return { blueFirst, request, draft: draftInOrder(matchup, blueFirst), gameLogit, sd }
    },
    contextOf(matchup, { blueFirst, request: { bestOf, league }, draft, gameLogit }, at) {
      return {
        bestOf,
        league,
        draftOffset: draft === null ? 0 : draftOffset(state.championEffects, draft, gameLogit, bestOf),
        ageDays: dataAgeDays(state.completeMs, at),
        market: marketChance(matchup, blueFirst),
      }
    },
  }
}

function draftInOrder({ draft }: Matchup, blueFirst: boolean): Draft | null {
  if (draft === null) return null
  return blueFirst ? { team1: draft.blue, team2: draft.red } : { team1: draft.red, team2: draft.blue }
}

/** The market's chance of the first team, without its margin; null unless both prices were given. */
function marketChance({ odds }: Matchup, blueFirst: boolean): number | null {
  if (odds.blue === null || odds.red === null) return null
  const prices = blueFirst ? [odds.blue, odds.red] : [odds.red, odds.blue]
  return devig(prices).probabilities[0]!
}
