import { toCount } from '@riftline/base'
import type { TournamentForecast, TournamentNext } from '@riftline/predictor'
import { chanceText, dataAge, type PredictionData, placeText } from '@riftline/predictor/texts'
import { escapeHidden, textTable } from './output.ts'

/** Formats a simulated tournament: the chances of every team, then the series that can be played now and what they change. */
export function tournamentTable(forecast: TournamentForecast, data: PredictionData): string {
  const { name, runs, model, teams, nextSeries } = forecast
  const columns = Object.keys(teams[0]?.reach ?? {})
  const rows = [
    ['team', ...columns, 'interval of the simulation'],
    ...teams.map(({ team, reach, winnerInterval }) => [
      team.name,
      ...columns.map((column) => chanceText(reach[column] ?? 0)),
      winnerInterval.map(chanceText).join(' to '),
    ]),
  ]
  const head = `${name}, ${toCount(runs)} runs, ${model}\n${dataAge(data)}\n`
  const next = nextSeries.length === 0 ? '' : `\n${textTable(nextRows(nextSeries), 3)}`
  return escapeHidden(`${head}\n${textTable(rows)}${next}`)
}

/** Rows of the next series, one for each team: its chance, and its chance to win the tournament after a win and after a defeat. */
function nextRows(series: readonly TournamentNext[]): readonly (readonly string[])[] {
  return [
    ['next series', 'length', 'team', 'chance', 'winner if won', 'winner if lost'],
    ...series.flatMap(({ stage, group, bestOf, teams, probability1, leverage }) =>
      teams.map((team, side) => {
        const changes = leverage.find((one) => one.team.id === team.id)
        return [
          side === 0 ? placeText(stage, group) : '',
          side === 0 ? `best of ${bestOf}` : '',
          team.name,
          `${chanceText(side === 0 ? probability1 : 1 - probability1)}${bestOf === 2 ? ' a map' : ''}`,
          orDash(changes?.winnerIfWon),
          orDash(changes?.winnerIfLost),
        ]
      }),
    ),
  ]
}

function orDash(chance: number | null | undefined): string {
  return chance == null ? '-' : chanceText(chance)
}
