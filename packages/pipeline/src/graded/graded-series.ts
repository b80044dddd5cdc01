import type { BaseModel, BestOf } from '@riftline/predictor'
import * as z from 'zod'
import type { LeagueFormats } from '../history/stated/best-of.ts'
import { parseDocument } from '../json-document.ts'
import type { BookPick, PickReturns } from './value-picks.ts'

/** Raw chances of team 1 without the draft, by base model. */
export type MemberChances = Readonly<Record<BaseModel, number>>

/** A series that was forecast before it began and has ended: calibration and weights are fitted on these. */
export interface GradedSeries {
  readonly seriesId: number
  readonly startMs: number
  readonly league: string
  readonly bestOf: BestOf
  /** 1 when team 1 won. */
  readonly outcome: 0 | 1
  readonly raw: MemberChances
  /** What the draft of game 1 moves the log odds by; null where the picks are not known in full. */
  readonly draftOffset: number | null
  /** Null without a price from before the start. */
  readonly market: GradedMarket | null
}

export interface GradedMarket {
  /** Of team 1, without the margin. */
  readonly chance: number
  /** Of the members' value picks at the last price. */
  readonly returns: PickReturns
  /** Raw chance of team 1 by the consensus, with the weights of the month's start; null where it was not asked. */
  readonly consensus: number | null
  /** The value picks of the consensus at the first price of each book; whoever was captured first comes first. */
  readonly picks: readonly BookPick[]
}

type Triple<Value = number> = readonly [fasttree: Value, lightgbm: Value, pcasweep: Value]
type Pick = readonly [
  book: string,
  closing: number | null,
  returned: number | null,
  clv: number | null,
  /** Only where the price could be taken. */
  taken?: 'take' | undefined,
]
type Market = readonly [
  chance: number,
  returns: Triple<number | null>,
  consensus: number | null,
  picks: readonly Pick[],
]
type Row = readonly [number, number, string, BestOf, 0 | 1, Triple, draftOffset: number | null, Market | null]

/** The graded record of the artifacts. It names no team. */
export function writeGraded(series: readonly GradedSeries[]): string {
  const rows: Row[] = series.map((graded) => [
    graded.seriesId,
    graded.startMs,
    graded.league,
    graded.bestOf,
    graded.outcome,
    toTriple(graded.raw),
    graded.draftOffset,
    graded.market && toMarket(graded.market),
  ])
  return `${JSON.stringify({ format: 'riftline-graded', formatVersion: 4, series: rows })}\n`
}

const chance = z.number().min(0).max(1)
const chances = z.tuple([chance, chance, chance])
const returned = z.number().min(-1).nullable()
const returns = z.tuple([returned, returned, returned])
const format = z.literal('riftline-graded')
const start = [z.int(), z.int(), z.string(), z.literal([1, 3, 5]), z.literal([0, 1]), chances] as const
const pick = z.tuple([z.string(), chance.nullable(), returned, returned, z.literal('take').optional()])
const offset = z.number().nullable()
const market = z.tuple([chance, returns, chance.nullable(), z.array(pick)])
const unpicked = z.tuple([chance, returns]).transform(([chance, returns]) => [chance, returns, null, []] as const)
/** Version 3 knew no picks of the consensus; version 2 had the chances of models that read the draft, in place of the offset. */
const schema = z.discriminatedUnion('formatVersion', [
  z.object({
    format,
    formatVersion: z.literal(4),
    series: z.array(z.tuple([...start, offset, market.nullable()])),
  }),
  z.object({
    format,
    formatVersion: z.literal(3),
    series: z.array(z.tuple([...start, offset, unpicked.nullable()])),
  }),
  z.object({
    format,
    formatVersion: z.literal(2),
    series: z.array(
      z
        .tuple([...start, chances.nullable(), z.tuple([chance, returns, returns.nullable()]).nullable()])
        .transform(([id, startMs, league, bestOf, outcome, match, , priced]) => {
          const market = priced === null ? null : ([priced[0], priced[1], null, []] as const)
          return [id, startMs, league, bestOf, outcome, match, null, market] as const
        }),
    ),
  }),
])

/** @throws ArtifactError `artifact_invalid` */
export function parseGraded(file: string, text: string): GradedSeries[] {
  const { series } = parseDocument(file, text, schema)
  return series.map(([seriesId, startMs, league, bestOf, outcome, raw, draftOffset, market]) => ({
    seriesId,
    startMs,
    league,
    bestOf,
    outcome,
    raw: fromTriple(raw),
    draftOffset,
    market: market && fromMarket(market),
  }))
}

function toMarket({ chance, returns, consensus, picks }: GradedMarket): Market {
  const rows = picks.map(({ book, closing, returned, clv, isTakeable }): Pick => {
    const pick = [book, closing, returned, clv] as const
    return isTakeable ? [...pick, 'take'] : pick
  })
  return [chance, toTriple(returns), consensus, rows]
}

function fromMarket([chance, returns, consensus, picks]: Market): GradedMarket {
  return { chance, returns: fromTriple(returns), consensus, picks: picks.map(fromPick) }
}

function fromPick([book, closing, returned, clv, taken]: Pick): BookPick {
  return { book, closing, returned, clv, isTakeable: taken === 'take' }
}

function toTriple<Value>({ fasttree, lightgbm, pcasweep }: Readonly<Record<BaseModel, Value>>): Triple<Value> {
  return [fasttree, lightgbm, pcasweep]
}

function fromTriple<Value>([fasttree, lightgbm, pcasweep]: Triple<Value>): Record<BaseModel, Value> {
  return { fasttree, lightgbm, pcasweep }
}

/** The formats of each league's series in the graded record. */
export function formatsOf(graded: readonly GradedSeries[]): LeagueFormats {
  const formats = new Map<string, Set<number>>()
  for (const { league, bestOf } of graded) {
    const known = formats.get(league) ?? new Set()
    formats.set(league, known.add(bestOf))
  }
  return formats
}
