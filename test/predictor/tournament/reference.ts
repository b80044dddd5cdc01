import type { TournamentFormat } from '@riftline/predictor'

// Plays a format as its documentation says, team by team and without speed, to compare the simulation with. It shares no code with it.

type Stage = TournamentFormat['stages'][number]
type Score = readonly [number, number]

/** What a run leaves to chance. Teams are names. */
export interface Chance {
  series(stage: string, first: string, second: string, bestOf: number, kind: SeriesKind): Score
  /** One of some alternatives by their weights. */
  pick(weights: readonly number[]): number
  /** The opponent that a team chooses. */
  choose(team: string, opponents: readonly string[], bestOf: number): string
  /** Called with the teams in the slots of each stage as it begins. */
  begins?(stage: string, teams: readonly string[]): void
  /** Pairs of a round of a Swiss stage, with the fewest rematches. */
  pair(
    teams: readonly string[],
    haveMet: (first: string, second: string) => boolean,
  ): readonly (readonly [string, string])[]
}

/** Whether the score of a series counts, its winner alone, or a game breaks a tie. */
export type SeriesKind = 'score' | 'winner' | 'tieBreak'

/** One run of a tournament. */
export interface Played {
  readonly winner: string
  /** Whether the lots fell otherwise than the draws of the format say: such a run does not count. */
  readonly isVoid: boolean
  /** Teams in the seats of each column of the answer. */
  readonly reach: ReadonlyMap<string, readonly string[]>
  /** Place from 1 up, and series won, in each round robin and Swiss stage. */
  readonly places: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly wins: ReadonlyMap<string, ReadonlyMap<string, number>>
}

interface Result {
  readonly teams: readonly [string, string]
  readonly score: Score | undefined
  readonly tieBreak: boolean
}

/** The run of a format in which chance decides what its results do not. */
export function playFormat(format: TournamentFormat, chance: Chance): Played {
  const run = new Run(format, chance)
  for (const stage of format.stages) run.play(stage)
  const { reach, places, wins, isVoid } = run
  return { winner: reach.get('winner')![0]!, reach, places, wins, isVoid }
}

type Slot = { readonly slot: string; readonly list: string }

const slotsOfStage = new WeakMap<Stage, readonly Slot[]>()

/** Slots of a stage in reading order, with the list that each is in. */
export function slotsOf(stage: Stage): readonly Slot[] {
  const known = slotsOfStage.get(stage) ?? readSlots(stage)
  slotsOfStage.set(stage, known)
  return known
}

function readSlots(stage: Stage): readonly Slot[] {
  const lists: [string, readonly string[]][] = []
  if ('slots' in stage && stage.slots !== undefined) lists.push(['slots', stage.slots])
  if ('lowerSlots' in stage && stage.lowerSlots !== undefined) lists.push(['lowerSlots', stage.lowerSlots])
  if ('groups' in stage && stage.groups !== undefined) lists.push(...Object.entries(stage.groups))
  return lists.flatMap(([list, slots]) => slots.map((slot) => ({ slot, list })))
}

const knownOfFormat = new WeakMap<TournamentFormat, ReadonlyMap<string, readonly Result[]>>()

/** Played results of a format by stage and pair, in order of play. */
function knownResults(format: TournamentFormat): ReadonlyMap<string, readonly Result[]> {
  const cached = knownOfFormat.get(format)
  if (cached !== undefined) return cached
  const known = new Map<string, Result[]>()
  for (const { stage, teams, score, tieBreak = false } of format.results ?? []) {
    if (score === undefined) continue
    const key = keyOf(stage, teams[0], teams[1], tieBreak)
    known.set(key, [...(known.get(key) ?? []), { teams, score, tieBreak }])
  }
  knownOfFormat.set(format, known)
  return known
}

function keyOf(stage: string, a: string, b: string, tieBreak: boolean): string {
  return a < b ? `${stage} ${a} - ${b} ${tieBreak}` : `${stage} ${b} - ${a} ${tieBreak}`
}

