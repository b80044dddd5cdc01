import { type ChosenTournament, eventKey, isResult, possibleEvents, type TournamentEvent } from './tournament-event.ts'

/**
 * Writes a tournament of the list and its events for the fragment of an address: its name, the number of real events that they begin with, and
 * the others as numbers of stages and teams. `worlds-2025/34/1.0-3.3-1` adds a win of team 0 over team 3 in stage 1.
 */
export function toFragment({ id, format, events: real }: ChosenTournament, events: readonly TournamentEvent[]): string {
  if (id === null) return ''
  const differs = events.findIndex((event, at) => real[at] === undefined || eventKey(event) !== eventKey(real[at]!))
  const shared = differs < 0 ? events.length : differs
  const names = teamNames({ format })
  const numbersOf = (teams: readonly string[]): string => teams.map((team) => names.indexOf(team)).join('-')
  const own = events.slice(shared).map((event) => {
    const stage = format.stages.findIndex((one) => one.id === event.stage)
    if (!isResult(event)) return `${stage}.${numbersOf(event.slots)}.d`
    const parts = [stage, numbersOf(event.teams), event.score?.join('-'), event.tieBreak === true ? 't' : undefined]
    return parts.filter((part) => part !== undefined).join('.')
  })
  return [id, shared, ...own].join('/')
}

/** What a link opens. */
interface SharedTournament {
  readonly chosen: ChosenTournament
  readonly events: readonly TournamentEvent[]
  /** Number of real events that they begin with. */
  readonly begun: number
}

/** Reads what `toFragment` wrote; events that cannot be are left out. Null for the fragment of no tournament in the list. */
export function fromFragment(fragment: string, tournaments: readonly ChosenTournament[]): SharedTournament | null {
  const [id, shared, ...own] = fragment.replace(/^#/, '').split('/')
  const chosen = tournaments.find((one) => one.id === id)
  if (chosen === undefined || shared === undefined || !/^\d{1,4}$/.test(shared)) return null
  const { format, events } = chosen
  const begun = events.slice(0, Number(shared))
  const read = own.slice(0, mostEvents).flatMap((text) => eventOf(text, chosen) ?? [])
  return { chosen, events: possibleEvents(format, [...begun, ...read], begun.length), begun: begun.length }
}

const mostEvents = 500

function eventOf(text: string, { format }: ChosenTournament): TournamentEvent | null {
  const [stageNumber = '', teamNumbers = '', ...rest] = text.split('.')
  const stage = format.stages[Number(stageNumber)]?.id
  const names = teamNames({ format })
  const teams = teamNumbers.split('-').flatMap((number) => names[Number(number)] ?? [])
  if (stage === undefined) return null
  if (rest[0] === 'd') return { stage, slots: teams }
  if (teams.length !== 2) return null
  const pair = teams as [string, string]
  if (rest.length === 0) return { stage, teams: pair }
  const [won, lost] = rest[0]!.split('-').map(Number)
  if (!Number.isInteger(won) || !Number.isInteger(lost)) return null
  const result = { stage, teams: pair, score: [won!, lost!] as [number, number] }
  return rest[1] === 't' ? { ...result, tieBreak: true } : result
}

function teamNames({ format }: Pick<ChosenTournament, 'format'>): readonly string[] {
  return format.teams.map((team) => (typeof team === 'string' ? team : team.name))
}
