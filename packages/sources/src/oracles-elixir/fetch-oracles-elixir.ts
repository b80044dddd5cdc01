import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import { yearOf } from '@riftline/base'
import { maxFileBytes, type SourceClient } from '../http/source-client.ts'
import type { SourceSettings } from '../settings.ts'
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

/** One yearly file as published. */
export interface YearFile {
  readonly year: number
  /** Path of a file on disk; null for a fetched file. */
  readonly path: string | null
  /** Fetched bytes; null for a file on disk, and for one that is unchanged since `known`. */
  readonly bytes: Uint8Array | null
  /** Number of games; null if the file is unchanged. */
  readonly games: number | null
}

/** Outcome of a run over the yearly files. */
export interface OraclesElixirRun extends SourceOutcome {
  /** Files by year; empty unless all were read. */
  readonly files: readonly YearFile[]
}

/** Options of a run, with the least number of games in its files. */
export interface OraclesElixirOptions extends RunOptions {
  /** Number of games in the last accepted file of each year. */
  readonly gamesBefore?: Readonly<Record<number, number>>
  /** Accepts a file with fewer games than before. */
  readonly acceptFewerRows?: boolean
}

const ownPauseMs = 500
const sliceBytes = 1 << 20

/**
 * Fetches the yearly files from the year of `sinceMs` on and checks that they are complete. Off without an address.
 * The file of a year that has just begun may still be missing.
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

async function readYear(url: string, year: number, skipped: SkippedPart[]): Promise<YearFile | null> {
  const file = await findLocalFile(url, year)
  if (file === null) return null
  const place = placeOf(year)
  for (const what of file.others) skipped.push({ what, why: 'duplicate' })
  return { year, path: file.path, bytes: null, games: await checkFile(readLocalFile(file.path, place), place) }
}

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

/** Refuses a file with fewer games than before, unless the operator accepts that. */
function requireAsMany(file: YearFile, { gamesBefore = {}, acceptFewerRows = false }: OraclesElixirOptions): YearFile {
  const before = gamesBefore[file.year] ?? 0
  if (acceptFewerRows || file.games === null || file.games >= before) return file
  throw new SourceError('fewer_rows', `${placeOf(file.year)} has ${file.games} games, ${before} before`)
}

/** Finds the file with the year in its name, `.csv` or `.csv.gz`, else null. The shortest name wins over copies such as `2026 (1).csv`. */
async function findLocalFile(folderUrl: string, year: number) {
  try {
    const folder = fileURLToPath(folderUrl)
    const names = (await readdir(folder)).filter((name) => /\.csv(\.gz)?$/i.test(name)).sort()
    const [name, ...others] = names
      .filter((one) => new RegExp(`(?<![0-9])${year}(?![0-9])`).test(one))
      .sort((a, b) => a.length - b.length)
    return name === undefined ? null : { path: join(folder, name), others }
  } catch (error) {
    throw unreadable('the folder of yearly files', error)
  }
}

/** The unpacked content of a file. @throws SourceError */
async function* readLocalFile(path: string, place: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: 1 << 20 })
  // A pipeline closes both streams together; `pipe` alone would not forward an error.
  const content = path.toLowerCase().endsWith('.gz')
    ? file.on('error', (e) => content.destroy(e)).pipe(createGunzip())
    : file
  let size = 0
  try {
    for await (const chunk of content) {
      size += chunk.length
      if (size > maxFileBytes) throw new SourceError('too_large', `${place}: more than ${maxFileBytes} bytes`)
      yield chunk
    }
  } catch (error) {
    throw error instanceof SourceError ? error : unreadable(place, error)
  } finally {
    file.destroy()
  }
}

function unreadable(place: string, error: unknown): SourceError {
  const { code = 'unknown' } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR') return new SourceError('truncated', `${place}: gzip data without an end`)
  if (code.startsWith('Z_')) return new SourceError('encoding', `${place}: damaged gzip data`)
  return new SourceError('connection', `${place}: cannot be read (${code})`)
}
