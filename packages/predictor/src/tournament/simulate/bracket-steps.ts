import { expectedSeriesChances } from '../../league/rating/forecast.ts'
import type { ChoiceStep, DrawStep, SeriesStep } from '../plan.ts'
import type { TournamentStrengths } from '../strengths.ts'
import { createArrangement } from './arrange.ts'
import { isWon, type RunState } from './run-state.ts'

/** Plays one series. A known one draws its number too, so that a result which becomes known changes no other series. */
export function seriesRunner(step: SeriesStep, { seats, seriesOf, nextWinners }: RunState): () => void {
  const { bestOf, first, second, winner, loser, known, next } = step
  const play = seriesOf(bestOf)
  return () => {
    const a = seats[first]!
    const b = seats[second]!
    const score = play(a, b)
    const won = known === 0 ? isWon(score) : known === 1
    seats[winner] = won ? a : b
    seats[loser] = won ? b : a
    if (next >= 0) nextWinners[next] = won ? 1 : 2
  }
}

/** Draws two pots into pairs. Teams of one group meet in different halves if any draw allows it, else in no pair. */
export function drawRunner({ pots, groups, to }: DrawStep, { seats, below }: RunState): () => void {
  const pairs = pots[0].length
  const from = [...pots[0], ...pots[1]]
  const groupOf = [...groups[0], ...groups[1]]
  const order = Int32Array.from(from.keys())
  /** Number of pairs in which teams of one group may not be together. */
  let apart = Math.max(1, pairs / 2)

  function breaks(place: number): boolean {
    const group = groupOf[order[place]!]!
    if (group < 0) return false
    const part = Math.floor((place % pairs) / apart)
    for (let other = 0; other < place; other++) {
      if (groupOf[order[other]!] === group && Math.floor((other % pairs) / apart) === part) return true
    }
    return false
  }

  const arrange = createArrangement(order, below, breaks, pairs)
  if (!arrange(order.length)) apart = 1
  const isFree = groupOf.every((group) => group < 0) || !arrange(order.length)
  const shuffle = isFree ? createArrangement(order, below, () => false, pairs) : arrange
  return () => {
    // A block of runs must not depend on the ones before it.
    for (let place = 0; place < order.length; place++) order[place] = place
    shuffle(order.length)
    for (let place = 0; place < order.length; place++) {
      const seat = place < pairs ? 2 * place : 2 * (place - pairs) + 1
      seats[to[seat]!] = seats[from[order[place]!]!]!
    }
  }
}

/** Lets teams choose their opponents by the forecast; equal opponents are chosen in the order of the plan's teams. */
export function choiceRunner(
  { bestOf, choosers, opponents, to }: ChoiceStep,
  { seats }: RunState,
  { teams, means, sds }: TournamentStrengths,
): () => void {
  const chances = Float64Array.from(sds, (sd, at) => expectedSeriesChances(means[bestOf]![at]!, sd, bestOf)[0])
  const free = new Uint8Array(teams)
  return () => {
    for (const seat of opponents) free[seats[seat]!] = 1
    for (let place = 0; place < choosers.length; place++) {
      const chooser = seats[choosers[place]!]!
      let chosen = -1
      for (let team = 0; team < teams; team++) {
        if (free[team] === 0) continue
        if (chosen < 0 || chances[chooser * teams + team]! > chances[chooser * teams + chosen]!) chosen = team
      }
      free[chosen] = 0
      seats[to[place]!] = chosen
    }
  }
}
