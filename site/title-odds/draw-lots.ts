import type { StageProgress } from '@riftline/predictor'
import { shuffled } from './swiss-rounds.ts'

/** Draws a team for every slot of a stage that awaits its draw: first the lots of tied teams, then the pots. */
export function drawLots({ slots, pots }: StageProgress, random: () => number): readonly string[] {
  const drawn: string[] = slots.map((teams) => teams[0]!)
  const ties = new Map(slots.map((teams) => [teams.join('\n'), teams]))
  for (const [key, teams] of ties) {
    const order = shuffled(teams, random)
    let next = 0
    for (const [slot, possible] of slots.entries()) if (possible.join('\n') === key) drawn[slot] = order[next++]!
  }
  for (const pot of pots) {
    const teams = shuffled(
      pot.map((slot) => drawn[slot]!),
      random,
    )
    for (const [i, slot] of pot.entries()) drawn[slot] = teams[i]!
  }
  return drawn
}

/** Slots in which another team may stand: where a lot, a draw or a choice decides. */
export function openSlots({ slots, pots }: StageProgress): readonly number[] {
  return [...slots.keys()].filter((slot) => slots[slot]!.length > 1 || potOf(pots, slot).length > 1)
}

/** Teams that may stand in a slot, as things are drawn. */
export function slotOptions({ slots, pots }: StageProgress, drawn: readonly string[], slot: number): readonly string[] {
  const pot = potOf(pots, slot)
  return [...new Set([...pot.map((other) => drawn[other]!), ...pot.flatMap((other) => slots[other]!)])].sort()
}

/** Puts a team into a slot; the team that it displaces takes its slot. */
export function withTeam(drawn: readonly string[], slot: number, team: string): readonly string[] {
  const from = drawn.indexOf(team)
  return drawn.map((other, i) => (i === slot ? team : i === from ? drawn[slot]! : other))
}

function potOf(pots: StageProgress['pots'], slot: number): readonly number[] {
  return pots.find((pot) => pot.includes(slot)) ?? [slot]
}
