import { amountOf, toUtc } from '@riftline/base'
import type { SyncedArtifacts, Unresolved } from '@riftline/pipeline'
import { escapeHidden, textTable } from '../io/output.ts'
import { unresolvedLine } from '../io/source-options.ts'
import type { ReadSource } from './read-sources.ts'

/** The document of `riftline sync --json`. */
export interface SyncSummary {
  readonly status: 'updated' | 'unchanged' | 'partial' | 'failed'
  readonly dryRun: boolean
  readonly sinceUtc: string
  readonly dataThroughUtc: { readonly before: string; readonly after: string }
  readonly sources: Readonly<Record<string, SourceSummary>>
  readonly merged: SyncedArtifacts['merged']
  readonly market: SyncedArtifacts['market']
}

export interface SourceSummary {
  readonly status: ReadSource['status']
  readonly fault: string | null
  readonly reason: string | null
  readonly requests: number
  readonly games: number
  readonly series: number
  readonly scheduled: number
  readonly skipped: readonly { readonly what: string; readonly why: string }[]
  readonly unresolved: readonly Unresolved[]
}

const nothingMerged: SyncedArtifacts['merged'] = {
  newSeries: 0,
  corrected: 0,
  withdrawn: 0,
  newTeams: [],
  newPlayers: [],
}

const noMarket: SyncedArtifacts['market'] = { series: 0, valuePicks: 0, roi: null, clv: null }

/** Summarises a run. `synced` is null if no source answered; its `unresolved` includes names from the schedule. */
export function summarise(
  read: readonly ReadSource[],
  synced: SyncedArtifacts | null,
  about: { readonly dryRun: boolean; readonly sinceMs: number; readonly asOf: string },
): SyncSummary {
  const sources = read.map((source) => [source.name, summariseSource(source, synced)] as const)
  const isWhole = sources.every(([, { status }]) => status === 'ok' || status === 'off')
  const isNothing = sources.every(([, { status }]) => status === 'failed' || status === 'off')
  return {
    status: synced === null || isNothing ? 'failed' : isWhole ? synced.status : 'partial',
    dryRun: about.dryRun,
    sinceUtc: toUtc(about.sinceMs),
    dataThroughUtc: synced?.dataThroughUtc ?? { before: about.asOf, after: about.asOf },
    sources: Object.fromEntries(sources),
    merged: synced?.merged ?? nothingMerged,
    market: synced?.market ?? noMarket,
  }
}

function summariseSource(
  { name, reading, skipped, ...run }: ReadSource,
  synced: SyncedArtifacts | null,
): SourceSummary {
  const refused = synced?.refused.find(({ source }) => source === name)
  const { status, fault, reason } = refused === undefined ? run : { status: 'failed' as const, ...refused }
  const leftOut = (synced?.skipped ?? []).filter(({ source }) => source === name)
  return {
    ...{ status, fault, reason, requests: run.requests },
    games: reading?.games.length ?? 0,
    series: reading?.series.length ?? 0,
    scheduled: run.scheduled.length,
    skipped: [...skipped, ...leftOut.map(({ what, why }) => ({ what, why }))],
    unresolved: synced?.unresolved.filter(({ where }) => where.startsWith(`${name} `)) ?? [],
  }
}

/** Exit code: 0 if everything was read, 3 if a part, 1 if nothing. */
export function exitCode({ status }: SyncSummary): 0 | 1 | 3 {
  if (status === 'failed') return 1
  return status === 'partial' ? 3 : 0
}

export function summaryText({
  status,
  dryRun,
  sinceUtc,
  dataThroughUtc,
  sources,
  merged,
  market,
}: SyncSummary): string {
  const rows = Object.entries(sources).map(([name, source]) => [
    name,
    source.status,
    ...[source.games, source.series, source.scheduled, source.skipped.length, source.requests].map(String),
  ])
  const faults = Object.entries(sources).flatMap(([name, { reason }]) =>
    reason === null ? [] : [`${name}: ${reason}`],
  )
  const unresolved = Object.values(sources).flatMap((source) => source.unresolved.map(unresolvedLine))
  const { newSeries, corrected, withdrawn, newTeams, newPlayers } = merged
  const head = `${status}${dryRun ? ', nothing written' : ''}; asked from ${sinceUtc} UTC on`
  const counts = `${newSeries} new series, ${corrected} games corrected, ${withdrawn} withdrawn, ${newTeams.length} new teams, ${newPlayers.length} new players`
  const lines = [
    head,
    `data through ${dataThroughUtc.after} UTC, before ${dataThroughUtc.before}`,
    counts,
    marketLine(market),
    '',
    textTable([['', 'status', 'games', 'series', 'scheduled', 'skipped', 'requests'], ...rows]).trimEnd(),
    ...(faults.length === 0 ? [] : ['', ...faults]),
    ...(unresolved.length === 0 ? [] : ['', ...unresolved]),
  ]
  return escapeHidden(`${lines.join('\n')}\n`)
}

function marketLine({ series, valuePicks, roi, clv }: SyncSummary['market']): string {
  if (series === 0) return 'no series with closing odds'
  const share = (value: number): string => `${(100 * value).toFixed(1)} %`
  const earned = roi === null || clv === null ? '' : `: ROI ${share(roi)}, CLV ${share(clv)}`
  return `${series} series with closing odds, ${amountOf(valuePicks, 'value pick')}${earned}`
}
