import { type LedgerReport, type ServerConfig, verifyLedger, verifyPostgresLedger } from '@riftline/server'
import type { CliIo } from '../cli-io.ts'

type Report = LedgerReport | Awaited<ReturnType<typeof verifyPostgresLedger>>

/** Checks the whole ledger beside a running server or alone, and writes nothing; 1 for a violation. */
export async function verify(config: ServerConfig, io: CliIo, asJson: boolean): Promise<number> {
  const report: Report =
    config.store === 'postgres' ? await verifyPostgresLedger(config.databaseUrl) : await verifyLedger(config.dataFolder)
  if (asJson) io.stdout(`${JSON.stringify(report)}\n`)
  else io.stdout(reportText(report))
  return report.sound ? 0 : 1
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
