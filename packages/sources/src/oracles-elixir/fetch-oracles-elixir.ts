import { yearOf } from '@riftline/base'
import type { SourceClient } from '../http/source-client.ts'
import type { SourceSettings } from '../settings/settings.ts'
import { SourceError } from '../source-error.ts'
import {
  notConfigured,
  openRunClient,
  type RunOptions,
  requireRun,
  type SkippedPart,
  type SourceOutcome,
  toFailure,
} from '../source-run.ts'
import { checkFile } from './check-file.ts'
import { findLocalFile, readLocalFile } from './local-files.ts'

/** One yearly file, as it is published. */
export interface YearFile {
  readonly year: number
  /** Path of a file on disk; null for one that was fetched. */
  readonly path: string | null
  /** Fetched bytes; null for a file on disk, and for one that has not changed since `known`. */
  readonly bytes: Uint8Array | null
  /** Null where it has not changed. */
  readonly games: number | null
}

/** Outcome of a run over the yearly files. */
export interface OraclesElixirRun extends SourceOutcome {
  /** By year; none unless all came. */
  readonly files: readonly YearFile[]
}

/** A run, and how many games its files must have. */
export interface OraclesElixirOptions extends RunOptions {
  /** Games of the last accepted file of each year. */
  readonly gamesBefore?: Readonly<Record<number, number>>
  /** Takes a file with fewer games than before. */
  readonly acceptFewerRows?: boolean
}

const ownPauseMs = 500
const sliceBytes = 1 << 20

/**
 * Fetches the yearly files from that of `sinceMs` on and looks whether they came whole. Without an address the source is off.
 * The file of a year that has just begun may not be there yet.
 */
export async function fetchOraclesElixir(
  settings: SourceSettings,
  run: OraclesElixirOptions,
): Promise<OraclesElixirRun> {
  requireRun(run, ['gamesBefore', 'acceptFewerRows'])
  const { oraclesElixirUrl: url } = settings
  const before = { skipped: [], files: [], known: run.known ?? {} }
  if (url === null) return { ...before, ...notConfigured('RIFTLINE_ORACLES_ELIXIR_URL is not set') }
  const client = openRunClient(settings, run, ownPauseMs)
  try {
    const thisYear = yearOf(run.time.now())
    const isFolder = url.startsWith('file:')
    const firstYear = isFolder || url.includes('{year}') ? Math.min(yearOf(run.sinceMs), thisYear) : thisYear
    const files: YearFile[] = []
    const skipped: SkippedPart[] = []
    const of = thisYear + 1 - firstYear
    for (let year = firstYear; year <= thisYear; year++) {
      run.onProgress?.({ done: year - firstYear, of })
      const file = isFolder ? await readYear(url, year, skipped) : await fetchYear(client, url, year)
      if (file !== null) files.push(requireAsMany(file, run))
      else if (year === firstYear || year < thisYear) throw new SourceError('status', `there is no file of ${year}`)
    }
    run.onProgress?.({ done: of, of })
    const { requests, known } = client
    return { status: 'ok', fault: null, reason: null, requests, skipped, known, files }
  } catch (error) {
    return { ...before, ...toFailure(error), requests: client.requests }
  } finally {
    await client.close()
  }
}

/** Null: there is none. */
async function readYear(url: string, year: number, skipped: SkippedPart[]): Promise<YearFile | null> {
  const file = await findLocalFile(url, year)
  if (file === null) return null
  const place = placeOf(year)
  for (const what of file.others) skipped.push({ what, why: 'duplicate' })
  return { year, path: file.path, bytes: null, games: await checkFile(readLocalFile(file.path, place), place) }
}

/** Null: there is none. */
async function fetchYear(client: SourceClient, url: string, year: number): Promise<YearFile | null> {
  try {
    const bytes = await client.bytes({ url: url.replaceAll('{year}', String(year)) })
    const games = bytes === null ? null : await checkFile(slices(bytes), placeOf(year))
    return { year, path: null, bytes, games }
  } catch (error) {
    if (error instanceof SourceError && error.status === 404) return null
    throw error
  }
}

function placeOf(year: number): string {
  return `the file of ${year}`
}

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes)
}

/** A file with fewer games than before has lost some, unless somebody accepts that. */
function requireAsMany(file: YearFile, { gamesBefore = {}, acceptFewerRows = false }: OraclesElixirOptions): YearFile {
  const before = gamesBefore[file.year] ?? 0
  if (acceptFewerRows || file.games === null || file.games >= before) return file
  throw new SourceError('fewer_rows', `${placeOf(file.year)} has ${file.games} games, ${before} before`)
}
