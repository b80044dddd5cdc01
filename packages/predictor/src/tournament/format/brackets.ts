import type { BestOf } from '../../types.ts'
import { addBracketSeries, type PlanDraft, type SeriesDraft } from './draft.ts'
import { faultAt } from './fault.ts'
import type { StageOf } from './format-schema.ts'

/** Series of a bracket, group of four or ladder, compiled from the seats of its slots. */
export interface Bracket {
  readonly series: SeriesDraft[]
  /** Seats of the final places, first place first. */
  readonly places: readonly number[]
  readonly winners: readonly number[]
  readonly losers: readonly number[]
  /** Columns of the answer below the one of the stage. */
  readonly rounds: readonly { readonly name: string; readonly seats: readonly number[] }[]
}

/** Lengths of series by round from a number or a list. @throws RiftlineError `validation_error` for a list of another length */
function lengthsOf(bestOf: BestOf | readonly BestOf[], rounds: number, place: string, of = 'round'): readonly BestOf[] {
  if (typeof bestOf === 'number') return new Array<BestOf>(rounds).fill(bestOf)
  if (bestOf.length === rounds) return bestOf
  throw faultAt(place, `must be one number, or a list of ${rounds}, one for each ${of}, got a list of ${bestOf.length}`)
}

export function compileSingle(
  draft: PlanDraft,
  stage: StageOf<'singleElimination'>,
  place: string,
  seats: readonly number[],
): Bracket {
  const all = Math.log2(seats.length)
  if (!Number.isInteger(all)) {
    throw faultAt(
      `${place}.slots`,
      `must be 2, 4, 8, 16, 32 or 64 slots, got ${seats.length}; give teams with a bye their place in a later stage`,
    )
  }
  const { rounds = all, thirdPlace = false } = stage
  if (rounds > all) throw faultAt(`${place}.rounds`, `must be at most ${all} for ${seats.length} slots, got ${rounds}`)
  if (thirdPlace && (rounds < all || all < 2)) {
    throw faultAt(`${place}.thirdPlace`, 'must be false, since this bracket has no semifinal and final')
  }
  const lengths = lengthsOf(stage.bestOf, rounds, `${place}.bestOf`)
  const [series, columns]: [SeriesDraft[], Bracket['rounds'][number][]] = [[], []]
  let [winners, losers] = [seats, [] as readonly number[]]
  let third: SeriesDraft | null = null
  for (const [round, bestOf] of lengths.entries()) {
    if (round > 0) columns.push({ name: roundName(winners.length), seats: winners })
    if (thirdPlace && round === all - 1) third = addBracketSeries(draft, series, bestOf, losers[0]!, losers[1]!)
    const played: SeriesDraft[] = []
    for (let i = 0; i < winners.length; i += 2)
      played.push(addBracketSeries(draft, series, bestOf, winners[i]!, winners[i + 1]!))
    winners = played.map(({ winner }) => winner)
    losers = played.map(({ loser }) => loser)
  }
  const thirds = third === null ? [] : [third.winner, third.loser]
  return { series, places: rounds === all ? [...winners, ...losers, ...thirds] : [], winners, losers, rounds: columns }
}

function roundName(teams: number): string {
  return { 2: 'final', 4: 'semifinal', 8: 'quarterfinal' }[teams] ?? `roundOf${teams}`
}

