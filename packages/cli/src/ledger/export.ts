import {
  type ContentLine,
  databaseContent,
  exportLedger,
  ledgerContent,
  readLedger,
  type ServerConfig,
  systemClock,
} from '@riftline/server'
import type { CommandIo } from '../output.ts'
import { writeFile } from '../write-file.ts'

/**
 * Writes the whole ledger as JSON Lines to a file, for its owner alone, or to stdout; a server may run beside it. Whatever
 * goes wrong, a request to stop too: a file that was there before stays as it was.
 */
export async function exportTo(config: ServerConfig, io: CommandIo, file: string | undefined): Promise<void> {
  const pieces = inPieces(exportLedger(await contentOf(config)))
  if (file === undefined) {
    for await (const piece of pieces) await io.data(piece)
    return
  }
  await writeFile(file, pieces, { mode: 0o600, onStop: io.onStop })
}

async function contentOf(config: ServerConfig): Promise<AsyncIterable<ContentLine>> {
  if (config.store === 'postgres') return databaseContent(config.databaseUrl, new Date(systemClock.now()))
  return ledgerContent(await readLedger(config.dataFolder))
}

const pieceChars = 64 * 1024

/** One write for many lines. */
async function* inPieces(lines: AsyncIterable<string>): AsyncIterable<string> {
  let piece = ''
  for await (const line of lines) {
    piece += `${line}\n`
    if (piece.length < pieceChars) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
