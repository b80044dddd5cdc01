import type { RankCriterion } from './plan.ts'

/** Results of one round robin, by local index of the team 0 … size - 1; its arrays are reused from run to run. */
export interface GroupResults {
  readonly size: number
  readonly wins: Int32Array
  /** Games won minus games lost. */
  readonly gameDifference: Int32Array
  readonly gamesWon: Int32Array
  /** Series that team a won over team b, at `a * size + b`. */
  readonly beaten: Int32Array
  /** Teams from first to last place, after `rankTeams`. */
  readonly order: Int32Array
  /** 1 where the team at a place is tied with the one at the next place, after `rankTeams`. */
  readonly tied: Uint8Array
  readonly keys: Int32Array
}

export function groupResults(size: number): GroupResults {
  const [wins, gameDifference, gamesWon] = [new Int32Array(size), new Int32Array(size), new Int32Array(size)]
  const [order, keys] = [new Int32Array(size), new Int32Array(size)]
  const beaten = new Int32Array(size * size)
  return { size, wins, gameDifference, gamesWon, beaten, order, tied: new Uint8Array(size), keys }
}

/** Adds a series by the games of both teams. A draw in a best-of-2 is a win for nobody. */
export function countSeries(group: GroupResults, first: number, second: number, games1: number, games2: number): void {
  addSide(group, first, second, games1, games2)
  addSide(group, second, first, games2, games1)
}

/** Adds a series for one of its teams. @param opponent -1 for a team of another group, whose carried results count too */
export function addSide(group: GroupResults, team: number, opponent: number, won: number, lost: number): void {
  group.gameDifference[team]! += won - lost
  group.gamesWon[team]! += won
  if (won <= lost) return
  group.wins[team]!++
  if (opponent >= 0) group.beaten[team * group.size + opponent]!++
}

/**
 * Ranks the teams by the criteria in order, each among the teams that the ones before leave tied. Writes `order` and `tied`.
 *
 * @returns number of places that are tied with the next one
 */
export function rankTeams(group: GroupResults, rank: readonly RankCriterion[]): number {
  const { size, order, tied } = group
  for (let i = 0; i < size; i++) {
    order[i] = i
    tied[i] = 1
  }
  tied[size - 1] = 0
  let ties = size - 1
  for (let c = 0; c < rank.length && ties > 0; c++) {
    for (let from = 0, to = 0; from < size; from = to) {
      to = from + 1
      while (tied[to - 1] === 1) to++
      if (to > from + 1) ties -= split(group, rank[c]!, from, to)
    }
  }
  return ties
}

/** Sorts the tied teams at places `from` … `to - 1` by one criterion. Returns the number of ties that it ends. */
function split(group: GroupResults, criterion: RankCriterion, from: number, to: number): number {
  const { order, keys, tied } = group
  for (let i = from; i < to; i++) keys[order[i]!] = keyOf(group, criterion, order[i]!, from, to)
  for (let i = from + 1; i < to; i++) {
    const team = order[i]!
    const key = keys[team]!
    let place = i
    for (; place > from && keys[order[place - 1]!]! < key; place--) order[place] = order[place - 1]!
    order[place] = team
  }
  let ended = 0
  for (let i = from; i < to - 1; i++) {
    tied[i] = keys[order[i]!] === keys[order[i + 1]!] ? 1 : 0
    ended += 1 - tied[i]!
  }
  return ended
}

/** The value of a criterion for a team; more is better. Reads `order` only at the tied places, whose set is fixed. */
function keyOf(group: GroupResults, criterion: RankCriterion, team: number, from: number, to: number): number {
  if (criterion === 'wins') return group.wins[team]!
  if (criterion === 'gameDifference') return group.gameDifference[team]!
  if (criterion === 'gamesWon') return group.gamesWon[team]!
  const row = team * group.size
  let key = 0
  if (criterion === 'headToHead') for (let i = from; i < to; i++) key += group.beaten[row + group.order[i]!]!
  else for (let b = 0; b < group.size; b++) key += group.beaten[row + b]! * group.wins[b]!
  return key
}
