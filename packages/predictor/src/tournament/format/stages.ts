import type { BestOf } from '../../types.ts'
import type { ChoiceStep, DrawStep } from '../plan.ts'
import { type Bracket, compileDouble, compileFour, compileLadder, compileSingle } from './brackets.ts'
import {
  addSeats,
  createDraft,
  findStage,
  type PlanDraft,
  refuseUnused,
  type StageDraft,
  teamNumber,
  type Unit,
} from './draft.ts'
import { faultAt } from './fault.ts'
import type { StageOf, TournamentFormat, TournamentStage } from './format-schema.ts'
import { carriedUnits, compileRoundRobin, compileSwiss, groupsOf, markGames, refuseGroups } from './groups.ts'
import { resolveSlots, type Slot } from './slots.ts'

/** Compiles the stages into steps, none of them known. @throws RiftlineError `validation_error` for the first fault of the structure */
export function compileStages(format: TournamentFormat): PlanDraft {
  const draft = createDraft(format)
  for (const [index, stage] of format.stages.entries()) {
    const place = `stages[${index}]`
    refuseId(draft, stage, place)
    if (stage.kind === 'roundRobin' || stage.kind === 'gsl') refuseGroups(stage, place)
    compileStage(draft, index, resolveSlots(draft, stage, place))
  }
  refuseUnused(draft)
  const last = draft.stages.at(-1)!
  const winner = last.format.kind === 'swiss' || last.units.length > 1 ? undefined : last.units[0]!.places[0]
  if (winner === undefined) {
    throw faultAt(last.place, 'must have one winner as the last stage; end with a bracket, a ladder or one group')
  }
  refuseDraws(draft)
  markGames(draft, last)
  draft.reach.push({ column: 'winner', seats: [winner] })
  return draft
}

function refuseId({ stages }: PlanDraft, { id }: TournamentStage, place: string): void {
  if (id === 'winner') throw faultAt(`${place}.id`, 'must be another name, since winner is a column of every answer')
  const twin = stages.find(({ format }) => format.id === id)
  if (twin !== undefined) throw faultAt(`${place}.id`, `must be another name, got ${id}, which is also ${twin.place}`)
}

function compileStage(draft: PlanDraft, index: number, slots: readonly Slot[]): void {
  const format = draft.format.stages[index]!
  const place = `stages[${index}]`
  const sources = slots.map(({ seat }) => seat)
  const slotPlaces = slots.map((slot) => slot.place)
  const pots = potsOf(format, place, sources)
  const isDrawn = pots.some((pot) => pot.length > 1)
  const drawn = drawnTeams(draft, format, sources)
  const seats = isDrawn ? (drawn?.teams ?? drawSeats(draft, format, sources)) : sources
  if (sources.some((seat) => draft.unitOf[seat] !== null)) draft.reach.push({ column: format.id, seats })
  const parts = compileParts(draft, format, place, slots, seats)
  const [{ winners = [], losers = [] } = {}] = parts
  const state = { isOpen: drawn === null || !isDrawn, isApplied: drawn === null }
  const stage = {
    index,
    place,
    format,
    units: [],
    sources,
    slotPlaces,
    pots,
    last: { winners, losers },
    drawn,
    ...state,
  }
  addUnits(draft, stage, slots, parts)
  draft.stages.push(stage)
}

/** A group of a stage, or all of it, compiled. */
interface Part extends Partial<Omit<Bracket, 'places'>> {
  readonly group: string | null
  readonly seats: readonly number[]
  readonly places: readonly number[]
  readonly step?: Unit['step']
}

function compileParts(
  draft: PlanDraft,
  format: TournamentStage,
  place: string,
  slots: readonly Slot[],
  seats: readonly number[],
): readonly Part[] {
  const whole = { group: null, seats }
  if (format.kind === 'singleElimination') return [{ ...whole, ...compileSingle(draft, format, place, seats) }]
  if (format.kind === 'doubleElimination') return [{ ...whole, ...compileDouble(draft, format, place, seats) }]
  if (format.kind === 'kingOfTheHill') return [{ ...whole, ...compileLadder(draft, format, place, seats) }]
  if (format.kind === 'swiss') {
    const step = compileSwiss(draft, format, place, seats)
    return [{ ...whole, step, places: step.places }]
  }
  const carried = format.kind === 'roundRobin' ? carriedUnits(draft, format, place, slots) : []
  return groupsOf(format, place, slots, seats).map(({ place: path, ...own }) => {
    if (format.kind === 'gsl') return { ...own, ...compileFour(draft, format, place, path, own.seats) }
    const step = compileRoundRobin(draft, format, place, own.seats, carried)
    return { ...own, step, places: step.places }
  })
}

