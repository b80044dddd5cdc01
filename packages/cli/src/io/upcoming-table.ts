import type { Prediction, ScheduledSeries } from '@riftline/predictor'
import { escapeHidden } from './output.ts'
import { dataAge, type PredictionData, percent } from './prediction-table.ts'
import { textTable } from './text-table.ts'

/** A series to come with the consensus, its first team as blue; null for a best-of-2. */
export interface UpcomingSeries
  extends Pick<ScheduledSeries, 'id' | 'league' | 'bestOf' | 'scheduledUtc' | 'team1' | 'team2'> {
  /** As people call it. */
  readonly leagueName: string
  readonly prediction: Prediction | null
}

/** The same for people. */
export function upcomingTable(series: readonly UpcomingSeries[], data: PredictionData, checkedUtc: string): string {
  const head = `${dataAge(data)}, schedule of ${checkedUtc} UTC\n\n`
  if (series.length === 0) return `${head}no series to come\n`
  const titles = ['start, UTC', 'league', 'best of', 'team 1', 'team 2', 'team 1 wins', 'team 2 wins']
  return escapeHidden(`${head}${textTable([titles, ...series.map(row)])}`)
}

function row({ scheduledUtc, leagueName, bestOf, team1, team2, prediction }: UpcomingSeries): readonly string[] {
  const chances =
    prediction === null
      ? ['-', '-']
      : [percent(prediction.calibratedBlueWinProbability), percent(prediction.calibratedRedWinProbability)]
  return [
    scheduledUtc.replace('T', ' ').slice(0, 16),
    leagueName,
    String(bestOf ?? '?'),
    team1.name,
    team2.name,
    ...chances,
  ]
}
