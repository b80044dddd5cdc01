import { toUtc } from '@riftline/base'
import { type OddsStore, toStored } from '@riftline/odds'
import { captureOdds, type MarketSource, type OddsRun, type RunOptions } from '@riftline/sources'
import type { SourceSettings } from '@riftline/sources/settings'
import { type KnownEvents, withPlaced } from './known-events.ts'
import type { LeagueKnowledge } from './league-knowledge.ts'
import { recognise } from './recognise.ts'
import type { CapturedSource, CaptureSummary } from './summary.ts'

/** What the markets said at one time, by name. */
export type MarketRuns = ReadonlyMap<MarketSource, OddsRun>

/** Reads markets side by side; whatever goes wrong with one is told, and harms no other. */
export async function readMarkets(
  sources: readonly MarketSource[],
  settings: SourceSettings,
  run: Omit<RunOptions, 'sinceMs' | 'known'>,
  before: MarketRuns,
): Promise<MarketRuns> {
  const read = async (source: MarketSource): Promise<readonly [MarketSource, OddsRun]> => {
    const known = before.get(source)?.known
    return [source, await captureOdds(source, settings, { ...run, ...(known !== undefined && { known }) })]
  }
  return new Map(await Promise.all(sources.map(read)))
}

export interface StoredRound {
  readonly summary: CaptureSummary
  readonly known: KnownEvents
}

/** Stores what markets said, one after the other, so that the second finds what the first has opened. */
export async function storeRound(
  runs: MarketRuns,
  parts: {
    readonly knowledge: LeagueKnowledge
    readonly store: OddsStore
    readonly known: KnownEvents
    readonly nowMs: number
  },
): Promise<StoredRound> {
  const { knowledge, store, nowMs } = parts
  let { known } = parts
  let duplicates = 0
  const sources: [MarketSource, CapturedSource][] = []
  for (const [source, run] of runs) {
    const { status, fault, reason, requests, events } = run
    const { placed, snapshots, skipped, unresolved } = await recognise(run, knowledge, store, known)
    const added = await store.add(snapshots.map(toStored))
    known = withPlaced(known, placed, nowMs)
    duplicates += added.duplicates
    sources.push([source, { status, fault, reason, requests, events, stored: added.imported, skipped, unresolved }])
  }
  const stored = sources.reduce((sum, [, one]) => sum + one.stored, 0)
  const summary = { capturedAtUtc: toUtc(nowMs), stored, duplicates, sources: Object.fromEntries(sources) }
  return { summary, known }
}
