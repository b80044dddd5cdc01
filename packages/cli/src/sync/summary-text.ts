import { escapeHidden } from '../io/escape-hidden.ts'
import { textTable } from '../io/text-table.ts'
import { unresolvedLine } from '../io/unresolved-line.ts'
import type { SyncSummary } from './summary.ts'

/** The same for people. */
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
  return `${series} series with closing odds, ${valuePicks} value pick${valuePicks === 1 ? '' : 's'}${earned}`
}
