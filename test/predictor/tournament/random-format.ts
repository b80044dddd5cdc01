import type { TournamentFormat } from '@riftline/predictor'
import { pairings, scoreChances } from './exact.ts'
import { type Chance, playFormat, slotsOf } from './reference.ts'

/** Whole numbers from 0 up to below `n`. */
export type Random = (n: number) => number

/** Seeded numbers for tests: equal seeds give equal formats. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return (n) => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * n)
  }
}

type Stage = Record<string, unknown>

/** A format of any kinds, chained: each stage takes teams, and places of the stages before, at random. */
export function randomFormat(seed: number): TournamentFormat {
  const random = randomOf(seed)
  const one = <T>(...items: readonly T[]): T => items[random(items.length)]!
  const teams = Array.from({ length: 2 + random(7) }, (_, i) => `Team ${i + 1}`)
  let pool: string[] = shuffled(teams, random)
  const stages: Stage[] = []
  const [few, many] = [one(1, 3), one(3, 5)]
  for (let index = random(3); index >= 0; index--) {
    const isLast = index === 0
    const id = `s${stages.length + 1}`
    const sizes = {
      kingOfTheHill: [2, 3, 4],
      singleElimination: [2, 4, 8],
      roundRobin: [2, 3, 4],
      gsl: [4],
      swiss: [4],
      doubleElimination: [4, 6, 8],
    }
    const kinds = Object.entries(sizes).filter(
      ([kind, of]) => of.some((size) => size <= pool.length) && !(isLast && kind === 'swiss'),
    )
    const [kind, of] = kinds[random(kinds.length)]!
    const size = one(...of.filter((length) => length <= pool.length))
    // The last stage takes nobody's place twice, and a team that is in no stage would be refused.
    const slots = isLast ? preferTeams(pool, teams).slice(0, size) : pool.slice(0, size)
    pool = pool.filter((slot) => !slots.includes(slot))
    const { stage, places } = randomStage(id, kind, slots, isLast, { random, few, many, before: stages })
    stages.push(stage)
    pool = shuffled([...pool, ...places], random)
  }
  const used = new Set(stages.flatMap((stage) => slotsOf(stage as never).map(({ slot }) => slot)))
  return {
    name: `Format ${seed}`,
    teams: teams.filter((team) => used.has(team)),
    stages,
  } as unknown as TournamentFormat
}

function preferTeams(pool: readonly string[], teams: readonly string[]): readonly string[] {
  return [...pool].sort((a, b) => Number(teams.includes(a)) - Number(teams.includes(b)))
}

