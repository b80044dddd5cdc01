import type { SwissStep } from '../plan.ts'
import { createArrangement } from './arrange.ts'
import { createPlacement, shufflePart } from './placement.ts'
import { isWon, type RunState } from './run-state.ts'

/**
 * Plays a Swiss stage round by round. Teams of one record are paired at random without a rematch; the fewest rematches are allowed where
 * no such pairing exists. Teams are numbered by their place in `step.seats`.
 */
export function swissRunner(step: SwissStep, state: RunState): () => void {
  const { wins: enough, losses: tooMany, bestOf, decidingBestOf, table } = step
  const { teams, seats, below, nextWinners, wins: answered } = state
  const count = step.seats.length
  const playOther = state.seriesOf(bestOf)
  const playDeciding = state.seriesOf(decidingBestOf)
  const teamOf = new Int32Array(count)
  const numberOf = new Int32Array(teams)
  /** Series won · 64 + series lost. */
  const records = new Int32Array(count)
  const met = new Uint8Array(count * count)
  const group = new Int32Array(count)
  const ranked = new Int32Array(count)
  const place = createPlacement(step, state)
  const pairUp = createPairing(group, met, below)

  function play(a: number, b: number, known: number, next: number): void {
    const one = teamOf[a]!
    const two = teamOf[b]!
    const decides = records[a]! >> 6 === enough - 1 || (records[a]! & 63) === tooMany - 1
    const score = decides ? playDeciding(one, two) : playOther(one, two)
    const won = known === 0 ? isWon(score) : known === 1
    records[won ? a : b]! += 64
    records[won ? b : a]! += 1
    met[a * count + b] = 1
    met[b * count + a] = 1
    if (next >= 0) nextWinners[next] = won ? 1 : 2
  }

  /** Finds the teams with a record in `group`; returns their number. */
  function collect(won: number, lost: number): number {
    let found = 0
    const record = won * 64 + lost
    for (let i = 0; i < count; i++) if (records[i] === record) group[found++] = i
    return found
  }

  function playRound(round: number): void {
    const known = step.known[round]
    if (known !== undefined) {
      for (const { first, second, winner, next } of known) play(numberOf[first]!, numberOf[second]!, winner, next)
    }
    for (let won = Math.min(round, enough - 1); won >= 0 && round - won < tooMany; won--) {
      const found = collect(won, round - won)
      pairUp(found)
      for (let i = 0; i + 1 < found; i += 2) play(group[i]!, group[i + 1]!, 0, -1)
    }
  }

  function rank(): void {
    let filled = 0
    for (let record = 0; record < tooMany + enough; record++) {
      const found = record < tooMany ? collect(enough, record) : collect(enough + tooMany - 1 - record, tooMany)
      shufflePart(group, 0, found, below)
      for (let i = 0; i < found; i++) ranked[filled++] = teamOf[group[i]!]!
    }
  }

  return () => {
    for (let i = 0; i < count; i++) {
      const team = seats[step.seats[i]!]!
      teamOf[i] = team
      numberOf[team] = i
      records[i] = 0
    }
    met.fill(0)
    for (let round = 0; round < enough + tooMany - 1; round++) playRound(round)
    for (let i = 0; i < count; i++) answered[table * teams + teamOf[i]!] = records[i]! >> 6
    rank()
    place(ranked)
  }
}

/** Creates a function that pairs the first items of a group at random: neighbours meet, with as few rematches as possible. */
function createPairing(group: Int32Array, met: Uint8Array, below: (limit: number) => number): (found: number) => void {
  let allowed = 0

  function isRematch(second: number): boolean {
    return met[group[second - 1]! * group.length + group[second]!] === 1
  }

  function breaks(at: number): boolean {
    if (at % 2 === 0 || !isRematch(at)) return false
    let rematches = 0
    for (let second = 1; second <= at; second += 2) if (isRematch(second)) rematches++
    return rematches > allowed
  }

  const arrange = createArrangement(group, below, breaks)
  return (found) => {
    allowed = 0
    while (!arrange(found)) allowed++
  }
}
