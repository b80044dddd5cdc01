import { toUtc } from '@riftline/base'
import { type OddsStore, toStored } from '@riftline/odds'
import type { Unresolved } from '@riftline/pipeline'
import { captureOdds, type MarketSkip, type MarketSource, type OddsRun, type RunOptions } from '@riftline/sources'
import type { SourceSettings } from '@riftline/sources/settings'
import { recognise } from './identify-teams.ts'
import { type KnownEvents, type LeagueKnowledge, withPlaced } from './known-events.ts'

export type MarketRuns = ReadonlyMap<MarketSource, OddsRun>

/** Reads markets concurrently; a market's failure is part of its result and does not affect the others. */
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

/** Stores the markets' odds one after the other, so that each market finds the series stored for earlier ones. */
export async function storeRound(
  runs: MarketRuns,
  parts: {
    readonly knowledge: LeagueKnowledge
    readonly store: OddsStore
    readonly known: KnownEvents
    readonly nowMs: number
  },
): Promise<{ readonly summary: CaptureSummary; readonly known: KnownEvents }> {
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

/** Summary of one round: a line of `riftline odds capture --json`. */
export interface CaptureSummary {
  readonly capturedAtUtc: string
  readonly stored: number
  readonly duplicates: number
  readonly sources: Readonly<Record<string, CapturedSource>>
}

interface CapturedSource extends Pick<OddsRun, 'status' | 'fault' | 'reason' | 'requests' | 'events' | 'skipped'> {
  readonly stored: number
  readonly skipped: readonly MarketSkip[]
  readonly unresolved: readonly Unresolved[]
}

/** Exit code, like that of a sync: 0 if every market was read, 3 if some failed, 1 if all failed. */
export function captureExitCode({ sources }: Pick<CaptureSummary, 'sources'>): 0 | 1 | 3 {
  const failed = Object.values(sources).filter(({ status }) => status === 'failed').length
  if (failed === 0) return 0
  return failed === Object.keys(sources).length ? 1 : 3
}

export function captureText({ capturedAtUtc, stored, duplicates, sources }: CaptureSummary): string {
  const read = Object.entries(sources).map(([name, source]) => {
    if (source.reason !== null) return `${name} failed: ${source.reason}`
    const parts = [`${source.events} events`, `${source.stored} stored`, `${source.skipped.length} skipped`]
    return `${name} ${parts.join(', ')}`
  })
  return `${[`${capturedAtUtc} UTC: ${stored} stored, ${duplicates} duplicates`, ...read].join('; ')}\n`
}
