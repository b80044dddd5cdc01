import { open } from 'node:fs/promises'
import { type Log, systemClock, systemRandomBytes } from '@riftline/base/node'
import { type ContentLine, exportLedger, type LedgerImport, ledgerContent, parseExport } from '@riftline/ledger'
import { importIntoFiles, readLedger } from '@riftline/ledger/file'
import { loadPostgres, type ServerConfig } from '@riftline/server'
import type { CommandIo } from '../io/output.ts'
import { writeFile } from '../io/write-file.ts'

/**
 * Exports the whole ledger as JSON Lines to a file, for its owner alone, or to stdout. A server may run at the same time. After an
 * error or a request to stop an older file stays as it was.
 */
export async function exportTo(config: ServerConfig, io: CommandIo, file: string | undefined): Promise<void> {
  const pieces = inPieces(exportLedger(await contentOf(config, new Date(systemClock.now()))))
  if (file === undefined) {
    for await (const piece of pieces) await io.data(piece)
    return
  }
  await writeFile(file, pieces, { mode: 0o600, onStop: io.onStop })
}

/** Reads the content of the ledger. @param at time of a database's content, without entries that ended before; files have their own */
export async function contentOf(
  { store, dataFolder, databaseUrl }: ServerConfig,
  at: Date,
): Promise<AsyncIterable<ContentLine>> {
  if (store === 'file') return ledgerContent(await readLedger(dataFolder))
  return (await loadPostgres()).databaseContent(databaseUrl, at)
}

const pieceChars = 64 * 1024

/** Joins lines, so that one write takes many. */
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
 * Fills an empty ledger from an export, after checking all of it.
 * @throws RiftlineError `ledger_document_invalid`, `ledger_not_empty`, `data_folder_locked`, `clock_behind_ledger`,
 * `postgres_driver_missing`
 */
export async function importLedgerFile(config: ServerConfig, file: string, log: Log): Promise<LedgerImport['totals']> {
  const document = await readExport(file)
  const { databaseUrl, dataFolder, freeCredits, acceptClock } = config
  const parts = { clock: systemClock, log, acceptClock }
  if (config.store === 'file')
    await importIntoFiles({ ...parts, dataFolder, freeCredits, randomBytes: systemRandomBytes }, document)
  else await (await loadPostgres()).importIntoDatabase(databaseUrl, document, parts)
  return document.totals
}

/** @throws RiftlineError `ledger_document_invalid` */
export async function readExport(file: string): Promise<LedgerImport> {
  const handle = await open(file)
  try {
    return await parseExport(handle.readLines({ encoding: 'utf8' }))
  } finally {
    await handle.close()
  }
}
