export type LeagueTier = 'top' | 'major' | 'strong' | 'other'

/** One statistic, signed from the winner's side: weight x clip((value - mean) / sd). Mean and sd are those of winners before 2023. */
interface MarginTerm {
  readonly statistic: 'length' | 'kills' | 'towers' | 'gold' | 'dragons' | 'cs'
  readonly weight: number
  readonly mean: number
  readonly sd: number
}

const margins: readonly MarginTerm[] = [
  { statistic: 'length', weight: 0.2, mean: -3.46064, sd: 0.170893 },
  { statistic: 'kills', weight: -0.07, mean: 0.329894, sd: 0.206799 },
  { statistic: 'towers', weight: 0.05, mean: 6.20817, sd: 2.62005 },
  { statistic: 'gold', weight: 0.03, mean: 323.449, sd: 163.828 },
  { statistic: 'dragons', weight: -0.03, mean: 1.67557, sd: 1.96103 },
  { statistic: 'cs', weight: 0.08, mean: 2.35163, sd: 3.19009 },
]

/**
 * Parameters of the rating filter. Ratings are on the logit scale of one game; days are the unit of time. They were
 * fitted only on 2023-2024, walk-forward.
 */
export const ratingParameters = {
  team: {
    /** Start mean of a team with unknown lineup; a first lineup in its first series adds `firstLineupBonus`. */
    startMean: -0.65,
    startVariance: 0.8,
    firstLineupBonus: 0.3,
    maximumVariance: 1.2,
    minimumVariance: 0.004,
    /** A pause longer than this many days counts as a break. */
    breakDays: 25,
    maximumBreakDays: 200,
    /** A lineup confirmed longer ago than this is treated as unknown. */
    confirmedDays: 60,
    /** A lineup confirmed longer ago than this is dropped. */
    staleDays: 420,
    known: { variancePerDay: 0, breakShrinkPerDay: 0, breakVariance: 0.01 },
    unknown: { variancePerDay: 0.0013, breakShrinkPerDay: 0.006, breakVariance: 0.06 },
    /** Share of the team's own strength lost when all five players are replaced. */
    rosterShrink: 0.2,
    /** Variance added when a team changes its home league. */
    moveVariance: 0.05,
  },
  player: {
    startMean: 0.19,
    startVariance: 0.07,
    variancePerDay: 3e-6,
    maximumVariance: 0.084,
    /** Weights in role order: top, jungle, mid, bot, support. */
    roleWeights: [0.4, 0.9, 0.9, 0.3, 0.3],
    /** Logits per unit of difference in mean ln(1 + games / experienceGames). */
    experienceWeight: 0.8,
    experienceGames: 40,
  },
  league: {
    startVariance: 0.5,
    variancePerDay: 5e-5,
    /** Share of the difference between two leagues that a moving team or player carries over. */
    carried: 0.6,
    /** Prior mean by tier. */
    tierMeans: { top: 5, major: 0, strong: 1.7, other: 0 } satisfies Record<LeagueTier, number>,
  },
  game: {
    /** Advantage of the blue side in logits, only used in learning: a series has no sides. */
    blueAdvantage: 0.13,
    /** Base of the weight of game n of a series, which is this to the power n - 1. */
    laterGameWeight: 0.82,
    /** Pull of the margin residual toward zero per logit of expected strength. */
    marginShrink: 0.027,
    margins,
    /** Limit to which standardised margins are clipped. */
    marginClip: 2.5,
  },
  forecast: {
    /** Factor on the difference in strength, by best-of. */
    scale: { 1: 0.79, 3: 0.79, 5: 0.79 * 0.86 },
    varianceScale: 0.79,
    /** Factor on the variance if the home leagues differ. */
    crossLeagueVariance: 2,
  },
  slope: { startVariance: 0.02, variancePerDay: 1e-5, maximumLeagueVariance: 0.02, minimum: 0.3, maximum: 2.5 },
}

/** Weight of a seat in the lineup, by index in role order. */
export function roleWeight(role: number): number {
  return ratingParameters.player.roleWeights[role] ?? 0
}

const tiers: Readonly<Record<Exclude<LeagueTier, 'other'>, ReadonlySet<string>>> = {
  top: new Set(['LCK', 'LPL']),
  major: new Set(['LEC', 'LCS', 'LTA', 'LTA N']),
  strong: new Set(['LCKC', 'LDL', 'CBLOL', 'LTA S', 'LLA', 'PCS', 'LCP', 'VCS', 'LJL', 'LCO', 'OPL', 'TCL', 'LCL']),
}

const international = ['WLDs', 'MSI', 'FST', 'EWC', 'ASI', 'MSC', 'RR', 'AC', 'EWCQ', 'MSS', 'Asia Master', 'Riot']
const cups = ['KeSPA', 'DCup', 'NEST', 'EM', 'EUM', 'IC', 'CDF', 'HC', 'CT', 'TAL', 'HM', 'CD']
const neutral: ReadonlySet<string> = new Set([...international, ...cups])

/** Prior tier of a league code; a league without a tier is `other`. */
export function leagueTier(league: string): LeagueTier {
  if (tiers.top.has(league)) return 'top'
  if (tiers.major.has(league)) return 'major'
  return tiers.strong.has(league) ? 'strong' : 'other'
}

/** Whether games in a league make it a team's home league; games in international events and cups do not. */
export function isHomeLeague(league: string): boolean {
  return !neutral.has(league)
}
