import { ArtifactError, type BaseModel, type BestOf, type FeatureSchema } from '@riftline/core'
import { parseDocument } from '../json-document.ts'
import type { PickReturns } from './value-picks.ts'

/** Raw chances of team 1, by base model. */
export type MemberChances = Readonly<Record<BaseModel, number>>

/** A series that was forecast before it began and has ended: what calibration and weights are fitted on. */
export interface GradedSeries {
  readonly seriesId: number
  readonly startMs: number
  readonly league: string
  readonly bestOf: BestOf
  /** 1 when team 1 won. */
  readonly outcome: 0 | 1
  /** `draft` is null where the picks of game 1 are not known in full. */
  readonly raw: Readonly<Record<FeatureSchema, MemberChances | null>> & { readonly match: MemberChances }
  /** Where a price was taken before the start. */
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

/** The graded record of the artifacts: no team is named in it. */
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

/** @throws ArtifactError `artifact_invalid` */
export function parseGraded(file: string, text: string): GradedSeries[] {
  const { series } = parseDocument(file, text, 'riftline-graded')
  if (!Array.isArray(series)) throw new ArtifactError('artifact_invalid', file, 'expected a list under series')
  return (series as Row[]).map(([seriesId, startMs, league, bestOf, outcome, match, draft, market]) => ({
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
