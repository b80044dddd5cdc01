import type { GroupProgress } from '@riftline/predictor'
import { defineComponent, ref } from 'vue'
import { type GroupFixture, type GroupLine, groupRounds, groupTable } from './group-table.ts'
import { SeriesCard } from './series-card.tsx'
import { pairView, type StageContext } from './stage-parts.tsx'
import { isResult, resultsOfPair, type StageOf } from './tournament-event.ts'
import type { TournamentState } from './tournament-state.ts'

interface GroupViewProps {
  readonly context: StageContext
  readonly group: GroupProgress
}

/** A round robin: its table, its series round by round, and the games that break ties. */
export const GroupView = defineComponent(
  (props: GroupViewProps) => {
    /** Round that is shown; null for the first one with a series to play. */
    const shown = ref<number | null>(null)
    return () => {
      const { context, group } = props
      const stage = context.stage as StageOf<'roundRobin'>
      const events = context.state.events.value
      const rounds = groupRounds(stage, group, events)
      if (rounds.length === 0) return <p>The teams are known when the stages before it are over.</p>
      const open = rounds.findIndex((round) => round.some(({ event }) => event === null))
      shown.value ??= open < 0 ? rounds.length - 1 : open
      const index = shown.value
      const choose = (round: number): void => {
        shown.value = round
      }
      return (
        <div class="group">
          {standings(groupTable([stage, ...carriedStages(context.state, stage)], group, events), group.group)}
          {tieBreakGames(context, group)}
          {roundChoice(rounds, index, choose)}
          <ol class="round-series fixtures">
            {rounds[index]!.map(({ teams, event, waits }) => {
              const pair = { label: `Round ${index + 1}`, bestOf: stage.bestOf, teams, event, canPlay: !waits }
              return <SeriesCard key={`${index} ${teams.join()}`} {...pairView(context, pair)} />
            })}
          </ol>
        </div>
      )
    }
  },
  { props: ['context', 'group'] },
)

function roundChoice(rounds: readonly (readonly GroupFixture[])[], index: number, choose: (round: number) => void) {
  const played = (round: readonly GroupFixture[]): number => round.filter(({ event }) => event !== null).length
  return (
    <div class="toolbar">
      <label>
        <span class="round-title">Round </span>
        <select value={String(index)} onChange={(event) => choose(Number((event.target as HTMLSelectElement).value))}>
          {rounds.map((round, i) => (
            <option value={String(i)}>{`${i + 1}: ${played(round)} of ${round.length} played`}</option>
          ))}
        </select>
      </label>
      <button type="button" class="action" disabled={index === 0} onClick={() => choose(index - 1)}>
        Previous round
      </button>
      <button type="button" class="action" disabled={index === rounds.length - 1} onClick={() => choose(index + 1)}>
        Next round
      </button>
    </div>
  )
}

function standings(lines: readonly GroupLine[], group: string | null) {
  const columns = ['Place', 'Team', 'Won', 'Lost', 'Maps']
  return (
    <section class="table-frame" tabindex="0" aria-label={`Table${group === null ? '' : ` of group ${group}`}`}>
      <table class="standings">
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ team, wins, losses, difference }, place) => (
            <tr>
              <td>{place + 1}</td>
              <th scope="row">{team}</th>
              <td>{wins}</td>
              <td>{losses}</td>
              <td>{difference > 0 ? `+${difference}` : `${difference}`.replace('-', '\u2212')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function carriedStages(state: TournamentState, { carry }: StageOf<'roundRobin'>): readonly StageOf<'roundRobin'>[] {
  const from = state.format.value.stages.find(({ id }) => id === carry)
  return from?.kind === 'roundRobin' ? [from, ...carriedStages(state, from)] : []
}

/** Games between teams that are tied where a place leads on, played ones too. */
function tieBreakGames(context: StageContext, { ties, teams }: GroupProgress) {
  const { state, stage } = context
  const open = ties
    .filter(({ awaitsGames }) => awaitsGames)
    .flatMap(({ teams: tied }) => tied.flatMap((a, i) => tied.slice(i + 1).map((b) => [a, b] as const)))
  const isOpen = (a: string, b: string) => open.some((pair) => pair.includes(a) && pair.includes(b))
  const done = state.events.value.flatMap((event) => {
    if (!isResult(event) || event.stage !== stage.id || event.tieBreak !== true) return []
    const [a, b] = event.teams as [string, string]
    return isOpen(a, b) || !teams.includes(a) ? [] : [[a, b] as const]
  })
  if (open.length + done.length === 0) return null
  return (
    <div>
      <p class="lane-title">Games that break ties</p>
      <ol class="round-series">
        {[...open, ...done].map((pair) => {
          const event = resultsOfPair(state.events.value, stage.id, pair, true)[0] ?? null
          const view = { label: 'Tie-break', bestOf: 1, teams: pair, event, canPlay: true, tieBreak: true as const }
          return <SeriesCard key={pair.join()} {...pairView(context, view)} />
        })}
      </ol>
    </div>
  )
}
