import type { RoundRobinStep } from '../plan.ts'
import { countSeries, type GroupResults, groupResults, rankTeams } from '../ranking.ts'
import { createPlacement, shufflePart } from './placement.ts'
import { isWon, type RunState } from './run-state.ts'

/** A round robin that can be played, and what other steps carry from it, by team number. */
export interface RoundRobinRunner {
  play(): void
  /** Results of the last run; null unless a later step carries them. */
  readonly carried: GroupResults | null
}

/**
 * Plays one group. Teams are numbered by their place in `step.seats`. Known results are added once as long as the group has the same
 * teams.
 *
 * @param sources results that count here too, by team number
 */
export function roundRobinRunner(
  step: RoundRobinStep,
  state: RunState,
  sources: readonly GroupResults[],
  isCarried: boolean,
): RoundRobinRunner {
  const { teams, seats, nextWinners, deviates, wins: answered } = state
  const size = step.seats.length
  const playSeries = state.seriesOf(step.bestOf)
  const group = groupResults(size)
  const known = groupResults(size)
  const carried = isCarried ? groupResults(teams) : null
  const teamOf = new Int32Array(size).fill(-1)
  const numberOf = new Int32Array(teams).fill(-1)
  /** Series to play of each pair, at `a * size + b` for a < b, and the place of the first of them in `next`. */
  const left = new Int32Array(size * size)
  const nextOf = new Int32Array(size * size)
  const ranked = new Int32Array(size)
  const breakTies = tieBreaker(step, state, group, teamOf, numberOf)
  const place = createPlacement(step, state)

  function pairAt(one: number, two: number): number {
    const [a, b] = [numberOf[one]!, numberOf[two]!]
    return a < b ? a * size + b : b * size + a
  }

  /** Adds the known results of the teams that are in the group now. */
  function prepare(): void {
    numberOf.fill(-1)
    for (let i = 0; i < size; i++) numberOf[teamOf[i]!] = i
    left.fill(step.rounds)
    nextOf.fill(-1)
    clear(known)
    for (const { first, second, score } of step.known) {
      countSeries(known, numberOf[first]!, numberOf[second]!, score[0], score[1])
      left[pairAt(first, second)]!--
    }
    for (const { next, first, second } of step.next) nextOf[pairAt(first, second)] = next
  }

  function playPair(a: number, b: number): void {
    const one = teamOf[a]!
    const two = teamOf[b]!
    const at = a * size + b
    for (let series = 0; series < left[at]!; series++) {
      const score = playSeries(one, two)
      const games1 = score >> 2
      const games2 = score & 3
      countSeries(group, a, b, games1, games2)
      if (state.balance !== 0 && games1 !== games2) {
        deviates[games1 > games2 ? one : two]! -= state.balance
      }
      const next = nextOf[at]!
      if (series > 0 || next < 0) continue
      nextWinners[next] = games1 === games2 ? 0 : games1 > games2 === (one === state.nextFirsts[next]) ? 1 : 2
    }
  }

  return {
    carried,
    play() {
      let isSame = true
      for (let i = 0; i < size; i++) {
        const team = seats[step.seats[i]!]!
        if (teamOf[i] !== team) isSame = false
        teamOf[i] = team
      }
      if (!isSame) prepare()
      copy(known, group)
      if (state.balance !== 0) for (let i = 0; i < size; i++) deviates[teamOf[i]!]! -= state.balance * group.wins[i]!
      for (let a = 0; a < size; a++) for (let b = a + 1; b < size; b++) playPair(a, b)
      for (let i = 0; i < size; i++) answered[step.table * teams + teamOf[i]!] = group.wins[i]!
      if (carried !== null) add(carried, group, teamOf)
      for (const source of sources) carry(source, group, teamOf)
      rankTeams(group, step.rank)
      breakTies()
      for (let i = 0; i < size; i++) ranked[i] = teamOf[group.order[i]!]!
      place(ranked)
    },
  }
}

/** Creates a function that orders the tied teams of a ranked group, by games where a place depends on it, then by lot. */
function tieBreaker(
  { gamesAfter, knownGames }: RoundRobinStep,
  { below, seriesOf }: RunState,
  { size, order, tied }: GroupResults,
  teamOf: Int32Array,
  numberOf: Int32Array,
): () => void {
  const playGame = gamesAfter.length === 0 ? () => 0 : seriesOf(1)
  const wins = new Int32Array(size)

  function knownWinner(a: number, b: number): number {
    for (const { winner, loser } of knownGames) {
      if (numberOf[winner] === a && numberOf[loser] === b) return a
      if (numberOf[winner] === b && numberOf[loser] === a) return b
    }
    return -1
  }

  function playGames(from: number, to: number): void {
    for (let i = from; i < to; i++) wins[order[i]!] = 0
    for (let i = from; i < to; i++) {
      for (let j = i + 1; j < to; j++) {
        const a = order[i]!
        const b = order[j]!
        const known = knownGames.length === 0 ? -1 : knownWinner(a, b)
        const won = isWon(playGame(teamOf[a]!, teamOf[b]!))
        wins[known >= 0 ? known : won ? a : b]!++
      }
    }
    for (let i = from + 1; i < to; i++) {
      const team = order[i]!
      let place = i
      for (; place > from && wins[order[place - 1]!]! < wins[team]!; place--) order[place] = order[place - 1]!
      order[place] = team
    }
  }

  function needsGames(from: number, to: number): boolean {
    for (const after of gamesAfter) if (from < after && after < to) return true
    return false
  }

  return () => {
    for (let from = 0, to = 0; from < size; from = to) {
      to = from + 1
      while (tied[to - 1] === 1) to++
      if (to === from + 1) continue
      shufflePart(order, from, to, below)
      if (needsGames(from, to)) playGames(from, to)
    }
  }
}

function clear({ wins, gameDifference, gamesWon, beaten }: GroupResults): void {
  wins.fill(0)
  gameDifference.fill(0)
  gamesWon.fill(0)
  beaten.fill(0)
}

function copy(from: GroupResults, to: GroupResults): void {
  to.wins.set(from.wins)
  to.gameDifference.set(from.gameDifference)
  to.gamesWon.set(from.gamesWon)
  to.beaten.set(from.beaten)
}

/** Writes a group's results by team number, for the steps that carry them. */
function add(to: GroupResults, group: GroupResults, teamOf: Int32Array): void {
  clear(to)
  for (let a = 0; a < group.size; a++) {
    const team = teamOf[a]!
    to.wins[team] = group.wins[a]!
    to.gameDifference[team] = group.gameDifference[a]!
    to.gamesWon[team] = group.gamesWon[a]!
    for (let b = 0; b < group.size; b++) to.beaten[team * to.size + teamOf[b]!] = group.beaten[a * group.size + b]!
  }
}

/** Adds to a group the results that its teams have in an earlier one. */
function carry(source: GroupResults, group: GroupResults, teamOf: Int32Array): void {
  for (let a = 0; a < group.size; a++) {
    const team = teamOf[a]!
    group.wins[a]! += source.wins[team]!
    group.gameDifference[a]! += source.gameDifference[team]!
    group.gamesWon[a]! += source.gamesWon[team]!
    for (let b = 0; b < group.size; b++)
      group.beaten[a * group.size + b]! += source.beaten[team * source.size + teamOf[b]!]!
  }
}
