import type { PlanDraft, StageDraft, SwissDraft, Unit } from './draft.ts'
import { faultAt } from './fault.ts'
import { recordKey } from './groups.ts'
import { refuseAbsent, refuseScore, type Score } from './known-result.ts'

interface SwissTeam {
  readonly team: number
  wins: number
  losses: number
  isIn: boolean
}

/** Records of the teams by the known results; empty if not all teams are known. */
function recordsOf(draft: PlanDraft, step: SwissDraft): readonly SwissTeam[] {
  const records = step.seats.map((seat) => ({ team: draft.team[seat]!, wins: 0, losses: 0, isIn: true }))
  if (records.some(({ team }) => team < 0)) return []
  const byTeam = new Map(records.map((record) => [record.team, record]))
  for (const { first, second, winner } of step.known.flat()) {
    if (winner === 0) continue
    byTeam.get(winner === 1 ? first : second)!.wins++
    byTeam.get(winner === 1 ? second : first)!.losses++
  }
  for (const record of records) record.isIn = record.wins < step.wins && record.losses < step.losses
  return records
}

/** Number of rounds that are over, which is the index of the one in play. */
function roundOf(records: readonly SwissTeam[]): number {
  return Math.min(...records.filter(({ isIn }) => isIn).map(({ wins, losses }) => wins + losses))
}

/** Fixes a pair of a Swiss stage, and its winner if the score is known. */
export function playSwiss(
  draft: PlanDraft,
  stage: StageDraft,
  pair: readonly [number, number],
  score: Score | null,
  place: string,
): void {
  const step = stage.units[0]!.step as SwissDraft
  const records = recordsOf(draft, step)
  const [a, b] = pair.map((team, i) => {
    return records.find((record) => record.team === team) ?? refuseAbsent(draft, stage, team, `${place}.teams[${i}]`)
  }) as [SwissTeam, SwissTeam]
  refusePair(draft, stage, records, [a, b], place)
  const round = a.wins + a.losses
  if (step.known.length === round) step.known.push([])
  let series = step.known[round]!.find(({ first, second }) => pair.includes(first) && pair.includes(second))
  if (series === undefined) {
    series = { first: pair[0], second: pair[1], winner: 0, next: -1 }
    step.known[round]!.push(series)
  }
  if (score === null) return
  refuseScore(lengthOf(step, a), score, place)
  series.winner = score[0] > score[1] === (series.first === pair[0]) ? 1 : 2
}

/** Length of the series that a team plays next. */
export function lengthOf(step: SwissDraft, { wins, losses }: Pick<SwissTeam, 'wins' | 'losses'>) {
  return wins === step.wins - 1 || losses === step.losses - 1 ? step.decidingBestOf : step.bestOf
}

function refusePair(
  draft: PlanDraft,
  stage: StageDraft,
  records: readonly SwissTeam[],
  pair: readonly [SwissTeam, SwissTeam],
  place: string,
): void {
  const { id } = stage.format
  const nameOf = (team: number) => draft.teams[team]!.name
  const recordOf = ({ team, wins, losses }: SwissTeam) => `${nameOf(team)} is ${wins}-${losses}`
  const names = pair.map(({ team }) => nameOf(team)).join(' - ')
  for (const [i, record] of pair.entries()) {
    if (!record.isIn)
      throw faultAt(`${place}.teams[${i}]`, `must be a team that still plays in ${id}, got ${recordOf(record)}`)
  }
  const [a, b] = pair
  const round = roundOf(records)
  const late = pair.find(({ wins, losses }) => wins + losses > round)
  if (late !== undefined) {
    const missing = records
      .filter(({ isIn, wins, losses }) => isIn && wins + losses === round)
      .map(({ team }) => nameOf(team))
    throw faultAt(
      place,
      `must come after round ${round + 1} of ${id}, got ${names}; add the result of ${missing[0]} in that round before it`,
    )
  }
  if (a.wins !== b.wins)
    throw faultAt(`${place}.teams`, `must have equal records, got ${names}; ${recordOf(a)} and ${recordOf(b)}`)
  const step = stage.units[0]!.step as SwissDraft
  for (const { team } of pair) {
    const paired = step.known[round]?.find(({ first, second }) => first === team || second === team)
    const opponent = paired?.first === team ? paired.second : paired?.first
    if (opponent !== undefined && !pair.some((other) => other.team === opponent)) {
      throw faultAt(
        `${place}.teams`,
        `must be a pair of round ${round + 1}, got ${names}; ${nameOf(team)} meets ${nameOf(opponent)}`,
      )
    }
  }
}

/** Ranks a Swiss stage after its last series: teams of equal records are tied. */
export function settleSwiss(draft: PlanDraft, unit: Unit): void {
  const step = unit.step as SwissDraft
  const records = recordsOf(draft, step)
  if (records.length === 0 || records.some(({ isIn }) => isIn)) return
  const keyOf = ({ wins, losses }: SwissTeam) => recordKey(wins, losses, step)
  const ranked = [...records].sort((a, b) => keyOf(a) - keyOf(b))
  unit.isOver = true
  unit.ties = []
  for (let from = 0, to = 0; from < ranked.length; from = to) {
    to = ranked.findIndex((record, i) => i > from && keyOf(record) > keyOf(ranked[from]!))
    if (to < 0) to = ranked.length
    const teams = ranked.slice(from, to).map(({ team }) => team)
    if (teams.length === 1) draft.team[unit.places[from]!] = teams[0]!
    else unit.ties.push({ teams, places: teams.map((_, i) => from + i), awaitsGames: false })
  }
}

/** Notes the pair of two teams that alone have their record in a round. */
export function pairForced(draft: PlanDraft, unit: Unit): void {
  const step = unit.step as SwissDraft
  if (unit.isOver) return
  const records = recordsOf(draft, step).filter(({ isIn }) => isIn)
  const round = records.length === 0 ? -1 : roundOf(records)
  if (round < 0 || records.some(({ wins, losses }) => wins + losses > round)) return
  for (let wins = 0; wins <= round; wins++) {
    const same = records.filter((record) => record.wins === wins)
    const pairs = step.known[round] ?? []
    const left = same.filter(({ team }) => !pairs.some(({ first, second }) => first === team || second === team))
    if (left.length !== 2) continue
    if (step.known.length === round) step.known.push(pairs as SwissDraft['known'][number])
    step.known[round]!.push({ first: left[0]!.team, second: left[1]!.team, winner: 0, next: -1 })
  }
}