function addUnits(draft: PlanDraft, stage: StageDraft, slots: readonly Slot[], parts: readonly Part[]): void {
  const before = draft.stages.reduce((sum, { units }) => sum + units.length, 0)
  for (const [i, part] of parts.entries()) {
    const { group, seats, places, series = [], step = null, rounds = [], winners = [], losers = [] } = part
    const sources = slots.filter((slot) => slot.group === group).map(({ seat }) => seat)
    const state = { isOver: false, ties: null, meetings: new Map<number, number>() }
    const unit: Unit = { number: before + i, stage, group, sources, seats, places, series, step, ...state }
    stage.units.push(unit)
    for (const seat of [...places, ...winners, ...losers]) draft.unitOf[seat] = unit
    for (const { name, seats: reached } of rounds)
      draft.reach.push({ column: `${stage.format.id}.${name}`, seats: reached })
  }
}

/** Slots whose teams a draw or a choice may exchange, as indices into the slots. */
function potsOf(format: TournamentStage, place: string, sources: readonly number[]): readonly (readonly number[])[] {
  const { draw, choose } = format as Partial<StageOf<'singleElimination'>>
  const all = sources.map((_, i) => i)
  if (draw === undefined && choose === undefined) return all.map((i) => [i])
  if (draw !== undefined && choose !== undefined) {
    throw faultAt(`${place}.choose`, 'must be absent beside draw; the pairs are either drawn or chosen')
  }
  const upper = all.slice(0, format.kind === 'doubleElimination' ? format.slots.length : all.length)
  const [firsts, seconds] = [upper.filter((i) => i % 2 === 0), upper.filter((i) => i % 2 === 1)]
  if (draw !== undefined) return [firsts, seconds]
  return [...firsts.map((i) => [i]), seconds, ...all.slice(upper.length).map((i) => [i])]
}

/** Teams of the slots that `draws` states for a stage; null if it states none, or some that `refuseDraws` refuses. */
function drawnTeams(
  { format, numbers }: PlanDraft,
  { id }: TournamentStage,
  sources: readonly number[],
): StageDraft['drawn'] {
  const index = format.draws?.findIndex(({ stage }) => stage === id) ?? -1
  const teams = format.draws?.[index]?.slots.map((name) => numbers.get(name) ?? -1) ?? []
  return index < 0 || teams.length !== sources.length ? null : { place: `draws[${index}].slots`, teams }
}

/** @throws RiftlineError `validation_error` for draws with an unknown stage or team, or of another length than the slots */
function refuseDraws(draft: PlanDraft): void {
  const { draws = [] } = draft.format
  for (const [i, { stage: id, slots }] of draws.entries()) {
    const { sources } = findStage(draft, id, `draws[${i}].stage`)
    const first = draws.findIndex(({ stage }) => stage === id)
    if (first < i) throw faultAt(`draws[${i}].stage`, `must be another stage, got ${id}, which is also draws[${first}]`)
    const place = `draws[${i}].slots`
    if (slots.length !== sources.length) {
      throw faultAt(place, `must be ${sources.length} teams, one for each slot of ${id}, got ${slots.length}`)
    }
    for (const [slot, name] of slots.entries()) {
      teamNumber(draft, name, `${place}[${slot}]`)
      if (slots.indexOf(name) < slot) throw faultAt(`${place}[${slot}]`, `must be another team, got ${name} twice`)
    }
  }
}

/** Adds the step that draws or chooses the pairs. Returns the seats of the bracket. */
function drawSeats(draft: PlanDraft, format: TournamentStage, sources: readonly number[]): readonly number[] {
  const { draw, bestOf } = format as
    | StageOf<'singleElimination'>
    | (StageOf<'doubleElimination'> & { draw?: undefined })
  const pairs = format.kind === 'doubleElimination' ? sources.slice(0, format.slots.length) : sources
  const firsts = pairs.filter((_, i) => i % 2 === 0)
  const seconds = pairs.filter((_, i) => i % 2 === 1)
  if (draw !== undefined) {
    const to = addSeats(draft, pairs.length)
    const groups = [firsts, seconds].map((pot) => pot.map((seat) => groupOf(draft, seat))) as [number[], number[]]
    draft.steps.push({ kind: 'draw', pots: [firsts, seconds], groups, to } satisfies DrawStep)
    return to
  }
  const to = addSeats(draft, seconds.length)
  const upper = typeof bestOf === 'object' && 'upper' in bestOf ? bestOf.upper : bestOf
  const length = (Array.isArray(upper) ? upper[0] : upper) as BestOf
  draft.steps.push({ kind: 'choice', bestOf: length, choosers: firsts, opponents: seconds, to } satisfies ChoiceStep)
  return sources.map((seat, i) => (i < pairs.length && i % 2 === 1 ? to[(i - 1) / 2]! : seat))
}

/** Number of the group from which a place comes; -1 for a team or a stage without groups. */
function groupOf(draft: PlanDraft, seat: number): number {
  const unit = draft.unitOf[seat]
  return unit?.group == null ? -1 : unit.number
}
