import { parseUtc } from '@riftline/base'
import type { GradedSeries } from '../graded/graded-series.ts'
import { gradedSteps } from '../graded/graded-series.ts'
import type { KeptStore } from '../kept/kept-chain.ts'
import { type MatchedForecast, matchKept } from '../kept/match-kept.ts'
import { windowSteps } from '../performance/compute-performance.ts'
import {
  type Performance,
  type PerformanceFilter,
  type PerformanceWindow,
  performanceRows,
  performanceSteps,
} from '../performance/performance-file.ts'
import { createResultSearch, type RecordTeam, type ResultSearch } from './result-search.ts'

/** Texts of `graded.json` and `performance.json`. */
export interface RecordTexts {
  readonly graded: string
  readonly performance: string
}

/** Runs work in steps, with other work in between. */
export type RunSteps = <T>(steps: Generator<undefined, T, undefined>) => Promise<T>

/** The record of one artifacts folder. Each file is parsed once, at its first use. */
export interface Recorded {
  /** Last day of the artifacts' data, milliseconds since 1970. */
  readonly asOfMs: number
  /** Rejects with an ArtifactError `artifact_invalid`, as `results` does. */
  performance(): Promise<Performance>
  results(): Promise<ResultSearch>
}

export interface RecordedOptions {
  readonly teams: readonly RecordTeam[]
  readonly asOfMs: number
  readonly run: RunSteps
}

/** Opens the record of artifacts, without parsing it yet. */
export function openRecorded(texts: RecordTexts, { teams, asOfMs, run }: RecordedOptions): Recorded {
  return {
    asOfMs,
    performance: once(() => run(performanceSteps('performance.json', texts.performance))),
    results: once(async () => createResultSearch(await run(gradedSteps('graded.json', texts.graded)), teams)),
  }
}

/** Kept forecasts beside the record of some artifacts. */
export interface KeptRecord {
  /** Head of the chain; null while nothing is kept. */
  readonly chain: { readonly lines: number; readonly sha256: string } | null
  /** Kept forecast of each series that has one. */
  readonly matched: ReadonlyMap<GradedSeries, MatchedForecast>
  /** Scores of the kept forecasts; null while no series with one has been graded. */
  window(): Promise<PerformanceWindow | null>
}

/** Joins the kept forecasts to the record of artifacts; once for each record and head of the chain. */
export type ReadKeptRecord = (recorded: Recorded) => Promise<KeptRecord>

const nothingKept: KeptRecord = { chain: null, matched: new Map(), window: async () => null }

export function createKeptReader(store: Pick<KeptStore, 'read'> | null, run: RunSteps): ReadKeptRecord {
  let last: { readonly recorded: Recorded; readonly seqs: string; readonly record: KeptRecord } | null = null
  return async (recorded) => {
    const { lines, head } = (await store?.read()) ?? { lines: [], head: null }
    if (head === null || lines.length === 0) return nothingKept
    const isSame = last?.recorded === recorded
    if (isSame && last?.record.chain?.sha256 === head.sha256) return last.record
    const { series, formerIds } = await recorded.results()
    const matched = matchKept(lines, series, { formerIds })
    // A line whose series is not graded yet changes no score.
    const seqs = [...matched.values()].map(({ line }) => line.seq).join()
    const window =
      isSame && last?.seqs === seqs ? last.record.window : once(() => scoreKept(matched, recorded.asOfMs, run))
    const record = { chain: { lines: lines.length, sha256: head.sha256 }, matched, window }
    last = { recorded, seqs, record }
    return record
  }
}

async function scoreKept(matched: KeptRecord['matched'], asOfMs: number, run: RunSteps) {
  if (matched.size === 0) return null
  return run(windowSteps('kept', [...matched].map(withKept), asOfMs))
}

/** A graded series with its kept forecasts, and the kept price, in place of the graded ones. */
export function withKept([graded, { forecasts, market }]: readonly [GradedSeries, MatchedForecast]): GradedSeries {
  const { fasttree, lightgbm, pcasweep, consensus } = forecasts
  const returns = { fasttree: null, lightgbm: null, pcasweep: null }
  return {
    ...graded,
    raw: { fasttree: fasttree.probability1, lightgbm: lightgbm.probability1, pcasweep: pcasweep.probability1 },
    calibrated: {
      fasttree: fasttree.calibratedProbability1,
      lightgbm: lightgbm.calibratedProbability1,
      pcasweep: pcasweep.calibratedProbability1,
    },
    consensus: { raw: consensus.probability1, calibrated: consensus.calibratedProbability1 },
    market: market && { chance: market.probability1, capturedMs: parseUtc(market.capturedAtUtc)!, returns, picks: [] },
  }
}

/** Body of `/v1/performance` for a filter, without the identity of the artifacts. */
export async function performanceBody(recorded: Recorded, kept: KeptRecord, filter: PerformanceFilter) {
  const [{ windows }, window] = [await recorded.performance(), await kept.window()]
  const all = window === null ? windows : [...windows, window]
  return { chain: kept.chain, windows: performanceRows({ windows: all }, filter) }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make()
    return made
  }
}
