import { type Names, noNames } from '../names/names.ts'
import type { ReadContext, ReadProgress } from './csv/read-rows.ts'
import { findLayout } from './find-layout.ts'
import { noExternalIds } from './ids/external-ids.ts'
import { readOraclesElixir } from './oracles-elixir/read-oracles-elixir.ts'
import { readRiftline } from './riftline/read-riftline.ts'
import type { ExternalIds, History, SkippedRow } from './types.ts'

/** Callbacks that report progress while reading. */
export interface ReadListeners {
  /** Called at the end of every file and every 20,000 rows. */
  readonly onProgress?: (progress: ReadProgress) => void
  /** Called once everything is read, with the rows that were left out, if there are any. */
  readonly onSkipped?: (rows: readonly SkippedRow[]) => void
}

/** Who is known already, and who hears of the reading. */
export interface ReadHistoryOptions extends ReadListeners {
  /** The `externalIds` of the history that the artifacts were built from: teams and players in it keep their ids. */
  readonly knownIds?: ExternalIds
  /** Names that people use and leagues with their regions; default: none. */
  readonly names?: Names
}

/** What a folder is read with. */
export interface ReadBase {
  readonly known: ExternalIds
  readonly names: Names
}

/**
 * Reads a folder of match history, either riftline's own layout or Oracle's Elixir's yearly files; the files tell which. Rows
 * that contradict themselves or each other are skipped and listed in `skipped`.
 *
 * @throws RiftlineError `history_invalid` when the folder is neither, cannot be read, or a required column is missing.
 */
export async function readHistory(directory: string, options: ReadHistoryOptions = {}): Promise<History> {
  const context: ReadContext = { skipped: [], onProgress: options.onProgress }
  const base: ReadBase = { known: options.knownIds ?? noExternalIds, names: options.names ?? noNames }
  const layout = await findLayout(directory)
  const history =
    layout.kind === 'riftline'
      ? await readRiftline(layout.files, context, base)
      : await readOraclesElixir(layout.files, context, base)
  if (history.skipped.length > 0) options.onSkipped?.(history.skipped)
  return history
}
