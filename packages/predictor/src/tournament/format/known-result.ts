import type { SeriesLength } from '../plan.ts'
import { type PlanDraft, type StageDraft, type Unit, unitName } from './draft.ts'
import { faultAt } from './fault.ts'

export type Score = readonly [number, number]

/** @throws RiftlineError `validation_error` for a score that a series of this length cannot end with */
export function refuseScore(bestOf: SeriesLength, score: Score, place: string): void {
  const [more, less] = [Math.max(...score), Math.min(...score)]
  const needed = (bestOf + 1) / 2
  if (bestOf === 2 ? more + less === 2 : more === needed && less < needed) return
  const examples = { 1: '[1, 0]', 2: '[2, 0] or [1, 1]', 3: '[2, 0] or [2, 1]', 5: '[3, 0] or [3, 2]' }[bestOf]
  throw faultAt(
    `${place}.score`,
    `must be the end of a best-of-${bestOf}, such as ${examples}, got [${score.join(', ')}]`,
  )
}

/** Fault of a team that is not in a stage: because it cannot be, or because results or a draw are missing. */
export function refuseAbsent(draft: PlanDraft, stage: StageDraft, team: number, place: string): never {
  const { name } = draft.teams[team]!
  const { id } = stage.format
  if (stage.sources.some((seat) => mayBe(draft, seat, team, new Set()))) {
    throw faultAt(
      place,
      `must be in ${id} already, got ${name}, which is not known yet to be there; ${advice(draft, stage)}`,
    )
  }
  throw faultAt(place, `must be a team of ${id}, got ${name}, which cannot be there`)
}

/** Whether a team may be in a seat by what is known. */
function mayBe(draft: PlanDraft, seat: number, team: number, seen: Set<Unit>): boolean {
  if (draft.team[seat]! >= 0) return draft.team[seat] === team
  const unit = draft.unitOf[seat]
  if (unit == null || seen.has(unit)) return false
  seen.add(unit)
  return unit.sources.some((source) => mayBe(draft, source, team, seen))
}

/** States what must be added before a stage can go on. */
export function advice(draft: PlanDraft, stage: StageDraft): string {
  const { id } = stage.format
  const feeding = stage.sources.map((seat) => draft.unitOf[seat]).find((unit) => unit?.isOver === false)
  if (feeding?.ties?.some(({ awaitsGames }) => awaitsGames))
    return `add the tie-break games of ${unitName(feeding)} before it`
  if (feeding != null) return `add all results of ${unitName(feeding)} before it`
  const isLot = stage.pots.some((pot) => pot.length > 1) || stage.sources.some((seat) => draft.team[seat]! < 0)
  if (isLot && stage.drawn === null) return `state who is in which slot as {"stage": "${id}", "slots": [...]} in draws`
  return `add the earlier results of ${id} before it`
}
