import { setImmediate } from 'node:timers/promises'
import { orThrow, RiftlineError, requireOptions, toUtc } from '@riftline/base'
import type { Clock } from '@riftline/base/node'
import type { CatalogueIndex } from '@riftline/predictor'
import type { OddsImport, OddsStore } from './odds-store.ts'
import { mostAheadMs, type StoredSnapshot, toStored } from './stored-snapshot.ts'
import { idsAlone, type TeamFinder, teamsOf } from './team-finder.ts'

/** What one file may hold. */
export const maxOddsFileBytes: number = 64 * 1024 * 1024
const maxLineChars = 256 * 1024

export interface ImportOptions {
  readonly clock: Clock
  /** What to do with a snapshot that is captured in the future: it would be the latest until then. */
  readonly ahead: 'refuse' | 'skip'
  /** Where ids are checked and names are found; without it ids are believed and names refused. */
  readonly catalogue?: CatalogueIndex | undefined
}

/**
 * Adds a file of snapshots in JSON Lines (UTF-8; a BOM, CRLF and empty lines at the end do no harm), all or none; `skipped`
 * counts those that were captured in the future. A team is its id, present or former, or a name that requests may use.
 *
 * @throws RiftlineError `invalid_odds` with the first bad line and its field, an unknown team among them; `odds_implausible` with the first
 *   line that has prices no book offers together; or what the store refuses
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
  // Loaded at need: a server that starts would wait for zod.
  const { parseOddsSnapshot } = await import('./parse-snapshot.ts')
  const parse = (json: unknown): StoredSnapshot => toStored(parseOddsSnapshot(json, findTeam))
  const snapshots: StoredSnapshot[] = []
  for (let start = 0, line = 1; start < text.length; line++) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    snapshots.push(parseLine(text.slice(start, end), line, latest, parse))
    start = end + 1
    // Requests are answered between the lines of a large file.
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