class Run {
  readonly reach = new Map<string, readonly string[]>()
  readonly places = new Map<string, Map<string, number>>()
  readonly wins = new Map<string, Map<string, number>>()
  isVoid = false
  /** Team of each place, as slots name it. */
  private readonly teamOf = new Map<string, string>()
  private readonly played = new Map<string, Result[]>()
  private readonly used = new Map<string, number>()
  private readonly known: ReadonlyMap<string, readonly Result[]>
  private readonly format: TournamentFormat
  private readonly chance: Chance

  constructor(format: TournamentFormat, chance: Chance) {
    this.format = format
    this.chance = chance
    this.known = knownResults(format)
    for (const team of format.teams) {
      const name = typeof team === 'string' ? team : team.name
      this.teamOf.set(name, name)
    }
  }

  play(stage: Stage): void {
    const named = slotsOf(stage)
    const drawn = this.format.draws?.find((draw) => draw.stage === stage.id)?.slots
    const teams =
      drawn ??
      this.arranged(
        stage,
        named.map(({ slot }) => this.teamOf.get(slot)!),
      )
    this.chance.begins?.(stage.id, teams)
    const names = this.format.teams.map((team) => (typeof team === 'string' ? team : team.name))
    if (named.some(({ slot }) => !names.includes(slot))) this.reach.set(stage.id, teams)
    const ranking = (list: readonly string[], prefix: string): void => {
      for (const [i, team] of list.entries()) this.teamOf.set(`${prefix}.${i + 1}`, team)
      if (stage === this.format.stages.at(-1) && prefix === stage.id) this.reach.set('winner', [list[0]!])
    }
    if (stage.kind === 'singleElimination') ranking(this.single(stage, teams), stage.id)
    else if (stage.kind === 'doubleElimination') {
      ranking(this.double(stage, teams.slice(0, stage.slots.length), teams.slice(stage.slots.length)), stage.id)
    } else if (stage.kind === 'kingOfTheHill') ranking(this.ladder(stage, teams), stage.id)
    else if (stage.kind === 'swiss') ranking(this.swiss(stage, teams), stage.id)
    else {
      for (const list of new Set(named.map((one) => one.list))) {
        const own = teams.filter((_, i) => named[i]!.list === list)
        const prefix = stage.groups === undefined ? stage.id : `${stage.id}.${list}`
        ranking(stage.kind === 'gsl' ? this.four(stage, own) : this.roundRobin(stage, own, prefix), prefix)
      }
    }
  }

  /** Teams of the slots after a draw or choices. */
  private arranged(stage: Stage, teams: readonly string[]): readonly string[] {
    const [draw, choose] = [(stage as { draw?: string }).draw, (stage as { choose?: string }).choose]
    if (draw === undefined && choose === undefined) return teams
    const upper = stage.kind === 'doubleElimination' ? stage.slots.length : teams.length
    const firsts = teams.slice(0, upper).filter((_, i) => i % 2 === 0)
    const seconds = teams.slice(0, upper).filter((_, i) => i % 2 === 1)
    const lower = teams.slice(upper)
    if (draw !== undefined) return this.drawn(stage, teams)
    const free = [...seconds]
    const bestOf = lengths(stage.bestOf, 'upper')(0)
    return [
      ...firsts.flatMap((team) => {
        const chosen = this.chance.choose(team, free, bestOf)
        free.splice(free.indexOf(chosen), 1)
        return [team, chosen]
      }),
      ...lower,
    ]
  }

