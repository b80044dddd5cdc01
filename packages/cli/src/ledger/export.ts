import { systemClock } from '@riftline/base/node'
import { type ContentLine, exportLedger, ledgerContent } from '@riftline/ledger'
import { readLedger } from '@riftline/ledger/file'
import { loadPostgres, type ServerConfig } from '@riftline/server'
import type { CommandIo } from '../io/output.ts'
import { writeFile } from '../io/write-file.ts'

/**
 * Writes the whole ledger as JSON Lines to a file, for its owner alone, or to stdout; a server may run beside it. Whatever
 * goes wrong, a request to stop too: a file that was there before stays as it was.
 */
export async function exportTo(config: ServerConfig, io: CommandIo, file: string | undefined): Promise<void> {
  const pieces = inPieces(exportLedger(await contentOf(config, new Date(systemClock.now()))))
  if (file === undefined) {
    for await (const piece of pieces) await io.data(piece)
    return
  }
  await writeFile(file, pieces, { mode: 0o600, onStop: io.onStop })
}

/** @param at what ended before is no part of a database's content; files have a time of their own */
export async function contentOf(
  { store, dataFolder, databaseUrl }: ServerConfig,
  at: Date,
): Promise<AsyncIterable<ContentLine>> {
  if (store === 'file') return ledgerContent(await readLedger(dataFolder))
  return (await loadPostgres()).databaseContent(databaseUrl, at)
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
