import { SeriesCard } from './series-card.tsx'
import { pairView, type StageContext } from './stage-parts.tsx'
import { realSwissPairs, type SwissRecord } from './swiss-rounds.ts'
import { isPossible, type StageOf } from './tournament-event.ts'
import { drawnPairs } from './tournament-state.ts'

/** A Swiss stage: the records of the teams, the pairs of each round, and the draw of the next one. */
export function swissView(context: StageContext) {
  const stage = context.stage as StageOf<'swiss'>
  const { records, rounds } = context.state.swiss(stage)
  if (records.length === 0) return <p>The teams are known when the stages before it are over.</p>
  return (
    <div class="swiss">
      <ol class="records" aria-label="Records">
        {records.map((record) => (
          <li class={['record', record.end]}>
            <span class="team">{record.team}</span>
            <span class="mark">
              {record.wins}-{record.losses}
              {endText(record)}
            </span>
          </li>
        ))}
      </ol>
      <ol class="rounds">
        {rounds.map((pairs, index) => (
          <li class="round">
            <p class="round-title">Round {index + 1}</p>
            <ol class="round-series">
              {pairs.map((pair) => {
                const label = `Round ${index + 1}, ${pair.record}`
                return <SeriesCard key={pair.teams.join()} {...pairView(context, { ...pair, label, canPlay: true })} />
              })}
            </ol>
          </li>
        ))}
      </ol>
      {drawButtons(context, stage)}
    </div>
  )
}

function endText({ end }: SwissRecord): string {
  return end === null ? '' : end === 'through' ? ', goes on' : ', is out'
}

/** Pairs of the next round: at random, or as they were if that fits the results. */
function drawButtons({ state, changed }: StageContext, stage: StageOf<'swiss'>) {
  const { toDraw, records, rounds } = state.swiss(stage)
  if (toDraw === null) return null
  const { format, events: realEvents } = state.chosen.value
  const teams = records.map(({ team }) => team)
  const isPaired = (team: string): boolean => rounds[toDraw]?.some((pair) => pair.teams.includes(team)) ?? false
  const real = realSwissPairs(stage, teams, realEvents, toDraw).filter((pair) => !pair.teams.some(isPaired))
  const isReal = real.length > 0 && isPossible(format, [...state.events.value, ...real])
  const add = (events: readonly ReturnType<typeof drawnPairs>[number][]): void => {
    if (state.add(events)) changed()
  }
  return (
    <div class="draw">
      <p>
        The pairs of round {toDraw + 1} are drawn at random among teams of equal records. The odds count every draw.
      </p>
      <button type="button" class="action" onClick={() => add(drawnPairs(state, stage, Math.random))}>
        Draw round {toDraw + 1}
      </button>
      {isReal && (
        <button type="button" class="action" onClick={() => add(real)}>
          Take the real pairs of round {toDraw + 1}
        </button>
      )}
    </div>
  )
}