  /** Every draw that keeps teams of one group in different halves, else in different pairs, is equally likely. */
  private drawn(stage: Stage, teams: readonly string[]): readonly string[] {
    const groups = slotsOf(stage).map(({ slot }) => slot.split('.').slice(0, -1).join('.'))
    const groupOf = new Map(
      teams.map((team, i) => [
        team,
        !/\.(winners|losers)$/.test(groups[i]!) && groups[i]!.includes('.') ? groups[i]! : team,
      ]),
    )
    const pots = [0, 1].map((pot) => permutations(teams.filter((_, i) => i % 2 === pot)))
    const all = pots[0]!.flatMap((one) => pots[1]!.map((two) => one.flatMap((team, i) => [team, two[i]!])))
    const isApart = (list: readonly string[], part: number) =>
      list.every((team, i) =>
        list.every(
          (other, j) =>
            i >= j || Math.floor(i / part) !== Math.floor(j / part) || groupOf.get(team) !== groupOf.get(other),
        ),
      )
    const halves = all.filter((list) => isApart(list, Math.max(2, teams.length / 2)))
    const pairs = all.filter((list) => isApart(list, 2))
    const allowed = halves.length > 0 ? halves : pairs.length > 0 ? pairs : all
    return allowed[this.chance.pick(allowed.map(() => 1))]!
  }

  /** Plays a series, or takes the next known result of the pair. */
  private series(stage: Stage, a: string, b: string, bestOf: number, tieBreak = false): Score {
    const kind = tieBreak ? 'tieBreak' : stage.kind === 'roundRobin' ? 'score' : 'winner'
    const key = this.known.size === 0 ? '' : keyOf(stage.id, a, b, tieBreak)
    const known = this.known.get(key)
    if (known === undefined) return this.chance.series(stage.id, a, b, bestOf, kind)
    const times = this.used.get(key) ?? 0
    this.used.set(key, times + 1)
    const result = known[times]
    if (result === undefined) return this.chance.series(stage.id, a, b, bestOf, kind)
    return result.teams[0] === a ? result.score! : [result.score![1], result.score![0]]
  }

  /** Winner and loser. */
  private decide(stage: Stage, [a, b]: readonly string[], bestOf: number): readonly [string, string] {
    const [won, lost] = this.series(stage, a!, b!, bestOf)
    return won > lost ? [a!, b!] : [b!, a!]
  }

  private single(stage: Extract<Stage, { kind: 'singleElimination' }>, teams: readonly string[]): readonly string[] {
    const bestOf = lengths(stage.bestOf)
    const rounds = stage.rounds ?? Math.log2(teams.length)
    let [winners, losers] = [teams, [] as readonly string[]]
    let third: readonly string[] = []
    for (let round = 0; round < rounds; round++) {
      const name = { 2: 'final', 4: 'semifinal', 8: 'quarterfinal' }[winners.length] ?? `roundOf${winners.length}`
      if (round > 0) this.reach.set(`${stage.id}.${name}`, winners)
      if (stage.thirdPlace === true && winners.length === 2) third = this.decide(stage, losers, bestOf(round))
      const played = pairs(winners).map((pair) => this.decide(stage, pair, bestOf(round)))
      winners = played.map(([winner]) => winner)
      losers = played.map(([, loser]) => loser)
    }
    for (const [i, team] of winners.entries()) this.teamOf.set(`${stage.id}.winners.${i + 1}`, team)
    for (const [i, team] of losers.entries()) this.teamOf.set(`${stage.id}.losers.${i + 1}`, team)
    return winners.length === 1 ? [...winners, ...losers, ...third] : []
  }

