import { type PlanDraft, type StageDraft, slotsOf, type Unit, unitName } from './draft.ts'
import { faultAt, unknownName } from './fault.ts'
import type { TournamentStage } from './format-schema.ts'

/** A slot with the seat that it names. */
export interface Slot {
  readonly group: string | null
  readonly place: string
  readonly seat: number
}

/** Resolves the slots of a stage. @throws RiftlineError `validation_error` for an unknown place, and for a team in two slots */
export function resolveSlots(draft: PlanDraft, stage: TournamentStage, place: string): readonly Slot[] {
  const slots: Slot[] = []
  const names: string[] = []
  const known = new Map<number, boolean>()
  for (const { slot, group, place: path } of slotsOf(stage, place)) {
    const seat = draft.numbers.get(slot) ?? seatOf(draft, slot, path)
    const twin = slots.findIndex((other) => canBeOne(draft, other.seat, seat, known))
    if (twin >= 0) {
      const reason = names[twin] === slot ? 'which is' : `which can be the same team as ${names[twin]}`
      throw faultAt(
        path,
        `must be another team, got ${slot}, ${reason} in ${slots[twin]!.place}; a team has one slot in a stage`,
      )
    }
    slots.push({ group, place: path, seat })
    names.push(slot)
  }
  return slots
}

/** The seat of a place of an earlier stage. */
function seatOf(draft: PlanDraft, slot: string, path: string): number {
  const [id = '', ...rest] = slot.split('.')
  const { stages, format } = draft
  const stage = stages.find((earlier) => earlier.format.id === id)
  if (stage === undefined) {
    if (rest.length > 0 && format.stages.some((later) => later.id === id)) {
      const cure = id === format.stages[stages.length]!.id ? '' : `; put the stage ${id} before this one`
      throw faultAt(path, `must be a place of an earlier stage, got ${slot}, which would be circular${cure}`)
    }
    const ids = stages.map((earlier) => earlier.format.id)
    const names = format.teams.map((team) => (typeof team === 'string' ? team : team.name))
    const isPlace = rest.length > 0 && /^\d+$/.test(rest.at(-1)!)
    if (isPlace && ids.length > 0) throw unknownName(path, 'a team as in teams or a place of an earlier stage', id, ids)
    throw unknownName(path, 'a team as in teams or a place such as STAGE.1', slot, names)
  }
  if (rest.length === 2 && (rest[0] === 'winners' || rest[0] === 'losers'))
    return seatOfLast(stage, rest[0], rest[1]!, slot, path)
  const unit = unitOfSlot(stage, rest, slot, path)
  const { length } = unit.places
  if (length === 0)
    throw faultAt(
      path,
      `must name winners or losers, got ${slot}; ${id} stops before its final, so use ${id}.winners.1`,
    )
  const index = Number(rest.at(-1))
  if (!/^[1-9]\d{0,2}$/.test(rest.at(-1)!) || index > length) {
    throw faultAt(path, `must be a place from 1 to ${length} of ${unitName(unit)}, got ${slot}`)
  }
  return unit.places[index - 1]!
}

function unitOfSlot(stage: StageDraft, rest: readonly string[], slot: string, path: string): Unit {
  const { units } = stage
  const groups = units.map(({ group }) => group).filter((group) => group !== null)
  const { id } = stage.format
  if (groups.length === 0) {
    if (rest.length === 1) return units[0]!
    throw faultAt(path, `must be a place such as ${id}.1, got ${slot}; ${id} has no groups`)
  }
  const unit = units.find(({ group }) => group === rest[0])
  if (rest.length === 2 && unit !== undefined) return unit
  if (rest.length === 2) throw unknownName(path, `a place of a group of ${id}`, rest[0]!, groups)
  throw faultAt(path, `must be a place of one group, such as ${unitName(units[0]!)}.1, got ${slot}`)
}

function seatOfLast(stage: StageDraft, side: 'winners' | 'losers', number: string, slot: string, path: string): number {
  const { id, kind } = stage.format
  const seats = stage.last[side]
  if (kind !== 'singleElimination')
    throw faultAt(
      path,
      `must be a place such as ${unitName(stage.units[0]!)}.1, got ${slot}; only singleElimination has ${side}`,
    )
  if (!/^[1-9]\d?$/.test(number) || Number(number) > seats.length) {
    throw faultAt(
      path,
      `must be ${id}.${side}.1 to ${id}.${side}.${seats.length}, the series of its last round, got ${slot}`,
    )
  }
  return seats[Number(number) - 1]!
}

/**
 * Whether one team can be in both seats. Places of one stage hold different teams; of two stages, the later one is followed back to
 * the slots that feed it.
 */
function canBeOne(draft: PlanDraft, a: number, b: number, known: Map<number, boolean>): boolean {
  if (a === b) return true
  const [unitA, unitB] = [draft.unitOf[a]!, draft.unitOf[b]!]
  const [stageA, stageB] = [unitA?.stage.index ?? -1, unitB?.stage.index ?? -1]
  if (stageA === stageB) return false
  const [seat, unit] = stageA < stageB ? [a, unitB] : [b, unitA]
  const key = seat * 512 + unit!.number
  let answer = known.get(key)
  if (answer === undefined) {
    answer = unit!.sources.some((source) => canBeOne(draft, seat, source, known))
    known.set(key, answer)
  }
  return answer
}
