import type { BestOf } from '../../types.ts'

/**
 * The numbers of the rating filter. Ratings are on the logit scale of one game; days are the unit of time. They were
 * chosen on 2023-2024 only, walk-forward.
 */
export interface RatingParameters {
  readonly team: TeamParameters
  readonly player: PlayerParameters
  readonly league: LeagueParameters
  readonly game: GameParameters
  readonly forecast: ForecastParameters
  readonly slope: SlopeParameters
}

export interface TeamParameters {
  /** Start of a team whose lineup is unknown; a first lineup seen in its first series adds `firstLineupBonus`. */
  readonly startMean: number
  readonly startVariance: number
  readonly firstLineupBonus: number
  readonly maximumVariance: number
  readonly minimumVariance: number
  /** A pause longer than this many days counts as a break. */
  readonly breakDays: number
  readonly maximumBreakDays: number
  /** A lineup confirmed longer ago than this is treated as unknown. */
  readonly confirmedDays: number
  /** A lineup confirmed longer ago than this is dropped. */
  readonly staleDays: number
  readonly known: TeamDrift
  readonly unknown: TeamDrift
  /** Share of the team's own strength lost when all five players are replaced. */
  readonly rosterShrink: number
  /** Variance added when the team changes its home league. */
  readonly moveVariance: number
}

export interface TeamDrift {
  readonly variancePerDay: number
  readonly breakShrinkPerDay: number
  readonly breakVariance: number
}

export interface PlayerParameters {
  readonly startMean: number
  readonly startVariance: number
  readonly variancePerDay: number
  readonly maximumVariance: number
  /** Weights in role order: top, jungle, mid, bot, support. */
  readonly roleWeights: readonly number[]
  /** Logits per unit of difference in mean ln(1 + games / experienceGames). */
  readonly experienceWeight: number
  readonly experienceGames: number
}

export interface LeagueParameters {
  readonly startVariance: number
  readonly variancePerDay: number
  /** Share of the difference between two leagues that a moving team or player keeps. */
  readonly carried: number
  /** Start mean by tier. */
  readonly tierMeans: Readonly<Record<LeagueTier, number>>
}

export type LeagueTier = 'top' | 'major' | 'strong' | 'other'

export interface GameParameters {
  /** Logits that blue side is worth, used while learning only: a series has no side. */
  readonly blueAdvantage: number
  /** Weight of game n of a series is this to the power n - 1. */
  readonly laterGameWeight: number
  /** Pull of the margin residual toward zero per logit of expected strength. */
  readonly marginShrink: number
  readonly margins: readonly MarginTerm[]
  /** Standardised margins are clipped to this. */
  readonly marginClip: number
}

export type MarginStatistic = 'length' | 'kills' | 'towers' | 'gold' | 'dragons' | 'cs'

/** One winner-signed statistic: weight x clip((value - mean) / sd). Mean and sd are those of winners before 2023. */
export interface MarginTerm {
  readonly statistic: MarginStatistic
  readonly weight: number
  readonly mean: number
  readonly sd: number
}

export interface ForecastParameters {
  /** Factor on the difference of strength, by best-of. */
  readonly scale: Readonly<Record<BestOf, number>>
  readonly varianceScale: number
  /** Factor on the variance when the home leagues differ. */
  readonly crossLeagueVariance: number
}

export interface SlopeParameters {
  readonly startVariance: number
  readonly variancePerDay: number
  readonly maximumLeagueVariance: number
  readonly minimum: number
  readonly maximum: number
}

/** Weight of a seat of the lineup, in role order. */
export function roleWeight(parameters: RatingParameters, role: number): number {
  return parameters.player.roleWeights[role] ?? 0
}

export const ratingParameters: RatingParameters = {
  team: {
    startMean: -0.65,
    startVariance: 0.8,
    firstLineupBonus: 0.3,
    maximumVariance: 1.2,
    minimumVariance: 0.004,
    breakDays: 25,
    maximumBreakDays: 200,
    confirmedDays: 60,
    staleDays: 420,
    known: { variancePerDay: 0, breakShrinkPerDay: 0, breakVariance: 0.01 },
    unknown: { variancePerDay: 0.0013, breakShrinkPerDay: 0.006, breakVariance: 0.06 },
    rosterShrink: 0.2,
    moveVariance: 0.05,
  },
  player: {
    startMean: 0.19,
    startVariance: 0.07,
    variancePerDay: 3e-6,
    maximumVariance: 0.084,
    roleWeights: [0.4, 0.9, 0.9, 0.3, 0.3],
    experienceWeight: 0.8,
    experienceGames: 40,
  },
  league: {
    startVariance: 0.5,
    variancePerDay: 5e-5,
    carried: 0.6,
    tierMeans: { top: 5, major: 0, strong: 1.7, other: 0 },
  },
  game: {
    blueAdvantage: 0.13,
    laterGameWeight: 0.82,
    marginShrink: 0.027,
    marginClip: 2.5,
    margins: [
      { statistic: 'length', weight: 0.2, mean: -3.46064, sd: 0.170893 },
      { statistic: 'kills', weight: -0.07, mean: 0.329894, sd: 0.206799 },
      { statistic: 'towers', weight: 0.05, mean: 6.20817, sd: 2.62005 },
      { statistic: 'gold', weight: 0.03, mean: 323.449, sd: 163.828 },
      { statistic: 'dragons', weight: -0.03, mean: 1.67557, sd: 1.96103 },
      { statistic: 'cs', weight: 0.08, mean: 2.35163, sd: 3.19009 },
    ],
  },
  forecast: { scale: { 1: 0.79, 3: 0.79, 5: 0.79 * 0.86 }, varianceScale: 0.79, crossLeagueVariance: 2 },
  slope: { startVariance: 0.02, variancePerDay: 1e-5, maximumLeagueVariance: 0.02, minimum: 0.3, maximum: 2.5 },
}
