import { type PlanDraft, type StageDraft, slotsOf, type Tie, type Unit } from './draft.ts'
import { faultAt } from './fault.ts'

/**
 * Fixes who is in which slot of a stage, and with it the places of teams that are tied before it. A team must be possible for its slot:
 * by its place, or by the places of all slots among which it was drawn.
 *
 * @throws RiftlineError `validation_error`
 */
export function applyDraw(draft: PlanDraft, stage: StageDraft): void {
  stage.isApplied = true
  stage.isOpen = true
  for (const pot of stage.pots) applyPot(draft, stage, pot)
}

function applyPot(draft: PlanDraft, stage: StageDraft, pot: readonly number[]): void {
  const { place, teams } = stage.drawn!
  const slots = slotsOf(stage.format, '').map(({ slot }) => slot)
  const sources = pot.map((i) => stage.sources[i]!)
  const possible = new Set(sources.flatMap((seat) => possibleTeams(draft, seat)))
  const namesOf = (numbers: Iterable<number>) => [...numbers].map((team) => draft.teams[team]!.name).join(', ')
  for (const i of pot) {
    if (possible.has(teams[i]!)) continue
    const from = pot.map((slot) => slots[slot]).join(', ')
    throw faultAt(
      `${place}[${i}]`,
      `must be a team of ${from} (${namesOf(possible)}), got ${draft.teams[teams[i]!]!.name}`,
    )
  }
  const left = new Set(pot.map((i) => teams[i]!))
  for (const [i, seat] of sources.entries()) {
    const team = draft.team[seat]!
    if (team >= 0 && !left.delete(team))
      throw faultAt(place, `must hold ${draft.teams[team]!.name}, the team of ${slots[pot[i]!]}`)
  }
  for (const { unit, tie } of tiesOf(draft, sources)) {
    const own = [...left].filter((team) => tie.teams.includes(team))
    const places = tie.places.filter((index) => sources.includes(unit.places[index]!))
    if (own.length !== places.length) {
      throw faultAt(place, `must hold ${places.length} of ${namesOf(tie.teams)}, which are tied, got ${own.length}`)
    }
    for (const [i, team] of own.entries()) fixPlace(draft, unit, tie, team, places[i]!)
  }
}

function tieOf(draft: PlanDraft, seat: number): { readonly unit: Unit; readonly tie: Tie } | undefined {
  const unit = draft.unitOf[seat]
  const tie = unit?.ties?.find(({ places }) => places.some((index) => unit.places[index] === seat))
  return unit == null || tie === undefined ? undefined : { unit, tie }
}

/** Teams that a seat may have by the results: one, or those that are tied for its place; none before its group is over. */
export function possibleTeams(draft: PlanDraft, seat: number): readonly number[] {
  return draft.team[seat]! >= 0 ? [draft.team[seat]!] : (tieOf(draft, seat)?.tie.teams ?? [])
}

function tiesOf(draft: PlanDraft, seats: readonly number[]) {
  const open = seats.filter((seat) => draft.team[seat]! < 0).flatMap((seat) => tieOf(draft, seat) ?? [])
  return open.filter(({ tie }, i) => open.findIndex((other) => other.tie === tie) === i)
}

function fixPlace(draft: PlanDraft, unit: Unit, tie: Tie, team: number, index: number): void {
  tie.teams.splice(tie.teams.indexOf(team), 1)
  tie.places.splice(tie.places.indexOf(index), 1)
  draft.team[unit.places[index]!] = team
  unit.step!.knownPlaces[team] = index
  if (tie.teams.length === 1) fixPlace(draft, unit, tie, tie.teams[0]!, tie.places[0]!)
}
