import type { BaseModel } from '@riftline/predictor'
import * as z from 'zod'
import type { SeriesOutcome } from '../features/feature-rows.ts'
import { entryOf } from '../group-by.ts'
import type { LeagueFormats } from '../history/stated/best-of.ts'
import { parseJsonDocument } from '../json-document.ts'
import type { BookPick, PickReturns } from './value-picks.ts'

export type MemberChances = Readonly<Record<BaseModel, number>>

/** A finished series with the forecasts made before it began; calibration and weights are fitted on these. */
export interface GradedSeries extends SeriesOutcome {
  readonly raw: MemberChances
  /** Change of the log odds by the draft of game 1; null unless all picks are known. */
  readonly draftOffset: number | null
  readonly market: GradedMarket | null
}

export interface GradedMarket {
  readonly chance: number
  /** Profit of each member's value pick at the last price. */
  readonly returns: PickReturns
  /** Team 1's raw chance by the consensus, with the weights at the start of the month; null if not computed. */
  readonly consensus: number | null
  /** Value picks of the consensus at the first price of each book, in the order in which the books were captured. */
  readonly picks: readonly BookPick[]
}

const chance = z.number().min(0).max(1)
const triple = <Value extends z.ZodType>(value: Value) => z.tuple([value, value, value])
const returned = z.number().min(-1).nullable()
/** Book, closing line, profit, closing-line value, and `take` if the price could be taken. */
const pick = z.tuple([z.string(), chance.nullable(), returned, returned, z.literal('take').optional()])
/** Chance, the members' returns, consensus, picks. */
const market = z.tuple([chance, triple(returned), chance.nullable(), z.array(pick)])
/** Series, start, league, best-of, outcome, the members' chances, draft offset, market. */
const row = z.tuple([
  ...([z.int(), z.int(), z.string(), z.literal([1, 3, 5]), z.literal([0, 1])] as const),
  ...([triple(chance), z.number().nullable(), market.nullable()] as const),
])
const schema = z.object({
  format: z.literal('riftline-graded'),
  formatVersion: z.literal(4),
  series: z.array(row),
})

/** Writes the graded record of the artifacts, which names no team. */
export function writeGraded(series: readonly GradedSeries[]): string {
  const rows = series.map((graded): z.infer<typeof row> => {
    const { seriesId, startMs, league, bestOf, outcome, raw, draftOffset, market } = graded
    return [seriesId, startMs, league, bestOf, outcome, toTriple(raw), draftOffset, market && toMarket(market)]
  })
  return `${JSON.stringify({ format: 'riftline-graded', formatVersion: 4, series: rows })}\n`
}

/** @throws ArtifactError `artifact_invalid` */
export function parseGraded(file: string, text: string): readonly GradedSeries[] {
  const { series } = parseJsonDocument(file, text, schema)
  return series.map(([seriesId, startMs, league, bestOf, outcome, raw, draftOffset, market]) => {
    const forecast = { raw: fromTriple(raw), draftOffset, market: market && fromMarket(market) }
    return { seriesId, startMs, league, bestOf, outcome, ...forecast }
  })
}

function toMarket({ chance, returns, consensus, picks }: GradedMarket): z.infer<typeof market> {
  const rows = picks.map(({ book, closing, returned, clv, isTakeable }): z.infer<typeof pick> => {
    return isTakeable ? [book, closing, returned, clv, 'take'] : [book, closing, returned, clv]
  })
  return [chance, toTriple(returns), consensus, rows]
}

function fromMarket([chance, returns, consensus, picks]: z.infer<typeof market>): GradedMarket {
  return { chance, returns: fromTriple(returns), consensus, picks: picks.map(fromPick) }
}

function fromPick([book, closing, returned, clv, taken]: z.infer<typeof pick>): BookPick {
  return { book, closing, returned, clv, isTakeable: taken === 'take' }
}

function toTriple<Value>({ fasttree, lightgbm, pcasweep }: Readonly<Record<BaseModel, Value>>): [Value, Value, Value] {
  return [fasttree, lightgbm, pcasweep]
}

function fromTriple<Value>([fasttree, lightgbm, pcasweep]: readonly [Value, Value, Value]): Record<BaseModel, Value> {
  return { fasttree, lightgbm, pcasweep }
}

export function formatsOf(graded: readonly GradedSeries[]): LeagueFormats {
  const formats = new Map<string, Set<number>>()
  for (const { league, bestOf } of graded) entryOf(formats, league, () => new Set()).add(bestOf)
  return formats
}
