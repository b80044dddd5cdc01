import type { BaseModel, BestOf, FeatureSchema } from '@riftline/core'
import { z } from 'zod'
import { parseDocument } from '../json-document.ts'
import type { PickReturns } from './value-picks.ts'

/** Raw chances of team 1, by base model. */
export type MemberChances = Readonly<Record<BaseModel, number>>

/** A series that was forecast before it began and has ended: calibration and weights are fitted on these. */
export interface GradedSeries {
  readonly seriesId: number
  readonly startMs: number
  readonly league: string
  readonly bestOf: BestOf
  /** 1 when team 1 won. */
  readonly outcome: 0 | 1
  /** `draft` is null where the picks of game 1 are not known in full. */
  readonly raw: Readonly<Record<FeatureSchema, MemberChances | null>> & { readonly match: MemberChances }
  /** Null without a price from before the start. */
  readonly market: GradedMarket | null
}

export interface GradedMarket {
  /** Of team 1, without the margin. */
  readonly chance: number
  readonly returns: Readonly<Record<FeatureSchema, PickReturns | null>> & { readonly match: PickReturns }
}

type Triple<Value = number> = readonly [fasttree: Value, lightgbm: Value, pcasweep: Value]
type Market = readonly [chance: number, match: Triple<number | null>, draft: Triple<number | null> | null]
type Row = readonly [number, number, string, BestOf, 0 | 1, Triple, Triple | null, Market | null]

/** The graded record of the artifacts. It names no team. */
export function writeGraded(series: readonly GradedSeries[]): string {
  const rows: Row[] = series.map((graded) => [
    graded.seriesId,
    graded.startMs,
    graded.league,
    graded.bestOf,
    graded.outcome,
    toTriple(graded.raw.match),
    graded.raw.draft && toTriple(graded.raw.draft),
    graded.market && toMarket(graded.market),
  ])
  return `${JSON.stringify({ format: 'riftline-graded', formatVersion: 2, series: rows })}\n`
}

const chance = z.number().min(0).max(1)
const chances = z.tuple([chance, chance, chance])
const returned = z.number().min(-1).nullable()
const returns = z.tuple([returned, returned, returned])
const market = z.tuple([chance, returns, returns.nullable()])
const schema = z.object({
  format: z.literal('riftline-graded'),
  formatVersion: z.literal(2),
  series: z.array(
    z.tuple([
      z.int(),
      z.int(),
      z.string(),
      z.literal([1, 3, 5]),
      z.literal([0, 1]),
      chances,
      chances.nullable(),
      market.nullable(),
    ]),
  ),
})

/** @throws ArtifactError `artifact_invalid` */
export function parseGraded(file: string, text: string): GradedSeries[] {
  const { series } = parseDocument(file, text, schema)
  return series.map(([seriesId, startMs, league, bestOf, outcome, match, draft, market]) => ({
    seriesId,
    startMs,
    league,
    bestOf,
    outcome,
    raw: { match: fromTriple(match), draft: draft && fromTriple(draft) },
    market: market && fromMarket(market),
  }))
}

function toMarket({ chance, returns: { match, draft } }: GradedMarket): Market {
  return [chance, toTriple(match), draft && toTriple(draft)]
}

function fromMarket([chance, match, draft]: Market): GradedMarket {
  return { chance, returns: { match: fromTriple(match), draft: draft && fromTriple(draft) } }
}

function toTriple<Value>({ fasttree, lightgbm, pcasweep }: Readonly<Record<BaseModel, Value>>): Triple<Value> {
  return [fasttree, lightgbm, pcasweep]
}

function fromTriple<Value>([fasttree, lightgbm, pcasweep]: Triple<Value>): Record<BaseModel, Value> {
  return { fasttree, lightgbm, pcasweep }
}
