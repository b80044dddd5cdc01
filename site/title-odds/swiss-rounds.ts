import { isResult, type StageOf, scoreFor, type TournamentEvent, type TournamentResult } from './tournament-event.ts'

type SwissStage = StageOf<'swiss'>

/** A team's record in a Swiss stage. */
export interface SwissRecord {
  readonly team: string
  readonly wins: number
  readonly losses: number
  /** Whether it goes on or is out; null while it plays. */
  readonly end: 'through' | 'out' | null
}

export interface SwissPair {
  readonly teams: readonly [string, string]
  readonly bestOf: number
  /** Record of both before the series: "2-1". */
  readonly record: string
  /** Index of the result in the events; null for a pair to play. */
  readonly event: number | null
}

export interface SwissRounds {
  /** From most wins to fewest. */
  readonly records: readonly SwissRecord[]
  readonly rounds: readonly (readonly SwissPair[])[]
  /** Number of the round, from 0, of which pairs must be drawn; null if all are known, and at the end. */
  readonly toDraw: number | null
}

/** @param known pairs that are to be played, by the predictor */
export function swissRounds(
  stage: SwissStage,
  teams: readonly string[],
  events: readonly TournamentEvent[],
  known: readonly (readonly [string, string])[],
): SwissRounds {
  const records = new Map(teams.map((team) => [team, { team, wins: 0, losses: 0 }]))
  const rounds: SwissPair[][] = []
  const add = (pair: readonly [string, string], event: number | null): void => {
    const { wins, losses } = records.get(pair[0])!
    const isDeciding = wins === stage.wins - 1 || losses === stage.losses - 1
    const bestOf = isDeciding ? (stage.decidingBestOf ?? stage.bestOf) : stage.bestOf
    const round = rounds[wins + losses] ?? []
    rounds[wins + losses] = round
    round.push({ teams: pair, bestOf, record: `${wins}-${losses}`, event })
  }
  for (const [index, event] of events.entries()) {
    if (!isResult(event) || event.stage !== stage.id || event.score === undefined) continue
    const [first, second] = event.teams as [string, string]
    add([first, second], index)
    const [won, lost] = scoreFor(event, first)
    records.get(won > lost ? first : second)!.wins++
    records.get(won > lost ? second : first)!.losses++
  }
  for (const pair of known) add(pair, null)
  const endOf = ({ wins, losses }: Omit<SwissRecord, 'end'>): SwissRecord['end'] => {
    return wins >= stage.wins ? 'through' : losses >= stage.losses ? 'out' : null
  }
  const ended = [...records.values()].map((record): SwissRecord => ({ ...record, end: endOf(record) }))
  const playing = ended.filter(({ end }) => end === null)
  const round = Math.min(...playing.map(({ wins, losses }) => wins + losses))
  const isPaired = (team: string): boolean => known.some((pair) => pair.includes(team))
  const isDrawable = playing.some(({ team, wins, losses }) => wins + losses === round && !isPaired(team))
  return {
    records: ended.sort((a, b) => b.wins - a.wins || a.losses - b.losses),
    rounds: rounds.map((pairs) => sortedByRecord(pairs)),
    toDraw: isDrawable ? round : null,
  }
}

function sortedByRecord(pairs: readonly SwissPair[]): readonly SwissPair[] {
  return [...pairs].sort((a, b) => Number(b.record.split('-')[0]) - Number(a.record.split('-')[0]))
}

/**
 * Draws the open pairs of a round: teams of equal records, without a rematch where that is possible.
 *
 * @param random numbers from 0 to 1
 */
export function drawSwissPairs(
  stage: SwissStage,
  { records, rounds, toDraw }: SwissRounds,
  known: readonly (readonly [string, string])[],
  random: () => number,
): readonly TournamentResult[] {
  const met = new Set(rounds.flat().map(({ teams: [a, b] }) => [a, b].sort().join('\n')))
  const hasMet = (a: string, b: string): boolean => met.has([a, b].sort().join('\n'))
  const isOpen = ({ team, wins, losses, end }: SwissRecord): boolean => {
    return end === null && wins + losses === toDraw && !known.some((pair) => pair.includes(team))
  }
  const open = records.filter(isOpen)
  const wins = [...new Set(open.map((record) => record.wins))]
  return wins.flatMap((won) => {
    const pot = shuffled(
      open.filter((record) => record.wins === won).map(({ team }) => team),
      random,
    )
    const pairs = pairUp(pot, hasMet) ?? pairUp(pot, () => false) ?? []
    return pairs.map((teams) => ({ stage: stage.id, teams: [...teams] as [string, string] }))
  })
}

/** Pairs the first team with the first other one that leaves the rest a way to pair up. */
function pairUp(
  teams: readonly string[],
  isBarred: (a: string, b: string) => boolean,
): readonly (readonly [string, string])[] | null {
  const [first, ...others] = teams
  if (first === undefined) return []
  for (const other of others) {
    if (isBarred(first, other)) continue
    const rest = pairUp(
      others.filter((team) => team !== other),
      isBarred,
    )
    if (rest !== null) return [[first, other], ...rest]
  }
  return null
}

export function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  const mixed = [...items]
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!]
  }
  return mixed
}

/** Pairs of a round as they really were, without their scores; empty if the real tournament has no such round. */
export function realSwissPairs(
  stage: SwissStage,
  teams: readonly string[],
  real: readonly TournamentEvent[],
  round: number,
): readonly TournamentResult[] {
  const { rounds } = swissRounds(stage, teams, real, [])
  return (rounds[round] ?? []).map((pair) => ({ stage: stage.id, teams: [...pair.teams] as [string, string] }))
}
