import { setImmediate } from 'node:timers/promises'
import { orThrow, RiftlineError, requireOptions, toUtc } from '@riftline/base'
import type { Clock } from '@riftline/base/node'
import type { CatalogueIndex } from '@riftline/predictor'
import type { OddsImport, OddsStore } from '../book/odds-store.ts'
import { mostAheadMs, type StoredSnapshot, toStored } from '../book/stored-snapshot.ts'
import { idsAlone, type TeamFinder, teamsOf } from './team-finder.ts'

/** Largest file of snapshots, in bytes. */
export const maxOddsFileBytes: number = 64 * 1024 * 1024
const maxLineChars = 256 * 1024

export interface ImportOptions {
  readonly clock: Clock
  /** Treatment of snapshots captured in the future, which would count as the latest until then. */
  readonly ahead: 'refuse' | 'skip'
  /** Catalogue for checking ids and finding names; without it ids are trusted and names refused. */
  readonly catalogue?: CatalogueIndex | undefined
}

/**
 * Imports a file of snapshots in JSON Lines (UTF-8; a BOM, CRLF and trailing empty lines are accepted), all or none. `skipped`
 * counts snapshots captured in the future. A team is given by its id, present or former, or by a name allowed in requests.
 * @throws RiftlineError `invalid_odds` with the first bad line and its field (an unknown team included); `odds_implausible` with the first
 *   line whose prices no book would offer together; or an error of the store
 */
export async function importOdds(
  store: OddsStore,
  file: Uint8Array,
  options: ImportOptions,
): Promise<OddsImport & { readonly skipped: number }> {
  requireOptions(options, ['clock', 'ahead', 'catalogue'])
  const { clock, ahead, catalogue } = options
  const latest = clock.now() + mostAheadMs
  const findTeam = catalogue === undefined ? idsAlone : teamsOf(catalogue)
  const snapshots = await parseOddsLines(file, ahead === 'refuse' ? latest : Number.POSITIVE_INFINITY, findTeam)
  const inTime = snapshots.filter(({ capturedAt }) => capturedAt <= latest)
  return { ...(await store.add(inTime)), skipped: snapshots.length - inTime.length }
}

async function parseOddsLines(
  file: Uint8Array,
  latest: number,
  findTeam: TeamFinder,
): Promise<readonly StoredSnapshot[]> {
  if (file.length > maxOddsFileBytes) throw invalid(`file: must be at most ${maxOddsFileBytes} bytes`)
  const text = orThrow(
    () => new TextDecoder('utf-8', { fatal: true }).decode(file).trimEnd(),
    () => invalid('file: is not UTF-8'),
  )
  // Loaded on first use, so that a starting server does not wait for zod.
  const { parseOddsSnapshot } = await import('./parse-snapshot.ts')
  const parse = (json: unknown): StoredSnapshot => toStored(parseOddsSnapshot(json, findTeam))
  const snapshots: StoredSnapshot[] = []
  for (let start = 0, line = 1; start < text.length; line++) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    snapshots.push(parseLine(text.slice(start, end), line, latest, parse))
    start = end + 1
    // Yields, so that the server can answer requests during a large import.
    if (line % linesPerTurn === 0) await setImmediate()
  }
  return snapshots
}

const linesPerTurn = 50

function parseLine(
  text: string,
  line: number,
  latest: number,
  parse: (json: unknown) => StoredSnapshot,
): StoredSnapshot {
  if (text.length > maxLineChars) throw invalid(`line ${line}: must be at most ${maxLineChars} characters`)
  try {
    const json: unknown = orThrow(
      () => JSON.parse(text),
      () => invalid(text.trim() === '' ? 'must not be empty' : 'is not valid JSON'),
    )
    const snapshot = parse(json)
    if (snapshot.capturedAt <= latest) return snapshot
    throw invalid(
      `capturedAtUtc: must not be over ${mostAheadMs / 60_000} minutes in the future, got ${toUtc(snapshot.capturedAt)}`,
    )
  } catch (error) {
    if (error instanceof RiftlineError) throw new RiftlineError(error.code, `line ${line}: ${error.message}`)
    throw error
  }
}

function invalid(message: string): RiftlineError {
  return new RiftlineError('invalid_odds', message)
}
