import { dayMs } from '@riftline/base'
import type { BestOf, PlayedSeries } from '@riftline/predictor'
import { type EloRatings, forecastElo, learnElo } from './elo.ts'
import { forecastGlicko2, type Glicko2Ratings, learnGlicko2 } from './glicko2.ts'

/** The rating systems that every report compares the models with, on the same series in the same order. */
export interface Baselines {
  readonly elo: EloRatings
  readonly glicko2: Glicko2Ratings
}

export const baselineNames = ['constant', 'elo', 'glicko2'] as const
export type BaselineName = (typeof baselineNames)[number]

export function createBaselines(): Baselines {
  return { elo: new Map(), glicko2: new Map() }
}

export function learnBaselines(baselines: Baselines, series: PlayedSeries): void {
  learnElo(baselines.elo, series)
  learnGlicko2(baselines.glicko2, series)
}

/** Probabilities that team 1 wins the series. */
export function forecastBaselines(
  baselines: Baselines,
  series: { readonly team1Id: number; readonly team2Id: number; readonly bestOf: BestOf; readonly startMs: number },
): Record<BaselineName, number> {
  const { team1Id, team2Id, bestOf, startMs } = series
  return {
    constant: 0.5,
    elo: forecastElo(baselines.elo, team1Id, team2Id, bestOf),
    glicko2: forecastGlicko2(baselines.glicko2, { team1Id, team2Id, bestOf, day: startMs / dayMs }),
  }
}
