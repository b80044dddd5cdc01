import { escapeHidden } from '../io/escape-hidden.ts'
import { textTable } from '../io/text-table.ts'
import { unresolvedLine } from '../io/unresolved-line.ts'
import type { SyncSummary } from './summary.ts'

/** The same for people. */
export function summaryText({ status, dryRun, sinceUtc, dataThroughUtc, sources, merged }: SyncSummary): string {
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
    '',
    textTable([['', 'status', 'games', 'series', 'scheduled', 'skipped', 'requests'], ...rows]).trimEnd(),
    ...(faults.length === 0 ? [] : ['', ...faults]),
    ...(unresolved.length === 0 ? [] : ['', ...unresolved]),
  ]
  return escapeHidden(`${lines.join('\n')}\n`)
}
