import { planTournament, type StageProgress, tournamentProgress } from '@riftline/predictor'
import { computed, shallowRef } from 'vue'
import { drawSwissPairs, type SwissRounds, swissRounds } from './swiss-rounds.ts'
import {
  type ChosenTournament,
  changedEvents,
  formatAfter,
  isPossible,
  possibleEvents,
  realEventsLeft,
  type StageOf,
  type TournamentEvent,
  winningScores,
} from './tournament-event.ts'

/** A pair that can be played now, by the names of the format. */
export interface OpenPair {
  readonly stage: string
  readonly group: string | null
  readonly bestOf: number
  readonly teams: readonly [string, string]
}

export type TournamentState = ReturnType<typeof createTournamentState>

/** A chosen tournament with the events that a visitor plays, and what follows from them. */
export function createTournamentState(first: ChosenTournament, firstEvents: readonly TournamentEvent[]) {
  const chosen = shallowRef(first)
  const events = shallowRef(firstEvents)
  const past = shallowRef<readonly (readonly TournamentEvent[])[]>([])
  const format = computed(() => formatAfter(chosen.value.format, events.value))
  const progress = computed(() => tournamentProgress(format.value))
  const open = computed((): readonly OpenPair[] => {
    const { next, teams } = planTournament(format.value)
    return next.map(({ stage, group, bestOf, first: a, second: b }) => {
      return { stage, group, bestOf, teams: [teams[a]!.name, teams[b]!.name] }
    })
  })
  const realLeft = computed(() => realEventsLeft(chosen.value.events, events.value))

  /** Returns whether anything changed. */
  function set(changed: readonly TournamentEvent[]): boolean {
    if (JSON.stringify(changed) === JSON.stringify(events.value)) return false
    past.value = [...past.value, events.value]
    events.value = changed
    return true
  }

  return {
    chosen,
    events,
    past,
    format,
    progress,
    open,
    realLeft,
    choose(tournament: ChosenTournament, begun: readonly TournamentEvent[]): void {
      chosen.value = tournament
      events.value = begun
      past.value = []
    },
    /** Adds events, without those that cannot be. */
    add(more: readonly TournamentEvent[]): boolean {
      const all = [...events.value, ...more]
      return set(possibleEvents(chosen.value.format, all, events.value.length))
    },
    change: (index: number, event: TournamentEvent | null): boolean =>
      set(changedEvents(chosen.value.format, events.value, index, event)),
    /** Makes all changes after the first `count` of them one, to undo at once. */
    joinChanges(count: number): void {
      past.value = past.value.slice(0, count + 1)
    },
    undo(): void {
      events.value = past.value.at(-1) ?? events.value
      past.value = past.value.slice(0, -1)
    },
    swiss: (stage: StageOf<'swiss'>): SwissRounds => {
      const teams = progress.value.find((one) => one.stage === stage.id)!.groups[0]!.teams
      const known = open.value.filter((pair) => pair.stage === stage.id).map((pair) => pair.teams)
      return swissRounds(
        stage,
        teams.every((team) => team !== null) ? (teams as readonly string[]) : [],
        events.value,
        known,
      )
    },
  }
}

/** Events that really came next: a result, with the draw before it. */
export function nextRealEvents(real: readonly TournamentEvent[]): readonly TournamentEvent[] {
  const at = real.findIndex((event) => 'teams' in event)
  return at < 0 ? real : real.slice(0, at + 1)
}

/** What really happened in a stage and is still possible, with its draw before it. */
export function realEventsOf(state: TournamentState, { stage, groups }: StageProgress): readonly TournamentEvent[] {
  const left = (state.realLeft.value ?? []).filter((event) => event.stage === stage)
  const [next] = left
  const { format } = state.chosen.value
  const isThere = (team: string): boolean => groups.some(({ teams }) => teams.includes(team))
  // Whether it is possible takes milliseconds to find out, so not for stages whose teams are not known.
  const isNear = next !== undefined && ('slots' in next || next.teams.every(isThere))
  return isNear && isPossible(format, [...state.events.value, next]) ? left : []
}

/** Draws the open pairs of a Swiss round as events. */
export function drawnPairs(state: TournamentState, stage: StageOf<'swiss'>, random: () => number) {
  const known = state.open.value.filter((pair) => pair.stage === stage.id).map(({ teams }) => teams)
  return drawSwissPairs(stage, state.swiss(stage), known, random)
}

/** A win of one of two teams, by the clearest score. */
export function winOf(
  stage: string,
  teams: readonly [string, string],
  bestOf: number,
  winner: string,
): TournamentEvent {
  const [won, lost] = winningScores(bestOf)[0]!
  return { stage, teams: [teams[0], teams[1]], score: winner === teams[0] ? [won, lost] : [lost, won] }
}
