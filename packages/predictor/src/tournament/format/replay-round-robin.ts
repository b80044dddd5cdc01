import { addSide, type GroupResults, groupResults, rankTeams } from '../ranking.ts'
import {
  type PlanDraft,
  pairKey,
  type RoundRobinDraft,
  type StageDraft,
  type Tie,
  type Unit,
  unitName,
} from './draft.ts'
import { faultAt } from './fault.ts'
import { refuseAbsent, refuseScore, type Score } from './known-result.ts'

type Pair = readonly [number, number]

/** Fixes a series of a round robin. */
export function playRoundRobin(
  draft: PlanDraft,
  stage: StageDraft,
  pair: Pair,
  score: Score | null,
  place: string,
): void {
  const unit = unitOfPair(draft, stage, pair, place)
  const step = unit.step as RoundRobinDraft
  const key = pairKey(...pair)
  const met = unit.meetings.get(key) ?? 0
  if (met >= step.rounds) {
    const often = step.rounds === 1 ? 'once' : `${step.rounds} times`
    const names = pair.map((team) => draft.teams[team]!.name).join(' - ')
    throw faultAt(
      place,
      `must be a series that is not yet known, got ${names} of ${unitName(unit)} again; they meet ${often}`,
    )
  }
  if (score === null) return
  refuseScore(step.bestOf, score, place)
  step.known.push({ first: pair[0], second: pair[1], score: [score[0], score[1]] })
  unit.meetings.set(key, met + 1)
}

function unitOfPair(draft: PlanDraft, stage: StageDraft, pair: Pair, place: string): Unit {
  const units = pair.map((team) => stage.units.find(({ seats }) => seats.some((seat) => draft.team[seat] === team)))
  for (const [i, unit] of units.entries())
    if (unit === undefined) refuseAbsent(draft, stage, pair[i]!, `${place}.teams[${i}]`)
  if (units[0] === units[1]) return units[0]!
  const [one, other] = pair.map((team) => draft.teams[team]!.name)
  throw faultAt(
    `${place}.teams`,
    `must be two teams of a group, got ${one} of ${unitName(units[0]!)} and ${other} of ${unitName(units[1]!)}`,
  )
}

/** Ranks a round robin after its last series. */
export function settleRoundRobin(draft: PlanDraft, unit: Unit): void {
  const step = unit.step as RoundRobinDraft
  const { seats, rounds } = step
  if (unit.ties === null) {
    if (step.known.length < (rounds * seats.length * (seats.length - 1)) / 2) return
    const carried = step.carried.map((index) => draft.steps[index] as RoundRobinDraft)
    const waits = draft.stages.some(({ units }) =>
      units.some((other) => !other.isOver && carried.some((from) => from === other.step)),
    )
    if (waits) return
    const teams = seats.map((seat) => draft.team[seat]!)
    const group = resultsOf(teams, [step, ...carried])
    rankTeams(group, step.rank)
    unit.ties = []
    placeTeams(draft, unit, teams, group, 0)
  }
  unit.isOver = unit.ties.every(({ awaitsGames }) => !awaitsGames)
}

function resultsOf(teams: readonly number[], steps: readonly RoundRobinDraft[]): GroupResults {
  const group = groupResults(teams.length)
  const local = new Map(teams.map((team, i) => [team, i]))
  for (const { first, second, score } of steps.flatMap(({ known }) => known)) {
    const [a = -1, b = -1] = [local.get(first), local.get(second)]
    if (a >= 0) addSide(group, a, b, score[0], score[1])
    if (b >= 0) addSide(group, b, a, score[1], score[0])
  }
  return group
}

/** Gives ranked teams their places, beginning with one, and notes those that are tied. */
function placeTeams(
  draft: PlanDraft,
  unit: Unit,
  teams: readonly number[],
  { order, tied }: GroupResults,
  begin: number,
): void {
  const { gamesAfter, knownGames } = unit.step as RoundRobinDraft
  const isAfterGames = knownGames.some(({ winner }) => teams.includes(winner))
  for (let from = 0, to = 0; from < teams.length; from = to) {
    to = from + 1
    while (tied[to - 1] === 1) to++
    const own = [...order.subarray(from, to)].map((index) => teams[index]!)
    const places = own.map((_, i) => begin + from + i)
    if (own.length === 1) draft.team[unit.places[places[0]!]!] = own[0]!
    else {
      const isCut = gamesAfter.some((after) => after > places[0]! && after <= places.at(-1)!)
      unit.ties!.push({ teams: own, places, awaitsGames: isCut && !isAfterGames })
    }
  }
}

/** Fixes a game that breaks a tie; after the last one of the tied teams they get their places by the games won. */
export function playTieBreak(
  draft: PlanDraft,
  stage: StageDraft,
  pair: Pair,
  score: Score | null,
  place: string,
): void {
  const { format } = stage
  if (format.kind !== 'roundRobin' || format.tieBreak !== 'game') {
    const cure = 'state how the lots fell in draws'
    throw faultAt(`${place}.tieBreak`, `must be absent, since ${format.id} has no "tieBreak": "game"; ${cure}`)
  }
  if (score === null)
    throw faultAt(`${place}.score`, 'must be the score of the tie-break game; leave out games to play')
  const unit = unitOfPair(draft, stage, pair, place)
  const step = unit.step as RoundRobinDraft
  if (unit.ties === null) throw faultAt(place, `must come after all series of ${unitName(unit)}`)
  const names = pair.map((team) => draft.teams[team]!.name).join(' - ')
  const isKnown = step.knownGames.some(({ winner, loser }) => pair.includes(winner) && pair.includes(loser))
  const tie = unit.ties.find(({ teams, awaitsGames }) => awaitsGames && pair.every((team) => teams.includes(team)))
  if (isKnown) throw faultAt(place, `must be a game that is not yet known, got ${names} again`)
  if (tie === undefined)
    throw faultAt(`${place}.teams`, `must be tied where a place leads on, got ${names} of ${unitName(unit)}`)
  refuseScore(1, score, place)
  const [winner, loser] = score[0] > score[1] ? pair : [pair[1], pair[0]]
  step.knownGames.push({ winner, loser })
  breakTie(draft, unit, tie)
}

function breakTie(draft: PlanDraft, unit: Unit, tie: Tie): void {
  const games = (unit.step as RoundRobinDraft).knownGames.filter(({ winner }) => tie.teams.includes(winner))
  const { length } = tie.teams
  if (games.length < (length * (length - 1)) / 2) return
  const group = groupResults(length)
  for (const { winner, loser } of games) addSide(group, tie.teams.indexOf(winner), tie.teams.indexOf(loser), 1, 0)
  rankTeams(group, ['wins'])
  unit.ties = unit.ties!.filter((other) => other !== tie)
  placeTeams(draft, unit, tie.teams, group, tie.places[0]!)
}
