import { toCount } from '@riftline/base'
import type { TournamentForecast, TournamentNext } from '@riftline/predictor'
import { chanceText, placeText } from '@riftline/predictor/texts'

/** Teams and next series that a text names. */
const most = { teams: 10, series: 5 }

/** Summarises a simulated tournament: the likeliest winners, and the next series with what they change. */
export function simulationText({ name, runs, model, teams, nextSeries }: TournamentForecast): string {
  const winners = teams.slice(0, most.teams).map(({ team, reach }) => `${team.name} ${chanceText(reach.winner ?? 0)}`)
  const more = teams.length > most.teams ? `, and ${teams.length - most.teams} more` : ''
  return [
    `${name} (${model}, ${toCount(runs)} runs)`,
    `winner: ${winners.join(', ')}${more}`,
    ...nextSeries.slice(0, most.series).map((one) => `next: ${nextText(one)}`),
  ].join('\n')
}

function nextText({ stage, group, bestOf, teams: [first, second], probability1, leverage }: TournamentNext): string {
  const chances = `${first.name} ${chanceText(probability1)} - ${second.name} ${chanceText(1 - probability1)}`
  const title = (chance: number | null): string => (chance === null ? '?' : chanceText(chance))
  const changes = leverage.map((one) => `${one.team.name} ${title(one.winnerIfWon)} or ${title(one.winnerIfLost)}`)
  return `${chances} (${placeText(stage, group)}, best of ${bestOf}); title if won or lost: ${changes.join(', ')}`
}
