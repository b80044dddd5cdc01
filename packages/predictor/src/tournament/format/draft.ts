import { fold } from '../../league/names/fold.ts'
import type { BestOf } from '../../types.ts'
import type { ChoiceStep, DrawStep, PlanTeam, RoundRobinStep, SeriesStep, SwissStep } from '../plan.ts'
import { faultAt, unknownName } from './fault.ts'
import { type StageOf, type TournamentFormat, type TournamentStage, tournamentLimits } from './format-schema.ts'

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : T[Key] }

/** A series whose winner a result may still fix. */
export type SeriesDraft = Mutable<SeriesStep>
export type RoundRobinDraft = Omit<Mutable<RoundRobinStep>, 'rank'> & Pick<RoundRobinStep, 'rank'>
export type SwissDraft = Omit<Mutable<SwissStep>, 'known'> & {
  readonly known: Mutable<SwissStep['known'][number][number]>[][]
}

/** Teams whose places of a unit are equal by the results: any of them may have any of the places. */
export interface Tie {
  readonly teams: number[]
  /** Places counted from 0. */
  readonly places: number[]
  /** Whether tie-break games come first. */
  readonly awaitsGames: boolean
}

/** A group of a stage, or a whole stage without groups. Seats are those of the plan. */
export interface Unit {
  readonly number: number
  readonly stage: StageDraft
  readonly group: string | null
  /** Seats that its slots name. */
  readonly sources: readonly number[]
  /** Seats of its teams: other than `sources` after a draw or a choice. */
  readonly seats: readonly number[]
  readonly places: readonly number[]
  /** Series of brackets, groups of four and ladders, in the order of play. */
  readonly series: SeriesDraft[]
  /** Number of known series of each pair of a round robin, by `pairKey`. */
  readonly meetings: Map<number, number>
  /** The one step of a round robin or Swiss unit. */
  readonly step: RoundRobinDraft | SwissDraft | null
  /** Whether all places are known up to ties that go to lot. */
  isOver: boolean
  /** Ties after the last series; null before it. */
  ties: Tie[] | null
}

export interface StageDraft {
  readonly index: number
  readonly place: string
  readonly format: TournamentStage
  readonly units: Unit[]
  /** Seats that the slots name, and their JSON paths, in reading order. */
  readonly sources: readonly number[]
  readonly slotPlaces: readonly string[]
  /** Slots whose teams a draw or a choice may exchange: indices into `sources`. */
  readonly pots: readonly (readonly number[])[]
  /** Seats of the winners and losers of the last round of a single elimination. */
  readonly last: { readonly winners: readonly number[]; readonly losers: readonly number[] }
  /** Teams of its slots as `draws` states them; null without. */
  readonly drawn: { readonly place: string; readonly teams: readonly number[] } | null
  /** Whether the draw has been applied; always true where nothing is drawn or chosen by `draws`. */
  isOpen: boolean
  isApplied: boolean
}

/** A plan in the making. */
export interface PlanDraft {
  readonly format: TournamentFormat
  readonly teams: readonly PlanTeam[]
  readonly numbers: ReadonlyMap<string, number>
  readonly stages: StageDraft[]
  /** Unit whose place a seat is; null for the seats of the teams and for those inside a stage. */
  readonly unitOf: (Unit | null)[]
  /** Team in each seat; -1 for one that the results do not say. */
  readonly team: number[]
  readonly steps: (SeriesDraft | RoundRobinDraft | SwissDraft | DrawStep | ChoiceStep)[]
  readonly reach: { readonly column: string; readonly seats: readonly number[] }[]
  readonly tables: { readonly stage: string; readonly places: number }[]
}

/** Numbers the teams by their first slot. @throws RiftlineError `validation_error` for a name given twice */
export function createDraft(format: TournamentFormat): PlanDraft {
  refuseTwins(format)
  const byName = new Map(format.teams.map((team) => (typeof team === 'string' ? [team, null] : [team.name, team.id])))
  const numbers = new Map<string, number>()
  for (const stage of format.stages) {
    for (const { slot } of slotsOf(stage, ''))
      if (byName.has(slot) && !numbers.has(slot)) numbers.set(slot, numbers.size)
  }
  const places = [...byName.keys()]
  const teams = [...numbers.keys()].map((name) => ({ name, id: byName.get(name)!, at: places.indexOf(name) }))
  const seats = teams.map((_, team) => team)
  return {
    format,
    teams,
    numbers,
    stages: [],
    unitOf: seats.map(() => null),
    team: seats,
    steps: [],
    reach: [],
    tables: [],
  }
}

