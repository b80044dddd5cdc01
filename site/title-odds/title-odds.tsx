import { defineComponent } from 'vue'
import { ReachTable, WinnerList } from './odds-views.tsx'
import { FailureBox, OwnFormat } from './own-format.tsx'
import { StageSection } from './stage-section.tsx'
import { stageTitle } from './stage-texts.ts'
import './title-odds.css'
import { createTitleOddsPage, type TitleOddsPage } from './title-odds-page.ts'
import { isResult, startingPoints, type TournamentEvent } from './tournament-event.ts'
import { nextRealEvents } from './tournament-state.ts'

/** Chances of a tournament, with a bracket whose results a visitor decides. */
export const TitleOdds = defineComponent(() => {
  const page = createTitleOddsPage()
  return () => {
    const { failure, state } = page
    return (
      <div class="title-odds">
        {failure.value !== null && <FailureBox failure={failure.value} />}
        {state.value === null ? (
          <p role="status">The tournaments are loading …</p>
        ) : (
          <>
            {choiceOf(page)}
            <div class="odds-columns">
              <div class="stages">
                {toolbar(page)}
                {page.sections.value.map((section) => (
                  <StageSection key={`${page.visit.value} ${section.stage.id}`} {...section} />
                ))}
              </div>
              {winners(page)}
            </div>
            {reach(page)}
          </>
        )}
      </div>
    )
  }
})

function choiceOf(page: TitleOddsPage) {
  const { tournaments, state, start } = page
  const { chosen } = state.value!
  const { points } = startingPoints(chosen.value, stageTitle)
  return (
    <div class="choice">
      <label>
        <span>Tournament</span>
        <select
          value={chosen.value.id ?? ''}
          onChange={(event) => chooseById(page, (event.target as HTMLSelectElement).value)}
        >
          {chosen.value.id === null && <option value="">{chosen.value.format.name}</option>}
          {tournaments.value.map(({ id, format }) => (
            <option value={id ?? ''}>{format.name}</option>
          ))}
        </select>
      </label>
      <label>
        <span>Play on from</span>
        <select
          value={String(start.value)}
          onChange={(event) => startAt(page, Number((event.target as HTMLSelectElement).value))}
        >
          {points.map(({ label, events }) => (
            <option value={String(events)}>{label}</option>
          ))}
        </select>
      </label>
      <OwnFormat choose={page.choose} />
    </div>
  )
}

function chooseById({ tournaments, choose }: TitleOddsPage, id: string): void {
  const tournament = tournaments.value.find((one) => one.id === id)
  if (tournament !== undefined) choose(tournament)
}

function startAt({ start, state, begin }: TitleOddsPage, events: number): void {
  const { chosen } = state.value!
  start.value = events
  begin(chosen.value, chosen.value.events.slice(0, events))
}

function undo({ state, changed }: TitleOddsPage): void {
  state.value!.undo()
  changed()
}

function toolbar(page: TitleOddsPage) {
  const { past, events, realLeft } = page.state.value!
  const next = nextRealEvents(realLeft.value ?? [])
  return (
    <div class="toolbar">
      <button type="button" class="action" disabled={past.value.length === 0} onClick={() => undo(page)}>
        Undo
      </button>
      <button
        type="button"
        class="action"
        disabled={past.value.length === 0}
        onClick={() => startAt(page, page.start.value)}
      >
        Start again
      </button>
      {next.length > 0 && (
        <button type="button" class="action" onClick={() => page.add(next)}>
          Next real result{nextText(next)}
        </button>
      )}
      {realLeft.value === null && page.state.value!.chosen.value.events.length > 0 && events.value.length > 0 && (
        <span class="quiet">Your results differ from the real ones.</span>
      )}
    </div>
  )
}

function nextText(next: readonly TournamentEvent[]): string {
  const result = next.find(isResult)
  return result === undefined ? '' : `: ${result.teams.join(' – ')}`
}

function winners(page: TitleOddsPage) {
  const { odds, before, progress } = page
  return (
    <section class="winners" tabindex="0" aria-labelledby="winners-title" aria-busy={page.isBusy.value}>
      <h2 id="winners-title">Chance to win</h2>
      <p class="status" role="status">
        {page.sentence.value}
      </p>
      {odds.value === null ? (
        <p>{progress.value}</p>
      ) : (
        <>
          <WinnerList odds={odds.value} before={before.value} />
          <p class="quiet">
            {page.isBusy.value
              ? progress.value
              : `${odds.value.forecast.runs.toLocaleString('en')} tournaments played. `}
            Teams as they were at the data date, {odds.value.forecast.dataThroughUtc.slice(0, 10)}. ▲ and ▼: points by
            your last change.
          </p>
        </>
      )}
    </section>
  )
}

function reach({ odds, before }: TitleOddsPage) {
  if (odds.value === null) return null
  return (
    <section aria-labelledby="reach-title">
      <h2 id="reach-title">How far each team gets</h2>
      <ReachTable odds={odds.value} before={before.value} />
    </section>
  )
}
