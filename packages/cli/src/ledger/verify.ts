import { type LedgerReport, verifyLedger } from '@riftline/ledger/file'
import type { verifyPostgresLedger } from '@riftline/ledger/postgres'
import { loadPostgres, type ServerConfig } from '@riftline/server'
import type { CliIo } from '../io/cli-io.ts'

type Report = LedgerReport | Awaited<ReturnType<typeof verifyPostgresLedger>>

/** Checks the whole ledger beside a running server or alone, and writes nothing; 1 for a violation. */
export async function verify(config: ServerConfig, io: CliIo, asJson: boolean): Promise<number> {
  const report = await verified(config)
  if (asJson) io.stdout(`${JSON.stringify(report)}\n`)
  else io.stdout(reportText(report))
  return report.sound ? 0 : 1
}

async function verified({ store, dataFolder, databaseUrl }: ServerConfig): Promise<Report> {
  if (store === 'file') return verifyLedger(dataFolder)
  return (await loadPostgres()).verifyPostgresLedger(databaseUrl)
}

function reportText({ sound, accounts, records, tornBytes, violations }: Report): string {
  const torn = tornBytes === 0 ? '' : `; ${tornBytes} bytes of an unfinished batch, which a start would cut`
  const lines = violations.map(({ file, offset, invariant, message }) => {
    const where = file === null ? '' : `${file} at byte ${offset}: `
    return `${where}${invariant}: ${message}\n`
  })
  const verdict = sound ? 'sound' : `NOT sound, ${violations.length} violations`
  return `${lines.join('')}ledger is ${verdict}: ${accounts} accounts, ${records} records${torn}\n`
}
