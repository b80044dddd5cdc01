import type { FoundFeatures } from '../league/features/feature-vector.ts'
import { createOpenMatchup, type OpenMatchup } from '../league/request/resolve-matchup.ts'

/**
 * A series on its way from a request to its answer. A slot serves one series after another: a request of 30,000 series made as many objects
 * of each kind, and to fetch memory for them took longer than to forecast.
 */
export interface SeriesSlot extends OpenMatchup {
  /** Whether blue is the team of the lower id, which is the first of all that is computed. */
  blueFirst: boolean
  readonly found: FoundFeatures
}

export function createSlot(): SeriesSlot {
  const { blue, red, model, bestOf, league, oddsBlue, oddsRed, draft, explain } = createOpenMatchup()
  const found = { league: null, gameLogit: 0, sd: 0 }
  return { blue, red, model, bestOf, league, oddsBlue, oddsRed, draft, explain, blueFirst: true, found }
}
