import { toUtc } from '@riftline/base'
import type { SyncedArtifacts, Unresolved } from '@riftline/pipeline'
import type { ReadSource, SourceName } from './read-sources.ts'

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

/** What a run came to. `synced` is null where no source stated anything; its `unresolved` has the names of the schedule too. */
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
  return {
    ...{ status, fault, reason, requests: run.requests },
    games: reading?.games.length ?? 0,
    series: reading?.series.length ?? 0,
    scheduled: run.scheduled.length,
    skipped: [...skipped, ...leftOut(name, synced)],
    unresolved: synced?.unresolved.filter(({ where }) => where.startsWith(`${name} `)) ?? [],
  }
}

function leftOut(name: SourceName, synced: SyncedArtifacts | null): SourceSummary['skipped'] {
  return (synced?.skipped ?? []).flatMap(({ source, what, why }) => (source === name ? [{ what, why }] : []))
}

/** Exit codes: everything read, in part, nothing. */
export function exitCode({ status }: SyncSummary): 0 | 1 | 3 {
  if (status === 'failed') return 1
  return status === 'partial' ? 3 : 0
}
