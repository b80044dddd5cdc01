import { seededRandom } from '@riftline/core'
import type { TournamentFormat } from '@riftline/predictor'

// Plays a format to its end by rules of its own, as the reference of replays.

type Result = NonNullable<TournamentFormat['results']>[number]
type Stage = TournamentFormat['stages'][number]

export interface PlayedTournament {
  readonly results: readonly Result[]
  /** Who got which slot of each stage, with the number of results before it. */
  readonly draws: readonly { readonly stage: string; readonly slots: readonly string[]; readonly after: number }[]
  readonly winner: string
}

/** Plays all series of a format with random scores; lots, draws and choices fall at random. */
export function playTournament(format: TournamentFormat, seed: number): PlayedTournament {
  const { uniform, below } = seededRandom(seed)
  const results: Result[] = []
  const draws: { stage: string; slots: readonly string[]; after: number }[] = []
  const places = new Map<string, string>()

  function shuffled<T>(items: readonly T[]): T[] {
    const rest = [...items]
    return items.map(() => rest.splice(below(rest.length), 1)[0]!)
  }

  /** Plays a series and returns winner and loser. */
  function play(stage: Stage, bestOf: number, teams: readonly [string, string], tieBreak = false): [string, string] {
    const needed = Math.ceil((bestOf + 1) / 2)
    const won = bestOf === 2 ? below(3) : needed
    const lost = bestOf === 2 ? 2 - won : below(needed)
    const [a, b] = uniform() < 0.5 ? teams : [teams[1], teams[0]]
    const stated = { teams: [a, b], score: [won, lost] } as const
    results.push({ stage: stage.id, ...stated, ...(tieBreak && { tieBreak }) })
    return won > lost ? [a, b] : [b, a]
  }

  function bracketRound(stage: Stage, bestOf: number, teams: readonly string[]) {
    const winners: string[] = []
    const losers: string[] = []
    const order = shuffled(teams.flatMap((_, i) => (i % 2 === 0 ? [i / 2] : [])))
    for (const pair of order)
      [winners[pair], losers[pair]] = play(stage, bestOf, [teams[2 * pair]!, teams[2 * pair + 1]!])
    return { winners, losers }
  }

  function place(prefix: string, ranked: readonly string[]): void {
    for (const [i, team] of ranked.entries()) places.set(`${prefix}.${i + 1}`, team)
  }

  const context = { play, bracketRound, shuffled, results }
  for (const stage of format.stages) {
    const { slots = [], lowerSlots = [], groups = {}, draw, choose } = stage as Partial<Lists>
    const teamOf = (slot: string) => places.get(slot) ?? slot
    let upper = slots.map(teamOf)
    const pots = [0, 1].map((half) => upper.filter((_, i) => i % 2 === half))
    if (draw !== undefined || choose !== undefined) {
      const [firsts, seconds] = [draw === undefined ? pots[0]! : shuffled(pots[0]!), shuffled(pots[1]!)]
      upper = firsts.flatMap((first, i) => [first, seconds[i]!])
    }
    const lower = lowerSlots.map(teamOf)
    const inGroups = Object.entries(groups).map(([name, list]) => [name, list.map(teamOf)] as const)
    const isFed = [...slots, ...lowerSlots, ...Object.values(groups).flat()].some((slot) => places.has(slot))
    const drawn = [...upper, ...lower, ...inGroups.flatMap(([, list]) => list)]
    if (isFed || draw !== undefined || choose !== undefined)
      draws.push({ stage: stage.id, slots: drawn, after: results.length })
    if (stage.kind === 'singleElimination') playSingle(context, stage, upper, place)
    else if (stage.kind === 'doubleElimination') place(stage.id, playDouble(context, stage, upper, lower))
    else if (stage.kind === 'kingOfTheHill') place(stage.id, playLadder(context, stage, upper))
    else if (stage.kind === 'swiss') place(stage.id, playRounds(context, stage, upper))
    else {
      const rank = (list: readonly string[], groupPlaces: number) =>
        stage.kind === 'gsl' ? playFour(context, stage, list) : playGroup(context, stage, list, groupPlaces)
      if (inGroups.length === 0) place(stage.id, rank(upper, cutOf(format, stage.id)))
      for (const [name, list] of inGroups)
        place(`${stage.id}.${name}`, rank(list, cutOf(format, `${stage.id}.${name}`)))
    }
  }
  return { results, draws, winner: places.get(`${format.stages.at(-1)!.id}.1`)! }
}

