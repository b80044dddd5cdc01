import { withBase } from 'vitepress'
import { computed, onBeforeUnmount, onMounted, ref, shallowRef } from 'vue'
import { failureOf } from '../worker/failures.ts'
import { createOddsSimulation, type OddsSimulation } from './odds-simulation.ts'
import { fromFragment, toFragment } from './share-link.ts'
import type { TitleOdds } from './simulate-tournament.ts'
import type { StageSectionProps } from './stage-section.tsx'
import { stageTitle } from './stage-texts.ts'
import { type ChosenTournament, startingPoints, type TournamentEvent } from './tournament-event.ts'
import { createTournamentState, drawnPairs, realEventsOf, type TournamentState, winOf } from './tournament-state.ts'

/** Tournament that a visitor without a link sees first. */
const usualTournament = 'worlds-2025'

export type TitleOddsPage = ReturnType<typeof createTitleOddsPage>

/** State of the page: the tournaments, the chosen one with its events, and the odds that follow from them. */
export function createTitleOddsPage() {
  const tournaments = shallowRef<readonly ChosenTournament[]>([])
  const state = shallowRef<TournamentState | null>(null)
  const simulation = createOddsSimulation()
  /** Number of real events that the chosen starting point has. */
  const start = ref(0)
  /** Grows with every new start, for parts of the page that begin anew with it. */
  const visit = ref(0)
  const openStages = shallowRef<ReadonlySet<string>>(new Set())

  function changed(): void {
    const { chosen, events, format } = state.value!
    const fragment = toFragment(chosen.value, events.value)
    history.replaceState(history.state, '', fragment === '' ? location.pathname : `#${fragment}`)
    void simulation.run(format.value)
  }

  function begin(tournament: ChosenTournament, events: readonly TournamentEvent[]): void {
    if (state.value === null) state.value = createTournamentState(tournament, events)
    else state.value.choose(tournament, events)
    const open = state.value.progress.value.filter(({ groups }) => groups.some(({ isOver }) => !isOver))
    openStages.value = new Set(open.map(({ stage }) => stage))
    visit.value++
    simulation.clear()
    changed()
  }

  function choose(tournament: ChosenTournament): void {
    const { usual, points } = startingPoints(tournament, stageTitle)
    // A format of the visitor's own is shown with all its results.
    start.value = tournament.id === null ? points.at(-1)!.events : usual
    begin(tournament, tournament.events.slice(0, start.value))
  }

  function openLink(): void {
    const shared = fromFragment(location.hash, tournaments.value)
    if (shared === null) {
      choose(tournaments.value.find(({ id }) => id === usualTournament) ?? tournaments.value[0]!)
      return
    }
    const { points } = startingPoints(shared.chosen, stageTitle)
    start.value = points.reduce((last, { events }) => (events <= shared.begun ? events : last), 0)
    begin(shared.chosen, shared.events)
  }

  onMounted(async () => {
    try {
      tournaments.value = await fetchTournaments()
    } catch (error) {
      simulation.failure.value = failureOf(error)
      return
    }
    window.addEventListener('hashchange', openLink)
    openLink()
  })
  onBeforeUnmount(() => {
    window.removeEventListener('hashchange', openLink)
    simulation.close()
  })

  const add = (events: readonly TournamentEvent[]): void => {
    if (state.value!.add(events)) changed()
  }
  const sections = computed(() => {
    if (state.value === null) return []
    return sectionsOf({ state: state.value, simulation, openStages: openStages.value, add, changed })
  })
  return { ...simulation, tournaments, state, start, visit, sections, choose, begin, changed, add }
}

async function fetchTournaments(): Promise<readonly ChosenTournament[]> {
  const response = await fetch(withBase('/tournaments.json'))
  if (!response.ok) throw new Error(`tournaments.json: the server answered with status ${response.status}`)
  return response.json()
}

interface Playing extends Pick<StageSectionProps, 'state' | 'add' | 'changed'> {
  readonly simulation: OddsSimulation
  readonly openStages: ReadonlySet<string>
}

function sectionsOf(playing: Playing): readonly StageSectionProps[] {
  const { state, simulation, openStages, add, changed } = playing
  return state.progress.value.map((progress, index): StageSectionProps => {
    const stage = state.format.value.stages[index]!
    const canPlay = state.open.value.some((pair) => pair.stage === stage.id)
    return {
      ...{ state, stage, progress, add, changed },
      isOpen: openStages.has(stage.id),
      real: realEventsOf(state, progress),
      chanceOf: (id, teams) => chanceOf(simulation.odds.value, id, teams),
      favourites: canPlay ? () => void playFavourites(playing, stage.id) : null,
    }
  })
}

/** Lets the favourites win the series of a stage, as far as they are known, then those that follow. */
async function playFavourites({ state, simulation, changed }: Playing, stageId: string): Promise<void> {
  const stage = state.format.value.stages.find(({ id }) => id === stageId)!
  const changes = state.past.value.length
  for (;;) {
    if (stage.kind === 'swiss') state.add(drawnPairs(state, stage, Math.random))
    const asked = state.format.value
    let found: TitleOdds
    try {
      found = await simulation.ask(asked)
    } catch {
      // The simulation of a later press has the word, or the page is left.
      return
    }
    if (state.format.value !== asked) return
    const wins = found.forecast.nextSeries.flatMap(({ stage: id, teams, bestOf, probability1 }) => {
      const names = [found.names[teams[0].id]!, found.names[teams[1].id]!] as const
      return id === stageId ? [winOf(id, names, bestOf, names[probability1 >= 0.5 ? 0 : 1])] : []
    })
    if (!state.add(wins)) break
  }
  state.joinChanges(changes)
  changed()
}

/** Chance of the first team of a pair to win the series, from the odds that are shown. */
function chanceOf(odds: TitleOdds | null, stage: string, teams: readonly [string, string]): number | null {
  if (odds === null) return null
  for (const next of odds.forecast.nextSeries) {
    const names = next.teams.map(({ id }) => odds.names[id])
    if (next.stage !== stage || !names.includes(teams[0]) || !names.includes(teams[1])) continue
    return names[0] === teams[0] ? next.probability1 : 1 - next.probability1
  }
  return null
}
