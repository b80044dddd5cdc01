import { devig } from '@riftline/core'
import { featureNames } from '../league/features/feature-schema.ts'
import { type FeatureRequest, writeFeatures } from '../league/features/feature-vector.ts'
import { createKnownTeams } from '../league/features/known-teams.ts'
import type { ForecastState } from '../league/forecast-state.ts'
import { type Draft, draftOffset } from '../league/picks/draft-offset.ts'
import type { SeriesContext } from './blender.ts'
import type { SeriesSlot } from './series-slot.ts'

/** Reads one state at its own moment. */
export interface SeriesReader {
  /** Writes the vector of features into `vectors`, as the one at `place`, and what else is found into the slot. */
  read(slot: SeriesSlot, vectors: Float64Array, place: number): void
  /**
   * What is known beside the chances: the caller's until the next call.
   *
   * @param draft that counts; the slot's own, or null
   */
  contextOf(slot: SeriesSlot, draft: SeriesSlot['draft'], ageDays: number): SeriesContext
}

/** @param leagueOf the league that a team plays in; that of both teams is the series' where nobody names one */
export function createSeriesReader(state: ForecastState, leagueOf: (teamId: number) => string | null): SeriesReader {
  const known = createKnownTeams()
  const asked: Mutable<FeatureRequest> = { team1Id: 0, team2Id: 0, bestOf: 3, league: null, timeMs: state.asOfMs }
  const context: Mutable<Required<SeriesContext>> = {
    bestOf: 3,
    league: null,
    draftOffset: 0,
    ageDays: 0,
    market: null,
  }
  function sharedLeague(blueId: number, redId: number): string | null {
    const league = leagueOf(blueId)
    return league === leagueOf(redId) ? league : null
  }

  return {
    read(slot, vectors, place) {
      const { blue, red } = slot
      // One fixed order of the two teams for all that follows: swapping the request then swaps the answer to the bit.
      const blueFirst = blue.id < red.id
      slot.blueFirst = blueFirst
      asked.team1Id = blueFirst ? blue.id : red.id
      asked.team2Id = blueFirst ? red.id : blue.id
      asked.bestOf = slot.bestOf
      asked.league = slot.league ?? sharedLeague(blue.id, red.id)
      asked.timeMs = state.asOfMs
      writeFeatures(state, asked, known, vectors, place * featureNames.length, slot.found)
    },
    contextOf(slot, draft, ageDays) {
      const { bestOf, blueFirst, found } = slot
      const picks = draft === null ? null : draftInOrder(draft, blueFirst)
      context.bestOf = bestOf
      context.league = found.league
      context.draftOffset = picks === null ? 0 : draftOffset(state.championEffects, picks, found.gameLogit, bestOf)
      context.ageDays = ageDays
      context.market = marketChance(slot)
      return context
    },
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** With that of the first team first. */
export function draftInOrder({ blue, red }: NonNullable<SeriesSlot['draft']>, blueFirst: boolean): Draft {
  return blueFirst ? { team1: blue, team2: red } : { team1: red, team2: blue }
}

/** The market's chance of the first team, without its margin; null unless both prices were given. */
function marketChance({ oddsBlue, oddsRed, blueFirst }: SeriesSlot): number | null {
  if (oddsBlue === null || oddsRed === null) return null
  return devig(blueFirst ? [oddsBlue, oddsRed] : [oddsRed, oddsBlue]).probabilities[0]!
}