/** Lists of slots and options that some kinds of stages have. */
interface Lists {
  readonly slots: readonly string[]
  readonly lowerSlots: readonly string[]
  readonly groups: Readonly<Record<string, readonly string[]>>
  readonly draw: string
  readonly choose: string
}

interface Context {
  readonly play: (
    stage: Stage,
    bestOf: number,
    teams: readonly [string, string],
    tieBreak?: boolean,
  ) => [string, string]
  readonly bracketRound: (
    stage: Stage,
    bestOf: number,
    teams: readonly string[],
  ) => { readonly winners: string[]; readonly losers: string[] }
  readonly shuffled: <T>(items: readonly T[]) => T[]
  readonly results: readonly Result[]
}

/** Number of places of a group that lead on, as long as they are the first ones; 1 for the last stage. */
function cutOf({ stages }: TournamentFormat, prefix: string): number {
  const slots = stages.flatMap((stage) => (stage as Partial<Lists>).slots ?? [])
  return Math.max(1, slots.filter((slot) => slot.startsWith(`${prefix}.`)).length)
}

const nth = (bestOf: unknown, i: number): number => (Array.isArray(bestOf) ? bestOf[i] : bestOf) as number

function playSingle(
  { bracketRound, play }: Context,
  stage: Extract<Stage, { kind: 'singleElimination' }>,
  teams: readonly string[],
  place: (prefix: string, ranked: readonly string[]) => void,
): void {
  const rounds = stage.rounds ?? Math.log2(teams.length)
  let left = teams
  let losers: readonly string[] = []
  let thirds: readonly string[] = []
  for (let round = 0; round < rounds; round++) {
    if (left.length === 2 && stage.thirdPlace) thirds = play(stage, nth(stage.bestOf, round), [losers[0]!, losers[1]!])
    ;({ winners: left, losers } = bracketRound(stage, nth(stage.bestOf, round), left))
  }
  place(`${stage.id}.winners`, left)
  place(`${stage.id}.losers`, losers)
  if (left.length === 1) place(stage.id, [left[0]!, losers[0]!, ...thirds])
}

function playDouble(
  { bracketRound, play }: Context,
  stage: Extract<Stage, { kind: 'doubleElimination' }>,
  upper: readonly string[],
  lower: readonly string[],
): readonly string[] {
  const lengths = typeof stage.bestOf === 'number' ? { upper: stage.bestOf, lower: stage.bestOf } : stage.bestOf
  let played = 0
  const lowerRound = (teams: readonly string[]) => bracketRound(stage, nth(lengths.lower, played++), teams)
  const against = (a: readonly string[], b: readonly string[]) => a.flatMap((team, i) => [team, b[i]!])
  const first = bracketRound(stage, nth(lengths.upper, 0), upper)
  let below = first.losers
  if (lower.length === 4) below = lowerRound(against(below, lowerRound(lower).winners)).winners
  if (lower.length === 2) below = lowerRound(against(below, lower)).winners
  let top = first.winners
  if (upper.length === 8) {
    const second = bracketRound(stage, nth(lengths.upper, 1), top)
    below = lowerRound(against([second.losers[1]!, second.losers[0]!], lowerRound(below).winners)).winners
    top = second.winners
  }
  const final = bracketRound(stage, nth(lengths.upper, upper.length === 8 ? 2 : 1), top)
  const semi = lowerRound(below)
  const last = lowerRound([final.losers[0]!, semi.winners[0]!])
  const ends = play(stage, stage.final ?? (stage.bestOf as number), [final.winners[0]!, last.winners[0]!])
  return [...ends, last.losers[0]!, semi.losers[0]!]
}

function playFour({ play }: Context, stage: Stage, [a, b, c, d]: readonly string[]): readonly string[] {
  const [w1, l1] = play(stage, nth(stage.bestOf, 0), [a!, b!])
  const [w2, l2] = play(stage, nth(stage.bestOf, 0), [c!, d!])
  const [first, third] = play(stage, nth(stage.bestOf, 1), [w1, w2])
  const [saved, last] = play(stage, nth(stage.bestOf, 2), [l1, l2])
  return [first, ...play(stage, nth(stage.bestOf, 3), [third, saved]), last]
}