function randomStage(
  id: string,
  kind: string,
  slots: readonly string[],
  isLast: boolean,
  {
    random,
    few,
    many,
    before,
  }: { readonly random: Random; readonly few: number; readonly many: number; readonly before: readonly Stage[] },
): { readonly stage: Stage; readonly places: readonly string[] } {
  const one = <T>(...items: readonly T[]): T => items[random(items.length)]!
  const numbered = (count: number, prefix = id) => Array.from({ length: count }, (_, i) => `${prefix}.${i + 1}`)
  const { length } = slots
  const arrange: Stage = length > 2 ? one<Stage>({}, {}, { choose: 'higherSeed' }) : {}
  if (kind === 'singleElimination') {
    const all = Math.log2(length)
    const rounds = isLast ? all : one(all, 1)
    const third = rounds === all && length >= 4 ? one({}, { thirdPlace: true }) : {}
    const drawn = length === 4 ? one(arrange, arrange, { draw: 'random' }) : arrange
    const stage = { id, kind, slots, bestOf: one(few, many), ...(rounds === all ? {} : { rounds }), ...drawn, ...third }
    const left = length / 2 ** rounds
    const series = [...numbered(left, `${id}.winners`), ...numbered(left, `${id}.losers`)]
    const places = rounds === all ? numbered('thirdPlace' in third ? 4 : 2) : series
    return { stage, places }
  }
  if (kind === 'doubleElimination') {
    const lower = length === 6 ? slots.slice(4) : []
    const upper = length === 6 ? slots.slice(0, 4) : slots
    const stage = {
      id,
      kind,
      slots: upper,
      ...(lower.length > 0 ? { lowerSlots: lower } : {}),
      bestOf: few,
      final: many,
      ...arrange,
    }
    return { stage, places: numbered(4) }
  }
  if (kind === 'roundRobin') {
    const rank = shuffled(['wins', 'gameDifference', 'headToHead', 'gamesWon', 'strengthOfVictory'], random)
    const criteria = ['wins', ...rank.filter((criterion) => criterion !== 'wins')].slice(0, 1 + random(4))
    const bestOf = length === 4 ? one(1, 1, 2) : one(1, 2, 3)
    const rounds = length <= 3 ? one(1, 2) : 1
    const tie = { rank: criteria, tieBreak: one('lot', 'game'), bestOf, rounds }
    const halves = { X: slots.slice(0, 2), Y: slots.slice(2) }
    if (length === 4 && !isLast && random(3) === 0) {
      return {
        stage: { id, kind, groups: halves, ...tie },
        places: [...numbered(2, `${id}.X`), ...numbered(2, `${id}.Y`)],
      }
    }
    const earlier = before.find((stage) => {
      const placed = slotsOf(stage as never).length
      return (
        stage.kind === 'roundRobin' &&
        stage.groups === undefined &&
        slots.every((slot) => slot.startsWith(`${stage.id}.`)) &&
        placed > 0
      )
    })
    const carry = earlier === undefined ? {} : { carry: earlier.id, rank: ['wins', 'gameDifference', 'headToHead'] }
    return { stage: { id, kind, slots, ...tie, ...carry }, places: numbered(length) }
  }
  if (kind === 'swiss') {
    const [wins, losses] = one([2, 1], [1, 2], [2, 2])
    return { stage: { id, kind, slots, wins, losses, bestOf: few, decidingBestOf: many }, places: numbered(length) }
  }
  return { stage: { id, kind, slots, bestOf: few }, places: numbered(length) }
}

/** The format with the first results of a random run, and the draws that have fallen by then. */
export function withResults(format: TournamentFormat, seed: number, share: number): TournamentFormat {
  const random = randomOf(seed)
  const played: {
    readonly stage: string
    readonly teams: readonly [string, string]
    readonly score: readonly [number, number]
    readonly tieBreak?: true
  }[] = []
  const begun: { readonly stage: string; readonly slots: readonly string[]; readonly after: number }[] = []
  const chance: Chance = {
    pick: (weights) => random(weights.length),
    choose: (_, opponents) => opponents[random(opponents.length)]!,
    pair(teams, haveMet) {
      const all = pairings(teams, haveMet)
      return all[random(all.length)]!
    },
    begins: (stage, slots) => void begun.push({ stage, slots, after: played.length }),
    series(stage, first, second, bestOf, kind) {
      const scores = scoreChances(bestOf, 0.5)
      const [won, lost] = scores[random(scores.length)]!
      played.push({
        stage,
        teams: [first, second],
        score: [won, lost],
        ...(kind === 'tieBreak' ? { tieBreak: true } : {}),
      })
      return [won, lost]
    },
  }
  playFormat(format, chance)
  const count = Math.floor(share * (played.length + 1))
  const teams = new Set(format.teams)
  const draws = begun
    .filter(({ stage: id, after }) => {
      const stage = format.stages.find((one) => one.id === id)!
      const isOpen = 'draw' in stage || 'choose' in stage || slotsOf(stage).some(({ slot }) => !teams.has(slot))
      return after <= count && isOpen
    })
    .map(({ stage, slots }) => ({ stage, slots }))
  return { ...format, results: played.slice(0, count), draws }
}

export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items]
  return items.map(() => left.splice(random(left.length), 1)[0]!)
}
