import type { RankCriterion } from '../plan.ts'
import {
  addSeats,
  type PlanDraft,
  type RoundRobinDraft,
  type StageDraft,
  type SwissDraft,
  type Unit,
  unitName,
} from './draft.ts'
import { faultAt, unknownName } from './fault.ts'
import { type StageOf, tournamentLimits } from './format-schema.ts'
import type { Slot } from './slots.ts'

export const defaultRank: readonly RankCriterion[] = ['wins', 'gameDifference', 'headToHead']

export function compileRoundRobin(
  draft: PlanDraft,
  stage: StageOf<'roundRobin'>,
  place: string,
  seats: readonly number[],
  carried: readonly Unit[],
): RoundRobinDraft {
  const { rounds = 1, bestOf, rank = defaultRank } = stage
  const twice = rank.findIndex((criterion, i) => rank.indexOf(criterion) < i)
  if (twice >= 0) throw faultAt(`${place}.rank[${twice}]`, `must be another criterion, got ${rank[twice]} twice`)
  const step: RoundRobinDraft = {
    kind: 'roundRobin',
    bestOf,
    rounds,
    seats: [...seats],
    places: addSeats(draft, seats.length),
    rank,
    gamesAfter: [],
    carried: carried.map((unit) => draft.steps.indexOf(unit.step!)),
    known: [],
    knownGames: [],
    knownPlaces: draft.teams.map(() => -1),
    table: tableOf(draft, stage.id, seats.length),
    next: [],
  }
  draft.steps.push(step)
  return step
}

/** Units of the round robin that `carry` names, and of those that it carries itself. @throws RiftlineError `validation_error` */
export function carriedUnits(
  draft: PlanDraft,
  stage: StageOf<'roundRobin'>,
  place: string,
  slots: readonly Slot[],
): readonly Unit[] {
  const { carry } = stage
  if (carry === undefined) return []
  const from = draft.stages.find(({ format }) => format.id === carry)
  if (from?.format.kind !== 'roundRobin') {
    const ids = draft.stages.filter(({ format }) => format.kind === 'roundRobin').map(({ format }) => format.id)
    throw unknownName(`${place}.carry`, 'the id of an earlier roundRobin', carry, ids)
  }
  for (const { seat, place: path } of slots) {
    const isOfStage = draft.unitOf[seat]?.stage === from || from.sources.includes(seat)
    if (!isOfStage)
      throw faultAt(
        path,
        `must be a team of ${carry}, whose results carry over; name a place such as ${unitName(from.units[0]!)}.1`,
      )
  }
  const steps = new Set(
    from.units.flatMap(({ step }) => (step as RoundRobinDraft).carried).map((index) => draft.steps[index]),
  )
  return [
    ...draft.stages.flatMap(({ units }) => units).filter(({ step }) => step !== null && steps.has(step)),
    ...from.units,
  ]
}

/** A table for each stage, with as many places as its largest group has. */
function tableOf(draft: PlanDraft, stage: string, places: number): number {
  const index = draft.tables.findIndex((table) => table.stage === stage)
  if (index < 0) return draft.tables.push({ stage, places }) - 1
  draft.tables[index] = { stage, places: Math.max(places, draft.tables[index]!.places) }
  return index
}

/**
 * Marks the places after which a tie is broken by games: where the next place leads elsewhere.
 *
 * @param last stage that the tournament ends with, whose first place wins it
 */
export function markGames(draft: PlanDraft, last: StageDraft): void {
  const leadsTo = new Map<number, string>()
  for (const stage of draft.stages) {
    for (const [i, seat] of stage.sources.entries()) {
      const list = stage.slotPlaces[i]!.replace(/\[\d+\]$/, '')
      if (!leadsTo.has(seat)) leadsTo.set(seat, `${list}${startOf(stage, i)}`)
    }
  }
  for (const stage of draft.stages) {
    if (stage.format.kind !== 'roundRobin' || stage.format.tieBreak !== 'game') continue
    for (const { step, places } of stage.units) {
      const ends = places.map((seat, i) => leadsTo.get(seat) ?? (stage === last && i === 0 ? 'winner' : ''))
      for (let i = 1; i < ends.length; i++) if (ends[i] !== ends[i - 1]) (step as RoundRobinDraft).gamesAfter.push(i)
    }
  }
}

