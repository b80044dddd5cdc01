import type { Prediction, PredictionOdds } from '../types.ts'

/** Date of the data behind a forecast, and its age. */
export interface PredictionData {
  readonly throughUtc: string
  readonly ageDays: number
}

/** Lines about inactive teams. */
export function idleTeams({ blueTeam, redTeam }: Pick<Prediction, 'blueTeam' | 'redTeam'>): string {
  return [blueTeam, redTeam]
    .filter(({ active }) => active === false)
    .map(
      ({ name, lastGameUtc = null }) =>
        `${name} is not active: last game ${lastGameUtc === null ? 'unknown' : `${lastGameUtc} UTC`}\n`,
    )
    .join('')
}

/** Formats the age of the data. */
export function dataAge({ throughUtc, ageDays }: PredictionData): string {
  return `data through ${throughUtc} UTC (${ageDays} days old)`
}

/** Chances given by the market's prices alone. */
export type MarketView = Pick<PredictionOdds, 'margin' | 'marketBlueProbability' | 'marketRedProbability'>

/** Formats the market's chances; empty if only one price is known. */
export function marketLine(
  { blueTeam, redTeam }: Pick<Prediction, 'blueTeam' | 'redTeam'>,
  { margin, marketBlueProbability: blue, marketRedProbability: red }: MarketView,
): string {
  if (margin === null || blue === null || red === null) return ''
  return `market: ${blueTeam.name} ${percentText(blue)}, ${redTeam.name} ${percentText(red)}; margin ${percentText(margin)}\n`
}

/** Formats a probability. @example percentText(0.5) // => '50.0 %' */
export function percentText(probability: number): string {
  return `${(100 * probability).toFixed(1)} %`
}

/** Formats an expected value with its sign; a dash for null. */
export function signed(value: number | null): string {
  return value === null ? '-' : `${value < 0 ? '' : '+'}${value.toFixed(4)}`
}

/** Formats a team with the line of its handicap. */
export function withLine(team: string, line: number): string {
  return `${team} ${line > 0 ? '+' : ''}${line}`
}

/** Formats a chance; one that rounds to 0 or 100 % without being it has a sign for that. */
export function chanceText(chance: number): string {
  if (chance > 0 && chance < 0.0005) return '<0.1 %'
  if (chance < 1 && chance > 0.9995) return '>99.9 %'
  return percentText(chance)
}

/** Formats a stage of a tournament with its group, if it has one. */
export function placeText(stage: string, group: string | null): string {
  return group === null ? stage : `${stage} ${group}`
}
