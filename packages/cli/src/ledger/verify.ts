import { createTotals, differences } from '@riftline/ledger'
import { type LedgerReport, verifyLedger } from '@riftline/ledger/file'
import type { verifyPostgresLedger } from '@riftline/ledger/postgres'
import { loadPostgres, type ServerConfig } from '@riftline/server'
import type { CliIo } from '../io/cli-io.ts'
import { contentOf, readExport } from './export-import.ts'

type Report = (LedgerReport | Awaited<ReturnType<typeof verifyPostgresLedger>>) & {
  /** Counts and sums that differ from an export; absent without one. */
  readonly differences?: readonly string[]
}

/**
 * Checks the whole ledger, with or without a running server, and writes nothing. Returns exit code 1 for a violation or a difference.
 * @param file an export to compare the ledger with
 */
export async function verify(
  config: ServerConfig,
  io: CliIo,
  asJson: boolean,
  file: string | undefined,
): Promise<number> {
  const found = await verified(config)
  const report: Report = file === undefined ? found : { ...found, differences: await differencesFrom(config, file) }
  if (asJson) io.stdout(`${JSON.stringify(report)}\n`)
  else io.stdout(reportText(report))
  return report.sound && (report.differences ?? []).length === 0 ? 0 : 1
}

async function verified({ store, dataFolder, databaseUrl }: ServerConfig): Promise<Report> {
  if (store === 'file') return verifyLedger(dataFolder)
  return (await loadPostgres()).verifyPostgresLedger(databaseUrl)
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