  private double(
    stage: Extract<Stage, { kind: 'doubleElimination' }>,
    slots: readonly string[],
    lower: readonly string[],
  ) {
    const bestOf = { upper: lengths(stage.bestOf, 'upper'), lower: lengths(stage.bestOf, 'lower') }
    const last = stage.final ?? (stage.bestOf as number)
    const round = (list: readonly (readonly string[])[], length: number) => {
      const played = list.map((pair) => this.decide(stage, pair, length))
      return { winners: played.map(([winner]) => winner), losers: played.map(([, loser]) => loser) }
    }
    let lowerRound = 0
    const below = (list: readonly (readonly string[])[]) => round(list, bestOf.lower(lowerRound++))
    const first = round(pairs(slots), bestOf.upper(0))
    const final = (upper: readonly string[], beaten: ReturnType<typeof round>, fourth: string) => {
      const [one, two] = [upper[0]!, beaten.winners[0]!]
      this.reach.set(`${stage.id}.final`, [one, two])
      return [...this.decide(stage, [one, two], last), beaten.losers[0]!, fourth]
    }
    if (slots.length === 4) {
      const challengers = lower.length === 4 ? below(pairs(lower)).winners : lower
      const facing = lower.length === 0 ? pairs(first.losers) : first.losers.map((team, i) => [team, challengers[i]!])
      const second = below(facing)
      const survivor = lower.length === 0 ? second : below(pairs(second.winners))
      const upper = round(pairs(first.winners), bestOf.upper(1))
      return final(upper.winners, below([[upper.losers[0]!, survivor.winners[0]!]]), survivor.losers[0]!)
    }
    const losersOne = below(pairs(first.losers))
    const two = round(pairs(first.winners), bestOf.upper(1))
    const losersTwo = below([
      [two.losers[1]!, losersOne.winners[0]!],
      [two.losers[0]!, losersOne.winners[1]!],
    ])
    const three = round(pairs(two.winners), bestOf.upper(2))
    const losersThree = below([losersTwo.winners])
    return final(three.winners, below([[three.losers[0]!, losersThree.winners[0]!]]), losersThree.losers[0]!)
  }

  private four(stage: Extract<Stage, { kind: 'gsl' }>, [a, b, c, d]: readonly string[]): readonly string[] {
    const bestOf = lengths(stage.bestOf)
    const [one, two] = [this.decide(stage, [a!, b!], bestOf(0)), this.decide(stage, [c!, d!], bestOf(0))]
    const winners = this.decide(stage, [one[0], two[0]], bestOf(1))
    const losers = this.decide(stage, [one[1], two[1]], bestOf(2))
    const decider = this.decide(stage, [winners[1], losers[0]], bestOf(3))
    return [winners[0], ...decider, losers[1]]
  }

  private ladder(stage: Extract<Stage, { kind: 'kingOfTheHill' }>, teams: readonly string[]): readonly string[] {
    const bestOf = lengths(stage.bestOf)
    let climber = teams.at(-1)!
    const out: string[] = []
    for (const [i, team] of teams.slice(0, -1).reverse().entries()) {
      if (teams.length > 2 && i === teams.length - 2) this.reach.set(`${stage.id}.final`, [team, climber])
      const [winner, loser] = this.decide(stage, [team, climber], bestOf(i))
      climber = winner
      out.unshift(loser)
    }
    return [climber, ...out]
  }

  private roundRobin(stage: Extract<Stage, { kind: 'roundRobin' }>, teams: readonly string[], prefix: string) {
    const own: Result[] = []
    for (let round = 0; round < (stage.rounds ?? 1); round++) {
      for (const [i, a] of teams.entries()) {
        for (const b of teams.slice(i + 1)) {
          own.push({ teams: [a, b], score: this.series(stage, a, b, stage.bestOf), tieBreak: false })
        }
      }
    }
    const carried = stage.carry === undefined ? [] : (this.played.get(stage.carry) ?? [])
    const all = [...carried, ...own]
    this.played.set(stage.id, [...(this.played.get(stage.id) ?? carried), ...own])
    const wins = this.wins.get(stage.id) ?? new Map<string, number>()
    for (const team of teams) wins.set(team, winsOf(own, team))
    this.wins.set(stage.id, wins)
    const order = rankBy(all, stage.rank ?? ['wins', 'gameDifference', 'headToHead'], teams).flatMap(
      (tied, i, groups) => {
        const before = groups.slice(0, i).reduce((sum, group) => sum + group.length, 0)
        return this.breakTie(stage, tied, before, prefix)
      },
    )
    return this.place(stage, order, prefix)
  }

  private place(stage: Stage, order: readonly string[], prefix: string): readonly string[] {
    const places = this.places.get(stage.id) ?? new Map<string, number>()
    for (const [i, team] of order.entries()) {
      places.set(team, i + 1)
      if (!this.isPossible(`${prefix}.${i + 1}`, team)) this.isVoid = true
    }
    this.places.set(stage.id, places)
    return order
  }

