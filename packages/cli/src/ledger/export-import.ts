import { open } from 'node:fs/promises'
import { type Log, systemClock, systemRandomBytes } from '@riftline/base/node'
import { type LedgerImport, parseExport, type ContentLine, exportLedger, ledgerContent } from '@riftline/ledger'
import { importIntoFiles, readLedger } from '@riftline/ledger/file'
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

/**
 * Fills an empty ledger with what `ledger export` wrote, after all of it was checked.
 * @throws RiftlineError `ledger_document_invalid`, `ledger_not_empty`, `data_folder_locked`, `clock_behind_ledger`,
 * `postgres_driver_missing`
 */
export async function importFrom(config: ServerConfig, file: string, log: Log): Promise<LedgerImport['totals']> {
  const document = await readDocument(file)
  const { databaseUrl, dataFolder, freeCredits, acceptClock } = config
  const parts = { clock: systemClock, log, acceptClock }
  if (config.store === 'file')
    await importIntoFiles({ ...parts, dataFolder, freeCredits, randomBytes: systemRandomBytes }, document)
  else await (await loadPostgres()).importIntoDatabase(databaseUrl, document, parts)
  return document.totals
}

/** @throws RiftlineError `ledger_document_invalid` */
export async function readDocument(file: string): Promise<LedgerImport> {
  const handle = await open(file)
  try {
    return await parseExport(handle.readLines({ encoding: 'utf8' }))
  } finally {
    await handle.close()
  }
}
