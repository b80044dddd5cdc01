import { RiftlineError } from '@riftline/base'
import type { TournamentPlan } from '../plan.ts'
import type { RunState } from './run-state.ts'

/**
 * Counts over simulated runs: whole numbers only, so that tallies added in any order give the same bits. Plain data that a worker can send.
 */
export interface TournamentTally {
  /** Runs that were asked for. */
  readonly runs: number
  /** Further runs that show what the others did not, see `completeTally`. Each counts as a run. */
  readonly extraRuns: number
  /** Runs in which a team holds a seat of a column of `plan.reach`, at `column * teams + team`. */
  readonly reach: Float64Array
  /** Series won, at `table * teams + team`. */
  readonly wins: Float64Array
  /** Runs with each place, at `(first place of the table + place) * teams + team`; tables follow one another. */
  readonly places: Float64Array
  /**
   * Six numbers for each series of `plan.next`: runs in which the first team wins it, those of them in which the first and in which the
   * second wins the tournament; the same three for a win of the second team.
   */
  readonly next: Float64Array
}

export function emptyTally({ teams, reach, tables, next }: TournamentPlan, runs: number): TournamentTally {
  const places = tables.reduce((sum, table) => sum + table.places, 0)
  return {
    runs,
    extraRuns: 0,
    reach: new Float64Array(reach.length * teams.length),
    wins: new Float64Array(tables.length * teams.length),
    places: new Float64Array(places * teams.length),
    next: new Float64Array(next.length * 6),
  }
}

/**
 * Adds the tallies of different runs of one plan.
 *
 * @throws RiftlineError `invalid_argument` for tallies of different plans
 */
export function addTallies(first: TournamentTally, second: TournamentTally): TournamentTally {
  return {
    runs: first.runs + second.runs,
    extraRuns: first.extraRuns + second.extraRuns,
    reach: sumOf(first.reach, second.reach),
    wins: sumOf(first.wins, second.wins),
    places: sumOf(first.places, second.places),
    next: sumOf(first.next, second.next),
  }
}

function sumOf(first: Float64Array, second: Float64Array): Float64Array {
  if (first.length !== second.length) throw new RiftlineError('invalid_argument', 'tallies: must be of one plan')
  return first.map((count, at) => count + second[at]!)
}

/** Creates a function that adds the run in `state` to a tally. */
export function createRecorder(plan: TournamentPlan, state: RunState): (tally: TournamentTally) => void {
  const { teams, seats, wins, places, nextWinners } = state
  const reached = plan.reach.map(({ seats }) => Int32Array.from(seats))
  const firsts = Int32Array.from(plan.next, ({ first }) => first)
  const seconds = Int32Array.from(plan.next, ({ second }) => second)
  const winnerSeat = reached.at(-1)![0]!
  let placesBefore = 0
  const offsets = plan.tables.map((table) => {
    placesBefore += table.places
    return (placesBefore - table.places) * teams
  })
  return (tally) => {
    for (let column = 0; column < reached.length; column++) {
      const held = reached[column]!
      for (let i = 0; i < held.length; i++) tally.reach[column * teams + seats[held[i]!]!]!++
    }
    for (let table = 0; table < offsets.length; table++) {
      for (let team = 0; team < teams; team++) {
        const at = table * teams + team
        if (places[at] === 0) continue
        tally.wins[at]! += wins[at]!
        tally.places[offsets[table]! + (places[at]! - 1) * teams + team]!++
      }
    }
    const champion = seats[winnerSeat]
    for (let next = 0; next < nextWinners.length; next++) {
      if (nextWinners[next] === 0) continue
      const at = next * 6 + (nextWinners[next] === 1 ? 0 : 3)
      tally.next[at]!++
      if (champion === firsts[next]) tally.next[at + 1]!++
      if (champion === seconds[next]) tally.next[at + 2]!++
    }
  }
}