  /** Whether a team can have a place by the draws of the stages to which it leads. */
  private isPossible(place: string, team: string): boolean {
    return (this.format.draws ?? []).every((draw) => {
      const stage = this.format.stages.find(({ id }) => id === draw.stage)!
      const slots = slotsOf(stage)
      const at = slots.findIndex(({ slot }) => slot === place)
      const potOf = (slot: number) =>
        'draw' in stage || ('choose' in stage && slot % 2 === 1 && slots[slot]!.list === 'slots') ? slot % 2 : -slot - 1
      return at < 0 || draw.slots.some((other, i) => other === team && potOf(i) === potOf(at))
    })
  }

  private breakTie(
    stage: Extract<Stage, { kind: 'roundRobin' }>,
    tied: readonly string[],
    before: number,
    prefix: string,
  ) {
    if (tied.length === 1) return tied
    const leads = tied.map((_, i) => this.leadOf(stage, `${prefix}.${before + i + 1}`, before + i))
    if (stage.tieBreak !== 'game' || leads.every((lead) => lead === leads[0])) return this.lot(tied, prefix, before)
    const games: Result[] = tied.flatMap((a, i) =>
      tied
        .slice(i + 1)
        .map((b) => ({ teams: [a, b] as const, score: this.series(stage, a, b, 1, true), tieBreak: true })),
    )
    const ranked = rankBy(games, ['wins'], tied)
    return ranked.flatMap((group, i) => this.lot(group, prefix, before + ranked.slice(0, i).flat().length))
  }

  /** Where a place leads: places that lead to the same are alike. */
  private leadOf(stage: Stage, place: string, index: number): string {
    for (const later of this.format.stages) {
      const slots = slotsOf(later)
      const at = slots.findIndex(({ slot }) => slot === place)
      if (at < 0) continue
      const part = later.kind === 'kingOfTheHill' ? Math.min(at, slots.length - 2) : 'draw' in later ? at % 2 : 0
      return `${later.id} ${slots[at]!.list} ${part}`
    }
    return stage === this.format.stages.at(-1) && index === 0 ? 'winner' : ''
  }

  /** Orders tied teams at random, as far as the draws leave it open. @param before places before theirs */
  private lot(teams: readonly string[], prefix: string, before: number): readonly string[] {
    if (this.format.draws === undefined || this.format.draws.length === 0) {
      const left = [...teams]
      return teams.map(() => left.splice(this.chance.pick(left.map(() => 1)), 1)[0]!)
    }
    const ordered = (left: readonly string[], place: number): readonly (readonly string[])[] =>
      left.length === 0
        ? [[]]
        : left
            .filter((team) => this.isPossible(`${prefix}.${place}`, team))
            .flatMap((team) =>
              ordered(
                left.filter((other) => other !== team),
                place + 1,
              ).map((rest) => [team, ...rest]),
            )
    const all = ordered(teams, before + 1)
    return all[this.chance.pick(all.map(() => 1))] ?? teams
  }

