import { requireOptions } from '@riftline/base'
import { type Names, noNames } from '../names/names.ts'
import type { ReadContext, ReadProgress } from './csv/read-rows.ts'
import { noExternalIds } from './external-ids.ts'
import { findLayout, type Layout } from './find-layout.ts'
import { readOraclesElixir } from './oracles-elixir/read-oracles-elixir.ts'
import { readRiftline } from './riftline/read-riftline.ts'
import type { LeagueFormats } from './stated/best-of.ts'
import type { ExternalIds, History, SkippedRow } from './types.ts'

/** Callbacks that report progress while reading. */
export interface ReadListeners {
  /** Called at the end of every file and every 20,000 rows. */
  readonly onProgress?: (progress: ReadProgress) => void
  /** Called once everything is read, with the rows that were left out, if there are any. */
  readonly onSkipped?: (rows: readonly SkippedRow[]) => void
  /**
   * The moment of the call: rows of games that begin later are skipped, since their date is mistyped, and no series is running days
   * before. Default: nothing is later, and the files are new.
   */
  readonly nowMs?: number
}

const readListeners = ['onProgress', 'onSkipped', 'nowMs']

/** @throws RiftlineError `invalid_argument` for an option of `reading` that there is not */
export function requireReading(reading: ReadListeners | undefined): void {
  if (reading !== undefined) requireOptions(reading, readListeners, 'reading')
}

/** Known teams and people, and callbacks. */
export interface ReadHistoryOptions extends ReadListeners {
  /** The `externalIds` of the history that the artifacts were built from: teams and players in it keep their ids. */
  readonly knownIds?: ExternalIds
  /** Names that people use and leagues with their regions; default: none. */
  readonly names?: Names
  /** Formats that each league is known to play, by its code; default: none. */
  readonly leagueFormats?: LeagueFormats
}

/** Knowledge that a folder is read with. */
export interface ReadBase {
  readonly known: ExternalIds
  readonly names: Names
  readonly leagueFormats?: LeagueFormats
  readonly nowMs?: number | undefined
}

/**
 * Reads a folder of match history, either riftline's own layout or Oracle's Elixir's yearly files; the files tell which. Rows
 * that contradict themselves or each other are skipped and listed in `skipped`; games that wait for the end of a series that may be
 * running are in `held`.
 *
 * @throws RiftlineError `history_invalid` when the folder is neither, cannot be read, or a required column is missing.
 */
export async function readHistory(directory: string, options: ReadHistoryOptions = {}): Promise<History> {
  requireOptions(options, [...readListeners, 'knownIds', 'names', 'leagueFormats'])
  const { onProgress, nowMs, knownIds: known = noExternalIds, names = noNames, leagueFormats = new Map() } = options
  const context: ReadContext = { skipped: [], onProgress, nowMs }
  const base: ReadBase = { known, names, leagueFormats, nowMs }
  const layout = await findLayout(directory)
  if (layout.kind === 'oracles-elixir') context.skipped.push(...toSkipped(layout.copies))
  const history =
    layout.kind === 'riftline'
      ? await readRiftline(layout.files, context, base)
      : await readOraclesElixir(layout.files, context, base)
  if (history.skipped.length > 0) options.onSkipped?.(history.skipped)
  return history
}

function toSkipped(copies: Extract<Layout, { readonly kind: 'oracles-elixir' }>['copies']): readonly SkippedRow[] {
  return copies.map(({ name, of }) => ({
    file: name,
    line: 1,
    reason: `file: a copy of ${of}, which is read; remove the one that is not meant`,
  }))
}