function refuseTwins({ teams }: TournamentFormat): void {
  const [names, folded, ids] = [new Map<string, number>(), new Map<string, number>(), new Map<number, number>()]
  for (const [i, team] of teams.entries()) {
    const { name, id } = typeof team === 'string' ? { name: team, id: null } : team
    const key = fold(name) || name
    const twin = names.get(name) ?? (id === null ? folded.get(key) : ids.get(id))
    if (twin !== undefined)
      throw faultAt(`teams[${i}]`, `must be another team, got ${name}, which is also teams[${twin}]`)
    names.set(name, i)
    folded.set(key, i)
    if (id !== null) ids.set(id, i)
  }
}

/** @throws RiftlineError `validation_error` for a team that no slot names */
export function refuseUnused({ format, numbers }: PlanDraft): void {
  for (const [i, team] of format.teams.entries()) {
    const name = typeof team === 'string' ? team : team.name
    if (!numbers.has(name)) {
      throw faultAt(
        `teams[${i}]`,
        `must be in a slot of a stage, got ${name}, which is in none; add it to a stage or remove it`,
      )
    }
  }
}

/** Slots of a stage in reading order with their JSON paths; `group` is null without groups. */
export function slotsOf(stage: TournamentStage, place: string) {
  const { slots, groups, lowerSlots } = stage as Partial<StageOf<'roundRobin'> & StageOf<'doubleElimination'>>
  const lists: [string, string | null, readonly string[]][] = []
  if (slots !== undefined) lists.push([`${place}.slots`, null, slots])
  if (lowerSlots !== undefined) lists.push([`${place}.lowerSlots`, null, lowerSlots])
  for (const [group, list] of Object.entries<readonly string[]>(groups ?? {}))
    lists.push([`${place}.groups.${group}`, group, list])
  return lists.flatMap(([path, group, list]) => list.map((slot, i) => ({ slot, group, place: `${path}[${i}]` })))
}

/** Adds a seat that a step fills. */
function addSeat(draft: PlanDraft): number {
  draft.unitOf.push(null)
  return draft.team.push(-1) - 1
}

export function addSeats(draft: PlanDraft, count: number): number[] {
  return Array.from({ length: count }, () => addSeat(draft))
}

export function addBracketSeries(
  draft: PlanDraft,
  list: SeriesDraft[],
  bestOf: BestOf,
  first: number,
  second: number,
): SeriesDraft {
  const [winner, loser] = addSeats(draft, 2) as [number, number]
  const series: SeriesDraft = { kind: 'series', bestOf, first, second, winner, loser, known: 0, next: -1 }
  list.push(series)
  draft.steps.push(series)
  return series
}

/** Finds a stage that a result or draw names. @throws RiftlineError `validation_error` */
export function findStage({ stages }: PlanDraft, id: string, place: string): StageDraft {
  const stage = stages.find(({ format }) => format.id === id)
  if (stage !== undefined) return stage
  throw unknownName(
    place,
    'the id of a stage',
    id,
    stages.map(({ format }) => format.id),
  )
}

/** Finds the number of a team that a result or draw names. @throws RiftlineError `validation_error` */
export function teamNumber({ numbers }: PlanDraft, name: string, place: string): number {
  const team = numbers.get(name)
  if (team !== undefined) return team
  throw unknownName(place, 'a team as in teams', name, [...numbers.keys()])
}

/** Name of a stage or group in messages and slots. */
export function unitName({ stage, group }: Pick<Unit, 'stage' | 'group'>): string {
  return group === null ? stage.format.id : `${stage.format.id}.${group}`
}

/** Key of two teams in either order. */
export function pairKey(a: number, b: number): number {
  return Math.min(a, b) * tournamentLimits.teams + Math.max(a, b)
}