/** Part of a list of slots within which all are alike: a pot of a draw, a step of a ladder whose last two meet, else all. */
function startOf({ format, sources }: StageDraft, slot: number): number {
  if (format.kind === 'kingOfTheHill') return Math.min(slot, sources.length - 2)
  return format.kind === 'singleElimination' && format.draw !== undefined ? slot % 2 : 0
}

export function compileSwiss(
  draft: PlanDraft,
  stage: StageOf<'swiss'>,
  place: string,
  seats: readonly number[],
): SwissDraft {
  const { wins, losses, bestOf, decidingBestOf = bestOf } = stage
  refuseOdd(stage, place, seats.length)
  const step: SwissDraft = {
    kind: 'swiss',
    wins,
    losses,
    bestOf,
    decidingBestOf,
    seats: [...seats],
    places: addSeats(draft, seats.length),
    known: [],
    knownPlaces: draft.teams.map(() => -1),
    table: tableOf(draft, stage.id, seats.length),
  }
  draft.steps.push(step)
  return step
}

/** Every round must pair all teams of equal records. */
function refuseOdd({ wins, losses }: StageOf<'swiss'>, place: string, teams: number): void {
  let counts = new Map([[0, teams]])
  for (let round = 0; counts.size > 0; round++) {
    const next = new Map<number, number>()
    for (const [won, count] of counts) {
      if (count % 2 === 1) {
        const record = `${won}-${round - won}`
        const cure = wins + losses > 8 ? '' : `; ${2 ** (wins + losses - 2)} teams fit`
        throw faultAt(
          `${place}.slots`,
          `must pair all teams of equal records, got ${count} of ${teams} at ${record}${cure}`,
        )
      }
      for (const to of [won, won + 1]) {
        if (to < wins && round + 1 - to < losses) next.set(to, (next.get(to) ?? 0) + count / 2)
      }
    }
    counts = next
  }
}

/** @throws RiftlineError `validation_error` unless a stage has either slots or groups with usable names */
export function refuseGroups(stage: StageOf<'roundRobin'> | StageOf<'gsl'>, place: string): void {
  if ((stage.slots === undefined) === (stage.groups === undefined)) {
    throw faultAt(place, `must have either slots or groups, got ${stage.slots === undefined ? 'neither' : 'both'}`)
  }
  if (stage.groups === undefined) return
  const names = Object.keys(stage.groups)
  const { groups: mostGroups, teams } = tournamentLimits
  if (names.length === 0 || names.length > mostGroups) {
    throw faultAt(`${place}.groups`, `must be 1 to ${mostGroups} groups, got ${names.length}`)
  }
  const taken = names.find((name) => name === 'winners' || name === 'losers')
  if (taken !== undefined)
    throw faultAt(`${place}.groups.${taken}`, 'must have another name, since slots use it for series')
  const { length } = Object.values<readonly string[]>(stage.groups).flat()
  if (length > teams) throw faultAt(`${place}.groups`, `must hold at most ${teams} slots in all, got ${length}`)
}

/** Groups of a stage with their seats. */
export function groupsOf(
  stage: StageOf<'roundRobin'> | StageOf<'gsl'>,
  place: string,
  slots: readonly Slot[],
  seats: readonly number[],
) {
  const names = stage.groups === undefined ? [null] : Object.keys(stage.groups)
  return names.map((group) => ({
    group,
    place: group === null ? `${place}.slots` : `${place}.groups.${group}`,
    seats: seats.filter((_, i) => slots[i]!.group === group),
  }))
}

/** Fewest losses first among those that go on, most wins first among those that are out. Returns a key that grows with the place. */
export function recordKey(wins: number, losses: number, { wins: enough }: SwissDraft): number {
  return wins === enough ? losses : 100 + losses * 10 - wins
}