function playLadder({ play }: Context, stage: Stage, teams: readonly string[]): readonly string[] {
  const out: string[] = []
  const top = teams.slice(0, -1).reverse()
  const winner = top.reduce((climber, above, i) => {
    const [won, lost] = play(stage, nth(stage.bestOf, i), [above, climber])
    out.unshift(lost)
    return won
  }, teams.at(-1)!)
  return [winner, ...out]
}

function playRounds(
  { play, shuffled }: Context,
  stage: Extract<Stage, { kind: 'swiss' }>,
  teams: readonly string[],
): readonly string[] {
  const records = teams.map((team) => ({ team, wins: 0, losses: 0 }))
  const isIn = ({ wins, losses }: (typeof records)[number]) => wins < stage.wins && losses < stage.losses
  while (records.some(isIn)) {
    const left = shuffled(records.filter(isIn))
    const pairs = left.flatMap((record) => {
      const same = left.filter(({ wins }) => wins === record.wins)
      const index = same.indexOf(record)
      return index % 2 === 0 ? [[record, same[index + 1]!] as const] : []
    })
    for (const pair of pairs) {
      const isDeciding = pair[0].wins === stage.wins - 1 || pair[0].losses === stage.losses - 1
      const bestOf = isDeciding ? (stage.decidingBestOf ?? stage.bestOf) : stage.bestOf
      const [winner] = play(stage, bestOf, [pair[0].team, pair[1].team])
      for (const record of pair) record.team === winner ? record.wins++ : record.losses++
    }
  }
  const key = ({ wins, losses }: (typeof records)[number]) => (wins === stage.wins ? losses - 100 : losses * 10 - wins)
  return shuffled(records)
    .sort((a, b) => key(a) - key(b))
    .map(({ team }) => team)
}

/** @param cut number of places that lead on */
function playGroup(
  { play, shuffled, results }: Context,
  stage: Extract<Stage, { kind: 'roundRobin' }>,
  teams: readonly string[],
  cut: number,
): readonly string[] {
  const pairs = teams.flatMap((a, i) => teams.slice(i + 1).map((b) => [a, b] as const))
  const rounds = new Array(stage.rounds ?? 1).fill(pairs).flat() as typeof pairs
  for (const pair of shuffled(rounds)) play(stage, stage.bestOf, pair)
  const counted = results.filter(({ stage: id }) => id === stage.id || id === stage.carry)
  let blocks: (readonly string[])[] = [shuffled(teams)]
  for (const criterion of stage.rank ?? ['wins', 'gameDifference', 'headToHead']) {
    blocks = blocks.flatMap((block) => split(block, (team) => criterionValue(criterion, team, block, teams, counted)))
  }
  let before = 0
  const ranked = blocks.map((block) => {
    const isCut = stage.tieBreak === 'game' && before < cut && before + block.length > cut
    before += block.length
    if (!isCut) return block
    const won = new Map(block.map((team) => [team, 0]))
    for (const [i, a] of block.entries()) {
      for (const b of block.slice(i + 1)) {
        const [winner] = play(stage, 1, [a, b], true)
        won.set(winner, won.get(winner)! + 1)
      }
    }
    return split(block, (team) => won.get(team)!).flat()
  })
  return ranked.flat()
}

/** Blocks of equal values, the greatest first. */
function split(block: readonly string[], value: (team: string) => number): (readonly string[])[] {
  const values = [...new Set(block.map(value))].sort((a, b) => b - a)
  return values.map((own) => block.filter((team) => value(team) === own))
}

function criterionValue(
  criterion: string,
  team: string,
  block: readonly string[],
  all: readonly string[],
  results: readonly Result[],
): number {
  const wins = (of: string, against: readonly string[] | null) =>
    results.filter(({ teams, score, tieBreak }) => {
      const own = teams.indexOf(of)
      return (
        own >= 0 &&
        !tieBreak &&
        score![own]! > score![1 - own]! &&
        (against === null || against.includes(teams[1 - own]!))
      )
    }).length
  const games = (side: 0 | 1) =>
    results.reduce((sum, { teams, score, tieBreak }) => {
      const own = teams.indexOf(team)
      return own < 0 || tieBreak ? sum : sum + score![side === 0 ? own : 1 - own]!
    }, 0)
  if (criterion === 'wins') return wins(team, null)
  if (criterion === 'gameDifference') return games(0) - games(1)
  if (criterion === 'gamesWon') return games(0)
  if (criterion === 'headToHead') return wins(team, block)
  return all.reduce((sum, other) => sum + wins(team, [other]) * wins(other, null), 0)
}