export function compileDouble(
  draft: PlanDraft,
  stage: StageOf<'doubleElimination'>,
  place: string,
  all: readonly number[],
): Bracket {
  const seats = all.slice(0, stage.slots.length)
  const lower = all.slice(stage.slots.length)
  if (seats.length !== 4 && seats.length !== 8)
    throw faultAt(`${place}.slots`, `must be 4 or 8 slots, got ${seats.length}`)
  if (lower.length > 0 && (seats.length === 8 || (lower.length !== 2 && lower.length !== 4))) {
    throw faultAt(
      `${place}.lowerSlots`,
      `must be 2 or 4 slots beside 4 upper ones, got ${lower.length} beside ${seats.length}`,
    )
  }
  const { bestOf } = stage
  if (typeof bestOf !== 'number' && stage.final === undefined) {
    throw faultAt(`${place}.final`, 'must be the length of the final where bestOf is by bracket, but is missing')
  }
  const lowerRounds = seats.length === 8 ? 4 : 2 + lower.length / 2
  const byBracket = typeof bestOf === 'number' ? { upper: bestOf, lower: bestOf } : bestOf
  const upperLengths = lengthsOf(byBracket.upper, Math.log2(seats.length), `${place}.bestOf.upper`, 'upper round')
  const lowerLengths = [...lengthsOf(byBracket.lower, lowerRounds, `${place}.bestOf.lower`, 'lower round')]
  const series: SeriesDraft[] = []
  function round(length: BestOf, pairs: readonly (readonly [number, number])[]): readonly SeriesDraft[] {
    return pairs.map(([first, second]) => addBracketSeries(draft, series, length, first, second))
  }
  const nextLower = () => lowerLengths.shift()!
  let upper = round(upperLengths[0]!, pairsOf(seats))
  let below = upper.map(({ loser }) => loser)
  if (lower.length === 4) below = meet(below, winnersOf(round(nextLower(), pairsOf(lower))))
  else if (lower.length === 2) below = meet(below, lower)
  let last = round(nextLower(), pairsOf(below))
  for (const length of upperLengths.slice(1)) {
    upper = round(length, pairsOf(winnersOf(upper)))
    // Losers of the second upper round cross to the other half, so that they do not meet an opponent of the first one at once.
    const losers = upper.map(({ loser }) => loser).reverse()
    if (last.length > upper.length) last = round(nextLower(), pairsOf(winnersOf(last)))
    last = round(nextLower(), pairsOf(meet(losers, winnersOf(last))))
  }
  return withFinal(draft, series, stage.final ?? (bestOf as BestOf), upper[0]!, last[0]!)
}

/** The final between the winners of both brackets, and the places by elimination. */
function withFinal(
  draft: PlanDraft,
  series: SeriesDraft[],
  bestOf: BestOf,
  upper: SeriesDraft,
  lower: SeriesDraft,
): Bracket {
  const semifinal = series.find(({ winner }) => winner === lower.second)!
  const final = addBracketSeries(draft, series, bestOf, upper.winner, lower.winner)
  const places = [final.winner, final.loser, lower.loser, semifinal.loser]
  return { series, places, winners: [], losers: [], rounds: [{ name: 'final', seats: [final.first, final.second] }] }
}

export function compileFour(
  draft: PlanDraft,
  stage: StageOf<'gsl'>,
  place: string,
  slots: string,
  seats: readonly number[],
): Bracket {
  if (seats.length !== 4) throw faultAt(slots, `must be 4 slots, got ${seats.length}`)
  const [a, b, c, d] = seats as [number, number, number, number]
  const lengths = lengthsOf(stage.bestOf, 4, `${place}.bestOf`, 'of opening, winners, losers and deciding series')
  const [opening, ofWinners, ofLosers, deciding] = lengths as [BestOf, BestOf, BestOf, BestOf]
  const series: SeriesDraft[] = []
  const first = addBracketSeries(draft, series, opening, a, b)
  const second = addBracketSeries(draft, series, opening, c, d)
  const winners = addBracketSeries(draft, series, ofWinners, first.winner, second.winner)
  const losers = addBracketSeries(draft, series, ofLosers, first.loser, second.loser)
  const decider = addBracketSeries(draft, series, deciding, winners.loser, losers.winner)
  return {
    series,
    places: [winners.winner, decider.winner, decider.loser, losers.loser],
    winners: [],
    losers: [],
    rounds: [],
  }
}

export function compileLadder(
  draft: PlanDraft,
  stage: StageOf<'kingOfTheHill'>,
  place: string,
  seats: readonly number[],
): Bracket {
  const lengths = lengthsOf(stage.bestOf, seats.length - 1, `${place}.bestOf`, 'series')
  const series: SeriesDraft[] = []
  const places: number[] = []
  let climber = seats.at(-1)!
  for (const [i, bestOf] of lengths.entries()) {
    const step = addBracketSeries(draft, series, bestOf, seats[seats.length - 2 - i]!, climber)
    places.unshift(step.loser)
    climber = step.winner
  }
  const final = series.at(-1)!
  const rounds = seats.length > 2 ? [{ name: 'final', seats: [final.first, final.second] }] : []
  return { series, places: [climber, ...places], winners: [], losers: [], rounds }
}

function winnersOf(series: readonly SeriesDraft[]): readonly number[] {
  return series.map(({ winner }) => winner)
}

/** Neighbours in pairs. */
function pairsOf(seats: readonly number[]): readonly (readonly [number, number])[] {
  return Array.from({ length: seats.length / 2 }, (_, i) => [seats[2 * i]!, seats[2 * i + 1]!])
}

/** Two lists of equal length in turns, so that each seat of the one meets one of the other. */
function meet(first: readonly number[], second: readonly number[]): number[] {
  return first.flatMap((seat, i) => [seat, second[i]!])
}