  private swiss(stage: Extract<Stage, { kind: 'swiss' }>, teams: readonly string[]): readonly string[] {
    const records = new Map(teams.map((team) => [team, { wins: 0, losses: 0 }]))
    const met = new Set<string>()
    const rounds = new Map<string, number>()
    const known = (this.format.results ?? [])
      .filter((one) => one.stage === stage.id)
      .map((result) => {
        const round = rounds.get(result.teams[0]) ?? 0
        for (const team of result.teams) rounds.set(team, round + 1)
        return { teams: result.teams, score: result.score, tieBreak: false, round }
      })
    const play = (a: string, b: string, result?: Result) => {
      const { wins, losses } = records.get(a)!
      const isDeciding = wins === stage.wins - 1 || losses === stage.losses - 1
      const bestOf = isDeciding ? (stage.decidingBestOf ?? stage.bestOf) : stage.bestOf
      const score = result?.score ?? this.chance.series(stage.id, a, b, bestOf, 'winner')
      const isWon = score[0] > score[1]
      records.get(isWon ? a : b)!.wins++
      records.get(isWon ? b : a)!.losses++
      met.add(`${a} - ${b}`).add(`${b} - ${a}`)
    }
    for (let round = 0; round < stage.wins + stage.losses - 1; round++) {
      for (const result of known) if (result.round === round) play(...result.teams, result)
      for (let wins = round; wins >= 0; wins--) {
        const group = teams.filter((team) => {
          const record = records.get(team)!
          const isIn = record.wins < stage.wins && record.losses < stage.losses
          return isIn && record.wins === wins && record.losses === round - wins
        })
        if (group.length === 0) continue
        for (const [a, b] of this.chance.pair(group, (one, two) => met.has(`${one} - ${two}`))) play(a, b)
      }
    }
    this.wins.set(stage.id, new Map(teams.map((team) => [team, records.get(team)!.wins])))
    const key = (team: string) => {
      const { wins, losses } = records.get(team)!
      return wins === stage.wins ? losses : 100 - wins
    }
    const groups = [...new Set(teams.map(key))]
      .sort((a, b) => a - b)
      .map((one) => teams.filter((team) => key(team) === one))
    const order = groups.flatMap((group, i) => this.lot(group, stage.id, groups.slice(0, i).flat().length))
    return this.place(stage, order, stage.id)
  }
}

/** Groups of tied teams, best first. */
function rankBy(
  results: readonly Result[],
  criteria: readonly string[],
  teams: readonly string[],
): readonly (readonly string[])[] {
  const [criterion, ...others] = criteria
  if (criterion === undefined || teams.length === 1) return [teams]
  const value = (team: string): number => {
    if (criterion === 'wins') return winsOf(results, team)
    if (criterion === 'gameDifference') return gamesOf(results, team, 0) - gamesOf(results, team, 1)
    if (criterion === 'gamesWon') return gamesOf(results, team, 0)
    const beaten = (other: string) =>
      winsOf(
        results.filter((one) => one.teams.includes(other)),
        team,
      )
    if (criterion === 'headToHead') return teams.reduce((sum, other) => sum + (other === team ? 0 : beaten(other)), 0)
    const all = [...new Set(results.flatMap((one) => one.teams))]
    return all.reduce((sum, other) => sum + (other === team ? 0 : beaten(other) * winsOf(results, other)), 0)
  }
  const values = [...new Set(teams.map(value))].sort((a, b) => b - a)
  return values.flatMap((one) =>
    rankBy(
      results,
      others,
      teams.filter((team) => value(team) === one),
    ),
  )
}

function winsOf(results: readonly Result[], team: string): number {
  return results.filter(
    ({ teams, score }) => teams.includes(team) && score![teams.indexOf(team)]! > score![1 - teams.indexOf(team)]!,
  ).length
}

/** Games that a team has won (side 0) or lost (side 1). */
function gamesOf(results: readonly Result[], team: string, side: 0 | 1): number {
  return results.reduce((sum, { teams, score }) => {
    const at = teams.indexOf(team)
    return at < 0 ? sum : sum + score![side === 0 ? at : 1 - at]!
  }, 0)
}

function pairs(teams: readonly string[]): readonly (readonly [string, string])[] {
  return Array.from({ length: teams.length / 2 }, (_, i) => [teams[2 * i]!, teams[2 * i + 1]!])
}

/** Length of the series of a round. */
function lengths(
  bestOf:
    | number
    | readonly number[]
    | { readonly upper: number | readonly number[]; readonly lower: number | readonly number[] },
  bracket: 'upper' | 'lower' = 'upper',
): (round: number) => number {
  if (typeof bestOf === 'number') return () => bestOf
  const list = 'upper' in bestOf ? bestOf[bracket] : bestOf
  return typeof list === 'number' ? () => list : (round) => list[round]!
}

function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items]
  return items.flatMap((item, i) => permutations(items.filter((_, j) => j !== i)).map((rest) => [item, ...rest]))
}
