import { open } from 'node:fs/promises'
import { type Log, systemClock, systemRandomBytes } from '@riftline/base/node'
import {
  type ContentLine,
  createTotals,
  differences,
  exportLedger,
  type LedgerImport,
  ledgerContent,
  parseExport,
} from '@riftline/ledger'
import { importIntoFiles, type LedgerReport, readLedger, verifyLedger } from '@riftline/ledger/file'
import type { verifyPostgresLedger } from '@riftline/ledger/postgres'
import { loadPostgres, type ServerConfig } from '@riftline/server'
import { clockLog } from '../accounts/open-administration.ts'
import { dataConfig, dataUsage } from '../data-options.ts'
import { optional, readArguments, unknownAction } from '../io/arguments.ts'
import type { CliIo } from '../io/cli-io.ts'
import { type Command, type CommandIo, printResult } from '../io/output.ts'
import { writeFile } from '../io/write-file.ts'

const usage = `riftline ledger verify [EXPORT] [--data DIR] [--json]
riftline ledger export [FILE] [--data DIR]
riftline ledger import FILE [--data DIR] [--json]

verify checks the whole ledger, with or without a running server: exit code 0 if it is sound, 1 for a violation, printed with file
and place. With an export it compares counts, credits and entries, as after an import: exit code 1 if they differ. export writes
accounts, keys (hashes), grants, charges and entries as JSON Lines, to stdout without a FILE. import fills an empty ledger with them,
in files or in PostgreSQL (RIFTLINE_STORE, RIFTLINE_DATABASE_URL).
${dataUsage}`

export const ledgerCommand: Command = {
  usage,
  async run([action, ...args], io) {
    const { values, words } = readArguments(args, {
      text: ['data'],
      flags: ['json'],
      words: action === 'import' ? 1 : 0,
      moreWords: action === 'export' || action === 'verify' ? 1 : 0,
    })
    const config = dataConfig(optional(values, 'data'), io, action === 'import')
    const [file] = words
    switch (action) {
      case 'verify':
        return verify(config, io, values.json === true, file)
      case 'export':
        await exportTo(config, io, file)
        return 0
      case 'import': {
        const { counts, remaining, entriesSha256 } = await importLedgerFile(config, file ?? '', clockLog(io))
        const text = `imported ${counts.account} accounts, ${counts.charge} charges; ${remaining} credits remain\n`
        printResult(io, values, { counts, remaining, entriesSha256 }, text)
        return 0
      }
      default:
        throw unknownAction(action, ['verify', 'export', 'import'])
    }
  },
}

/** Exports the whole ledger as JSON Lines, even beside a running server. An older file survives an error or a request to stop. */
async function exportTo(config: ServerConfig, io: CommandIo, file: string | undefined): Promise<void> {
  const pieces = inPieces(exportLedger(await contentOf(config, new Date(systemClock.now()))))
  if (file === undefined) {
    for await (const piece of pieces) await io.data(piece)
    return
  }
  await writeFile(file, pieces, { mode: 0o600, onStop: io.onStop })
}

/** Reads the ledger's content. @param at time of a database's content, without entries that ended before; files have a time of their own */
async function contentOf(
  { store, dataFolder, databaseUrl }: ServerConfig,
  at: Date,
): Promise<AsyncIterable<ContentLine>> {
  if (store === 'file') return ledgerContent(await readLedger(dataFolder))
  return (await loadPostgres()).databaseContent(databaseUrl, at)
}

const pieceChars = 64 * 1024

/** Joins lines into larger pieces, so that fewer writes are needed. */
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

/** Fills an empty ledger from a fully checked export. @throws RiftlineError `ledger_document_invalid`, `ledger_not_empty` and others */
async function importLedgerFile(config: ServerConfig, file: string, log: Log): Promise<LedgerImport['totals']> {
  const document = await readExport(file)
  const { databaseUrl, dataFolder, freeCredits, acceptClock } = config
  const parts = { clock: systemClock, log, acceptClock }
  if (config.store === 'file')
    await importIntoFiles({ ...parts, dataFolder, freeCredits, randomBytes: systemRandomBytes }, document)
  else await (await loadPostgres()).importIntoDatabase(databaseUrl, document, parts)
  return document.totals
}

/** @throws RiftlineError `ledger_document_invalid` */
async function readExport(file: string): Promise<LedgerImport> {
  const handle = await open(file)
  try {
    return await parseExport(handle.readLines({ encoding: 'utf8' }))
  } finally {
    await handle.close()
  }
}

type Report = (LedgerReport | Awaited<ReturnType<typeof verifyPostgresLedger>>) & {
  /** Counts and sums that differ from an export; absent without one. */
  readonly differences?: readonly string[]
}

/** Checks the whole ledger, even beside a running server; exit code 1 for a violation, or a difference from the export `file`. */
async function verify(config: ServerConfig, io: CliIo, asJson: boolean, file: string | undefined): Promise<number> {
  const { store, dataFolder, databaseUrl } = config
  const found =
    store === 'file' ? await verifyLedger(dataFolder) : await (await loadPostgres()).verifyPostgresLedger(databaseUrl)
  const report: Report = file === undefined ? found : { ...found, differences: await differencesFrom(config, file) }
  if (asJson) io.stdout(`${JSON.stringify(report)}\n`)
  else io.stdout(reportText(report))
  return report.sound && (report.differences ?? []).length === 0 ? 0 : 1
}

async function differencesFrom(config: ServerConfig, file: string): Promise<readonly string[]> {
  const { totals: expected } = await readExport(file)
  const totals = createTotals()
  for await (const line of await contentOf(config, new Date(0))) totals.add(line)
  return differences(expected, totals.totals())
}

function reportText({ sound, accounts, records, tornBytes, violations, differences: differing }: Report): string {
  const torn = tornBytes === 0 ? '' : `; ${tornBytes} bytes of an unfinished batch, which a start would cut`
  const lines = violations.map(({ file, offset, invariant, message }) => {
    const where = file === null ? '' : `${file} at byte ${offset}: `
    return `${where}${invariant}: ${message}\n`
  })
  const verdict = sound ? (accounts === 0 ? 'empty' : 'sound') : `NOT sound, ${violations.length} violations`
  const text = `${lines.join('')}ledger is ${verdict}: ${accounts} accounts, ${records} records${torn}\n`
  if (differing === undefined) return text
  if (differing.length === 0) return `${text}it has the counts, credits and entries of the export\n`
  return `${differing.map((one) => `differs from the export: ${one}\n`).join('')}${text}`
}
