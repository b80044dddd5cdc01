import { chanceText } from '@riftline/predictor/texts'
import { winningScores } from './tournament-event.ts'

/** A series as people see and play it. */
export interface SeriesView {
  /** Where it stands: "Semifinals, series 1". */
  readonly label: string
  /** Number by which other series of the stage refer to it. */
  readonly number?: number | undefined
  readonly bestOf: number
  /** Names; null for a team that is not known. */
  readonly teams: readonly [string | null, string | null]
  /** Words for teams that are not known. */
  readonly unknown: readonly [string, string]
  /** Maps of the two teams; null before it is played. */
  readonly score: readonly [number, number] | null
  /** Chance of the first team; null if nobody asked for it yet. */
  readonly chance: number | null
  readonly canPlay: boolean
  /** A score to set, or null to forget the result. */
  readonly set: (score: readonly [number, number] | null) => void
}

/** Two buttons, a press of one of which makes that team the winner; a second press takes it back. */
export const SeriesCard = (series: SeriesView) => {
  const { label, number, bestOf, teams, unknown, score, canPlay, set } = series
  const names = teams.map((team, side) => team ?? unknown[side])
  return (
    <li>
      <fieldset
        class={['series', score !== null && 'played']}
        aria-label={`${label}: ${names.join(' – ')}, best of ${bestOf}`}
      >
        {side(series, 0)}
        {side(series, 1)}
        <div class="series-foot">
          <span>{number === undefined ? `Best of ${bestOf}` : `Series ${number}, best of ${bestOf}`}</span>
          {bestOf === 2 && canPlay && (
            <button type="button" aria-pressed={isDraw(score)} onClick={() => set(isDraw(score) ? null : [1, 1])}>
              Draw 1:1
            </button>
          )}
          {score !== null && bestOf > 2 && scoreChoice(series, score)}
        </div>
      </fieldset>
    </li>
  )
}
SeriesCard.props = ['label', 'number', 'bestOf', 'teams', 'unknown', 'score', 'chance', 'canPlay', 'set']

function isDraw(score: readonly [number, number] | null): boolean {
  return score !== null && score[0] === score[1]
}

function side({ teams, unknown, score, chance, canPlay, bestOf, set }: SeriesView, at: 0 | 1) {
  const team = teams[at]
  if (team === null || teams[1 - at] === null || !canPlay) {
    return (
      <div class={['side', 'waiting', team === null && 'unknown']}>
        <span class="team">{team ?? unknown[at]}</span>
      </div>
    )
  }
  const hasWon = score !== null && score[at] > score[1 - at]!
  const own = chance === null ? null : at === 0 ? chance : 1 - chance
  const [won, lost] = winningScores(bestOf)[0]!
  const win = (): void => set(hasWon ? null : at === 0 ? [won, lost] : [lost, won])
  return (
    <button type="button" class={['side', hasWon && 'won']} aria-pressed={hasWon} onClick={win}>
      {score === null && own !== null && (
        <span class="chance-bar" style={{ width: `${100 * own}%` }} aria-hidden="true" />
      )}
      <span class="team">{team}</span>
      {hasWon && (
        <span class="sign" aria-hidden="true">
          ✓
        </span>
      )}
      <span class="mark">{score !== null ? score[at] : own === null ? '' : chanceText(own)}</span>
    </button>
  )
}

function scoreChoice({ label, bestOf, set }: SeriesView, score: readonly [number, number]) {
  const isFirst = score[0] > score[1]
  const choose = (event: Event): void => {
    const lost = Number((event.target as HTMLSelectElement).value)
    const won = (bestOf + 1) / 2
    set(isFirst ? [won, lost] : [lost, won])
  }
  return (
    <select aria-label={`Score, ${label}`} value={String(Math.min(...score))} onChange={choose}>
      {winningScores(bestOf).map(([won, lost]) => (
        <option value={String(lost)}>{`${won}:${lost}`}</option>
      ))}
    </select>
  )
}
