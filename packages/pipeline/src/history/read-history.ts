import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { RiftlineError, requireOptions } from '@riftline/base'
import { type CommonNames, noNames } from '../names/names.ts'
import { type HistoryFile, type ReadContext, type ReadProgress, readCsvHeader } from './csv/read-rows.ts'
import { noExternalIds } from './external-ids.ts'
import { readOraclesElixir } from './oracles-elixir/read-oracles-elixir.ts'
import { optionalFiles, type RiftlineFiles, readRiftline } from './riftline/read-riftline.ts'
import type { LeagueFormats } from './stated/best-of.ts'
import type { ExternalIds, History, SkippedRow } from './types.ts'

/** Callbacks that report progress while reading. */
export interface ReadListeners {
  /** Called at the end of every file and every 20,000 rows. */
  readonly onProgress?: (progress: ReadProgress) => void
  /** Called after everything is read, with the rows that were left out, if any. */
  readonly onSkipped?: (rows: readonly SkippedRow[]) => void
  /**
   * The time of the call: rows of games that begin later are skipped as mistyped, and no series is running whose games are days old.
   * Default: no limit, and the files count as new.
   */
  readonly nowMs?: number
}

const readListeners = ['onProgress', 'onSkipped', 'nowMs']

/** A run that reads a folder of match history. */
export interface HistoryRun {
  readonly historyDirectory: string
  readonly reading?: ReadListeners
  /** Called with progress messages for people. */
  readonly onProgress?: (line: string) => void
}

/** Refuses options that a run does not have. @param own options that only this run has */
export function requireHistoryRun(run: HistoryRun, own: readonly string[]): void {
  requireOptions(run, ['historyDirectory', ...own, 'reading', 'onProgress'])
  if (run.reading !== undefined) requireOptions(run.reading, readListeners, 'reading')
}

/** Known teams and people, names, formats, and callbacks. */
export interface ReadHistoryOptions extends ReadListeners {
  /** The `externalIds` of the history from which the artifacts were built: teams and players in it keep their ids. */
  readonly knownIds?: ExternalIds
  /** Common names, and leagues with their regions; default: none. */
  readonly names?: CommonNames
  /** Formats that each league is known to play, by league code; default: none. */
  readonly leagueFormats?: LeagueFormats
}

export interface ReadBase extends Pick<ReadHistoryOptions, 'leagueFormats'> {
  readonly known: ExternalIds
  readonly names: CommonNames
  readonly nowMs?: number | undefined
}

/**
 * Reads a folder of match history: riftline's own layout or Oracle's Elixir's yearly files, detected from the files. Rows
 * that contradict themselves or each other are skipped and listed in `skipped`; games that wait for the end of a series that may
 * be running are in `held`.
 *
 * @throws RiftlineError `history_invalid` if the folder is neither, cannot be read, or a required column is missing.
 */
export async function readHistory(directory: string, options: ReadHistoryOptions = {}): Promise<History> {
  requireOptions(options, [...readListeners, 'knownIds', 'names', 'leagueFormats'])
  const { onProgress, nowMs, knownIds: known = noExternalIds, names = noNames, leagueFormats = new Map() } = options
  const context: ReadContext = { skipped: [], onProgress, nowMs }
  const base: ReadBase = { known, names, leagueFormats, nowMs }
  const layout = await findLayout(directory)
  if (layout.kind === 'oracles-elixir') context.skipped.push(...layout.copies)
  const history =
    layout.kind === 'riftline'
      ? await readRiftline(layout.files, context, base)
      : await readOraclesElixir(layout.files, context, base)
  if (history.skipped.length > 0) options.onSkipped?.(history.skipped)
  return history
}

/** Detects riftline's layout by its two required files and Oracle's Elixir's by headers, because its file names change. */
export async function findLayout(directory: string) {
  const names = (await list(directory)).filter((name) => /\.csv(\.gz)?$/.test(name)).sort()
  const find = (name: string): HistoryFile | undefined => findFile(directory, names, name)
  const games = find('games')
  const series = find('series')
  if (games !== undefined && series !== undefined) {
    const others = optionalFiles.map((name) => [name, find(name)] as const).filter(([, file]) => file !== undefined)
    const files: RiftlineFiles = { games, series, ...Object.fromEntries(others) }
    return { kind: 'riftline', files } as const
  }
  const yearly: HistoryFile[] = []
  // Copies such as `2026 (1).csv` beside `2026.csv` are skipped, because either one may be meant.
  const copies: SkippedRow[] = []
  for (const name of names) {
    const original = originalOf(name, names)
    if (original !== name) {
      const reason = `file: a copy of ${original}, which is read; remove the one that is not meant`
      copies.push({ file: name, line: 1, reason })
      continue
    }
    const file = { path: join(directory, name), name }
    if ((await readCsvHeader(file.path, name)).some((column) => column.trim() === 'gameid')) yearly.push(file)
  }
  if (yearly.length > 0) return { kind: 'oracles-elixir', files: yearly, copies } as const
  throw invalid(
    `${directory}: expected games.csv and series.csv (each may end in .gz), or Oracle's Elixir files with a column gameid; ` +
      `found ${names.length === 0 ? 'no CSV file' : names.slice(0, 20).join(', ')}`,
  )
}

/** The file of which this one is a copy, else the file itself; the first one if there are only copies. */
function originalOf(name: string, names: readonly string[]): string {
  const base = (one: string): string => one.replace(/(?: \(\d+\)| - Copy(?: \(\d+\))?)(?=\.csv(?:\.gz)?$)/, '')
  const alike = names.filter((one) => base(one) === base(name))
  return alike.find((one) => one === base(one)) ?? alike[0]!
}

function findFile(directory: string, names: readonly string[], name: string): HistoryFile | undefined {
  const [found, twin] = [`${name}.csv.gz`, `${name}.csv`].filter((file) => names.includes(file))
  if (found === undefined) return undefined
  if (twin !== undefined) throw invalid(`${directory}: expected one of ${twin} and ${found}, found both`)
  return { path: join(directory, found), name: found }
}

async function list(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new RiftlineError('history_invalid', `${directory}: expected a readable folder (${code})`, { cause: error })
  }
}

function invalid(message: string): RiftlineError {
  return new RiftlineError('history_invalid', message)
}
