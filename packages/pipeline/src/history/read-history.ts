import type { ReadContext, ReadProgress } from './csv/read-rows.ts'
import { findLayout } from './find-layout.ts'
import { noExternalIds } from './ids/external-ids.ts'
import { readOraclesElixir } from './oracles-elixir/read-oracles-elixir.ts'
import { readRiftline } from './riftline/read-riftline.ts'
import type { ExternalIds, History } from './types.ts'

export interface ReadHistoryOptions {
  /** Called at the end of every file and every 20,000 rows. */
  readonly onProgress?: (progress: ReadProgress) => void
  /** The `externalIds` of the history that the artifacts were built from: what it names keeps its id. */
  readonly knownIds?: ExternalIds
}

/**
 * Reads a folder of match history, either riftline's own layout or Oracle's Elixir's yearly files; which one is told from the
 * files. Rows that contradict themselves or each other are skipped and listed in `skipped`.
 *
 * @throws RiftlineError `history_invalid` when the folder is neither, cannot be read, or a required column is missing.
 */
export async function readHistory(directory: string, options: ReadHistoryOptions = {}): Promise<History> {
  const context: ReadContext = { skipped: [], onProgress: options.onProgress }
  const known = options.knownIds ?? noExternalIds
  const layout = await findLayout(directory)
  return layout.kind === 'riftline'
    ? readRiftline(layout.files, context, known)
    : readOraclesElixir(layout.files, context, known)
}
