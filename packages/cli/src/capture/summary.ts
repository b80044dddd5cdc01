import type { Unresolved } from '@riftline/pipeline'
import type { MarketSkip, OddsRun } from '@riftline/sources'

/** What one round came to: a line of `riftline odds capture --json`. */
export interface CaptureSummary {
  /** When the last market was read. */
  readonly capturedAtUtc: string
  readonly stored: number
  readonly duplicates: number
  readonly sources: Readonly<Record<string, CapturedSource>>
}

export interface CapturedSource
  extends Pick<OddsRun, 'status' | 'fault' | 'reason' | 'requests' | 'events' | 'skipped'> {
  /** Snapshots that are new. */
  readonly stored: number
  readonly skipped: readonly MarketSkip[]
  readonly unresolved: readonly Unresolved[]
}

/** As of a sync: 0 every market was read, 3 in part, 1 none. */
export function captureExitCode({ sources }: Pick<CaptureSummary, 'sources'>): 0 | 1 | 3 {
  const failed = Object.values(sources).filter(({ status }) => status === 'failed').length
  if (failed === 0) return 0
  return failed === Object.keys(sources).length ? 1 : 3
}

/** The same in one line for people. */
export function captureText({ capturedAtUtc, stored, duplicates, sources }: CaptureSummary): string {
  const read = Object.entries(sources).map(([name, source]) => {
    if (source.reason !== null) return `${name} failed: ${source.reason}`
    const parts = [`${source.events} events`, `${source.stored} stored`, `${source.skipped.length} skipped`]
    return `${name} ${parts.join(', ')}`
  })
  return `${[`${capturedAtUtc} UTC: ${stored} stored, ${duplicates} duplicates`, ...read].join('; ')}\n`
}
