import type { GroupProgress } from '@riftline/predictor'
import type { BracketSeries } from './bracket-layout.ts'
import { bracketLanes, seatTitle } from './bracket-layout.ts'
import { SeriesCard, type SeriesView } from './series-card.tsx'
import {
  resultsOfPair,
  scoreFor,
  type TournamentEvent,
  type TournamentResult,
  type TournamentStage,
} from './tournament-event.ts'
import type { TournamentState } from './tournament-state.ts'

/** What a drawing of a stage needs. */
export interface StageContext {
  readonly state: TournamentState
  readonly stage: TournamentStage
  /** Chance of the first team of a pair that can be played; null if it is not forecast. */
  readonly chanceOf: (stage: string, teams: readonly [string, string]) => number | null
  /** Called after a visitor changed the events. */
  readonly changed: () => void
}

interface Pair {
  readonly label: string
  readonly number?: number
  readonly bestOf: number
  readonly teams: readonly [string, string]
  readonly event: number | null
  readonly canPlay: boolean
  readonly tieBreak?: true
}

/** A series of two known teams that a press adds to the events, changes or removes. */
export function pairView({ state, stage, chanceOf, changed }: StageContext, pair: Pair): SeriesView {
  const { label, number, bestOf, teams, event, canPlay, tieBreak } = pair
  const result = event === null ? null : (state.events.value[event] as TournamentResult)
  const set = (score: readonly [number, number] | null): void => {
    const made: TournamentEvent | null = score && {
      ...{ stage: stage.id, teams: [teams[0], teams[1]], score: [score[0], score[1]] },
      ...(tieBreak && { tieBreak }),
    }
    const hasChanged = event === null ? made !== null && state.add([made]) : state.change(event, made)
    if (hasChanged) changed()
  }
  const score = result === null ? null : scoreFor(result, teams[0])
  const chance = tieBreak ? null : chanceOf(stage.id, teams)
  return { label, number, bestOf, teams, unknown: ['', ''], score, chance, canPlay, set }
}

/** A bracket, a group of four or a ladder: a list of rounds with lists of series. */
export function bracketView(context: StageContext, group: GroupProgress) {
  const { stage, state } = context
  const lanes = bracketLanes(stage, group)
  const viewOf = (series: BracketSeries, label: string): SeriesView => {
    const number = group.series.indexOf(series) + 1
    const [a, b] = series.teams
    if (a !== null && b !== null) {
      const met = group.series.filter(({ teams }) => teams.includes(a) && teams.includes(b))
      const event = resultsOfPair(state.events.value, stage.id, [a, b])[met.indexOf(series)] ?? null
      return pairView(context, { label, number, bestOf: series.bestOf, teams: [a, b], event, canPlay: true })
    }
    const words = (seat: number) => seatTitle(state.format.value, stage, group, seat)
    const unknown = [words(series.first), words(series.second)] as const
    const { bestOf, teams } = series
    return { label, number, bestOf, teams, unknown, score: null, chance: null, canPlay: false, set: () => {} }
  }
  const roundsOf = (lane: string, number: number) =>
    ['Rounds of', stage.id, group.group, lane || (lanes.length > 1 ? `${number}` : '')].filter((part) => part).join(' ')
  return (
    <div class={['bracket', stage.kind]}>
      {lanes.map(({ title, rounds }, lane) => (
        <div class="lane">
          {title !== '' && <p class="lane-title">{title}</p>}
          <section class="rounds-frame" tabindex="0" aria-label={roundsOf(title, lane + 1)}>
            <ol class="rounds">
              {rounds.map((round, index) => (
                <li class={['round', joinOf(rounds, index)]}>
                  {round.title !== '' && <p class="round-title">{round.title}</p>}
                  <ol class="round-series">
                    {round.series.map((series) => (
                      <SeriesCard key={series.winner} {...viewOf(series, labelOf(title, round.title))} />
                    ))}
                  </ol>
                </li>
              ))}
            </ol>
          </section>
        </div>
      ))}
    </div>
  )
}

function labelOf(lane: string, round: string): string {
  return [lane, round].filter((part) => part !== '').join(', ') || 'Series'
}

/** How the lines lead to the next round: two series to one, or each to its own. */
function joinOf(rounds: readonly { readonly series: readonly unknown[] }[], index: number): string {
  const next = rounds[index + 1]
  if (next === undefined) return ''
  return next.series.length === rounds[index]!.series.length ? 'straight' : 'paired'
}
