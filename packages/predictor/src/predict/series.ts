import { devig } from '@riftline/core'
import type { FeatureRequest, GameForecast } from '../league/features/feature-vector.ts'
import type { ForecastState } from '../league/forecast-state.ts'
import { type Draft, draftOffset } from '../league/picks/draft-offset.ts'
import type { Matchup } from '../types.ts'
import type { SeriesContext } from './blender.ts'

/**
 * A resolved request with its teams in one fixed order, the lower id first. All stages compute for the first team, so that swapping a
 * request swaps its answer to the bit.
 */
export interface Series {
  readonly matchup: Matchup
  /** Whether blue is the first team. */
  readonly blueFirst: boolean
  readonly request: FeatureRequest
  /** Picks in that order; null without any. */
  readonly draft: Draft | null
}

/**
 * @param leagueOf league of a team; when both teams have the same one, a series without a label is taken to be of it
 * @param timeMs moment of the state
 */
export function toSeries(matchup: Matchup, leagueOf: (teamId: number) => string | null, timeMs: number): Series {
  const { blue, red, bestOf, draft } = matchup
  const blueFirst = blue.id < red.id
  const [team1Id, team2Id] = blueFirst ? [blue.id, red.id] : [red.id, blue.id]
  const league = matchup.league ?? sharedLeague(leagueOf(team1Id), leagueOf(team2Id))
  return {
    matchup,
    blueFirst,
    request: { team1Id, team2Id, bestOf, league, timeMs },
    draft: draft && (blueFirst ? { team1: draft.blue, team2: draft.red } : { team1: draft.red, team2: draft.blue }),
  }
}

function sharedLeague(league1: string | null, league2: string | null): string | null {
  return league1 === league2 ? league1 : null
}

/** Draft, age of the data and market of a series, as the blend takes them. */
export function contextOf(
  { matchup: { bestOf, odds }, request: { league }, draft, blueFirst }: Series,
  { gameLogit }: GameForecast,
  { championEffects }: Pick<ForecastState, 'championEffects'>,
  ageDays: number,
): SeriesContext {
  const offset = draft === null ? 0 : draftOffset(championEffects, draft, gameLogit, bestOf)
  return { bestOf, league, draftOffset: offset, ageDays, market: marketChance(odds, blueFirst) }
}

/** The market's chance of the first team, without its margin; null unless both prices were given. */
function marketChance({ blue, red }: Matchup['odds'], blueFirst: boolean): number | null {
  if (blue === null || red === null) return null
  return devig(blueFirst ? [blue, red] : [red, blue]).probabilities[0]!
}
