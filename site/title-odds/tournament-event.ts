import { planTournament, type TournamentFormat } from '@riftline/predictor'

export type TournamentStage = TournamentFormat['stages'][number]
export type StageOf<Kind extends TournamentStage['kind']> = Extract<TournamentStage, { kind: Kind }>
export type TournamentResult = NonNullable<TournamentFormat['results']>[number]
export type TournamentDraw = NonNullable<TournamentFormat['draws']>[number]

/** What happens in a tournament, in order: a series with or without its score, or a draw. */
export type TournamentEvent = TournamentResult | TournamentDraw

/** A tournament that people can choose: its format without results, and what really happened. */
export interface ChosenTournament {
  /** Name of its file; null for a format of the visitor's own. */
  readonly id: string | null
  readonly format: TournamentFormat
  readonly events: readonly TournamentEvent[]
}

export function isResult(event: TournamentEvent): event is TournamentResult {
  return 'teams' in event
}

/** The format with the results and draws of events. */
export function formatAfter(format: TournamentFormat, events: readonly TournamentEvent[]): TournamentFormat {
  const draws = events.filter((event): event is TournamentDraw => !isResult(event))
  return { ...format, results: events.filter(isResult), draws }
}

export function isPossible(format: TournamentFormat, events: readonly TournamentEvent[]): boolean {
  try {
    planTournament(formatAfter(format, events))
    return true
  } catch {
    return false
  }
}

/**
 * Leaves out the events that cannot be after an earlier one was changed or removed.
 *
 * @param from events before this one are possible
 */
export function possibleEvents(
  format: TournamentFormat,
  events: readonly TournamentEvent[],
  from = 0,
): readonly TournamentEvent[] {
  if (isPossible(format, events)) return events
  const kept = events.slice(0, from)
  for (const event of events.slice(from)) if (isPossible(format, [...kept, event])) kept.push(event)
  return kept
}

/** Puts an event in the place of another one, or removes that one; later events that depend on it go. */
export function changedEvents(
  format: TournamentFormat,
  events: readonly TournamentEvent[],
  index: number,
  event: TournamentEvent | null,
): readonly TournamentEvent[] {
  const changed = [...events.slice(0, index), ...(event === null ? [] : [event]), ...events.slice(index + 1)]
  return possibleEvents(format, changed, index)
}

/** Indices of the results of two teams in a stage, in order of play. */
export function resultsOfPair(
  events: readonly TournamentEvent[],
  stage: string,
  [a, b]: readonly [string, string],
  isTieBreak = false,
): readonly number[] {
  return events.flatMap((event, index) => {
    if (!isResult(event) || event.stage !== stage || event.score === undefined) return []
    return event.teams.includes(a) && event.teams.includes(b) && (event.tieBreak === true) === isTieBreak ? [index] : []
  })
}

/** Maps of a result, the first team's first. */
export function scoreFor({ teams, score = [0, 0] }: TournamentResult, first: string): readonly [number, number] {
  return teams[0] === first ? [score[0], score[1]] : [score[1], score[0]]
}

/** Scores with which the first team can win, the clearest first. A best-of-2 ends 2:0 or, for nobody, 1:1. */
export function winningScores(bestOf: number): readonly (readonly [number, number])[] {
  if (bestOf === 2) return [[2, 0]]
  const needed = (bestOf + 1) / 2
  return Array.from({ length: needed }, (_, lost) => [needed, lost] as const)
}

/** What really happened and is not among the events; null if the events have something that did not happen. */
export function realEventsLeft(
  real: readonly TournamentEvent[],
  events: readonly TournamentEvent[],
): readonly TournamentEvent[] | null {
  const left = [...real]
  for (const event of events) {
    if (isResult(event) && event.score === undefined) continue
    const at = left.findIndex((other) => eventKey(other) === eventKey(event))
    if (at < 0) return null
    left.splice(at, 1)
  }
  return left
}

/** Equal for the same series with the same score, whichever team stands first. */
export function eventKey(event: TournamentEvent): string {
  if (!isResult(event)) return JSON.stringify([event.stage, event.slots])
  const { stage, teams, score, tieBreak = false } = event
  const sides = teams.map((team, side) => [team, score?.[side] ?? null])
  return JSON.stringify([stage, tieBreak, ...sides.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))])
}

/** A moment of a real tournament from which people play on. */
export interface StartingPoint {
  readonly label: string
  /** Number of real events before it. */
  readonly events: number
}

/** Moments before each stage, and the end. The default is after all round robins and Swiss stages, where the bracket begins. */
export function startingPoints(
  { format, events }: ChosenTournament,
  titleOf: (stage: string) => string,
): { readonly points: readonly StartingPoint[]; readonly usual: number } {
  const first = events.findIndex(isResult)
  const later = format.stages.slice(1).flatMap(({ id }) => {
    const at = events.findIndex((event) => isResult(event) && event.stage === id)
    return at > first ? [{ label: `Before ${titleOf(id)}`, events: at, id }] : []
  })
  const points = [
    { label: 'Before the first series', events: 0, id: format.stages[0]!.id },
    ...later.sort((a, b) => a.events - b.events),
    ...(events.length > 0 ? [{ label: 'At its end', events: events.length, id: '' }] : []),
  ]
  const lastTable = format.stages.reduce(
    (last, { kind }, index) => (kind === 'roundRobin' || kind === 'swiss' ? index : last),
    -1,
  )
  const usual = points.find(({ id }) => format.stages.findIndex((stage) => stage.id === id) > lastTable)
  return { points: points.map(({ label, events: count }) => ({ label, events: count })), usual: usual?.events ?? 0 }
}
