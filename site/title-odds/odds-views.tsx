import type { TournamentForecast } from '@riftline/predictor'
import { chanceText } from '@riftline/predictor/texts'
import type { TitleOdds } from './simulate-tournament.ts'
import { changeTitle, columnTitle } from './stage-texts.ts'

type TeamChances = TournamentForecast['teams'][number]

interface OddsProps {
  readonly odds: TitleOdds
  /** Odds before the last change; null without. */
  readonly before: TitleOdds | null
}

/** Chance of a team to win before the last change; null if it is not known. */
function chanceBefore({ before }: OddsProps, { team }: TeamChances): number | null {
  return before?.forecast.teams.find((other) => other.team.id === team.id)?.reach.winner ?? null
}

function changeOf(props: OddsProps, chances: TeamChances): string {
  const before = chanceBefore(props, chances)
  return before === null ? '' : changeTitle((chances.reach.winner ?? 0) - before)
}

/** Who wins the tournament: a bar for each team, with the change by the last result. */
export const WinnerList = (props: OddsProps) => {
  const { forecast, names } = props.odds
  const teams = forecast.teams.filter((team) => team.reach.winner !== 0 || chanceBefore(props, team))
  const most = Math.max(...teams.map(({ reach }) => reach.winner ?? 0))
  return (
    <ol class="winner-list">
      {teams.map((team) => {
        const change = changeOf(props, team)
        return (
          <li key={team.team.id}>
            <span class="team">{names[team.team.id]}</span>
            <span class="mark">{chanceText(team.reach.winner ?? 0)}</span>
            <span class={['change', change.startsWith('+') ? 'up' : 'down']}>
              {change === '' ? '' : `${change.startsWith('+') ? '▲' : '▼'} ${change}`}
            </span>
            <span class="bar-frame" aria-hidden="true">
              <span class="bar" style={{ width: `${(100 * (team.reach.winner ?? 0)) / most}%` }} />
            </span>
          </li>
        )
      })}
    </ol>
  )
}
WinnerList.props = ['odds', 'before']

/** How far each team gets: a column for each stage and round, all digits in the title of a cell's number. */
export const ReachTable = (props: OddsProps) => {
  const { forecast, names } = props.odds
  const columns = Object.keys(forecast.teams[0]?.reach ?? {}).filter((column) => column !== 'winner')
  return (
    <section class="table-frame" tabindex="0" aria-label="Table of chances">
      <table class="reach">
        <thead>
          <tr>
            <th scope="col">Team</th>
            <th scope="col">Winner</th>
            {props.before && <th scope="col">Change</th>}
            {columns.map((column) => (
              <th scope="col">{columnTitle(column)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {forecast.teams.map((team) => (
            <tr key={team.team.id}>
              <th scope="row">{names[team.team.id]}</th>
              {chanceCell(team.reach.winner ?? 0, true)}
              {props.before && <td class="change">{changeOf(props, team)}</td>}
              {columns.map((column) => chanceCell(team.reach[column] ?? 0))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
ReachTable.props = ['odds', 'before']

function chanceCell(chance: number, isMain = false) {
  return (
    <td class={['chance', isMain && 'main', chance === 0 && 'none']} data-chance={chance}>
      <span class="mark">{chanceText(chance)}</span>
      <span class="bar-frame" aria-hidden="true">
        <span class="bar" style={{ width: `${100 * chance}%` }} />
      </span>
    </td>
  )
}

/** One sentence about the favourites, for the status line. */
export function oddsSentence(props: OddsProps): string {
  const { forecast, names } = props.odds
  const best = forecast.teams.slice(0, 3).filter(({ reach }) => (reach.winner ?? 0) > 0)
  const parts = best.map((team) => {
    const change = changeOf(props, team)
    return `${names[team.team.id]} ${chanceText(team.reach.winner ?? 0)}${change === '' ? '' : ` (${change})`}`
  })
  return best.length === 1 && best[0]!.reach.winner === 1 ? `${names[best[0]!.team.id]} wins.` : parts.join(', ')
}
