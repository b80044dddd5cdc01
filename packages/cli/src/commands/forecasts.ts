import type { KeptReport } from '@riftline/record'
import { verifyKeptFiles } from '@riftline/record/file'
import { loadPostgres } from '@riftline/server'
import { dataConfig, dataUsage } from '../data-options.ts'
import { optional, readArguments, unknownAction } from '../io/arguments.ts'
import { type Command, printResult } from '../io/output.ts'

const usage = `riftline forecasts verify [--data DIR] [--json]

Checks the kept forecasts, with or without a running server: every line, the hash chain and its head. Exit code 0 if they are
sound, 1 for a fault, printed with file and line. The store is the server's (RIFTLINE_STORE, RIFTLINE_DATABASE_URL).
${dataUsage}`

export const forecastsCommand: Command = {
  usage,
  async run([action, ...args], io) {
    const { values } = readArguments(args, { text: ['data'], flags: ['json'], words: 0 })
    const { store, dataFolder, databaseUrl } = dataConfig(optional(values, 'data'), io)
    if (action !== 'verify') throw unknownAction(action, ['verify'])
    const report = store === 'file' ? await verifyKeptFiles(dataFolder) : await verifyDatabase(databaseUrl)
    printResult(io, values, report, reportText(report))
    return report.sound ? 0 : 1
  },
}

async function verifyDatabase(databaseUrl: string): Promise<KeptReport> {
  await loadPostgres()
  const { verifyKeptDatabase } = await import('@riftline/record/postgres')
  return verifyKeptDatabase(databaseUrl)
}

function reportText({ sound, lines, firstMonth, lastMonth, headSha256, fault }: KeptReport): string {
  const place =
    fault === null ? [] : [fault.file ?? 'kept_forecast', ...(fault.line === null ? [] : [`line ${fault.line}`])]
  const found = fault === null ? '' : `${place.join(' ')}: ${fault.message}\n`
  const months = firstMonth === null ? '' : ` of ${firstMonth} to ${lastMonth}`
  const ending = `${sound ? '' : ' before the fault'}${lines === 0 ? '' : `, head ${headSha256}`}`
  const verdict = sound ? (lines === 0 ? 'empty' : 'sound') : 'NOT sound'
  return `${found}the chain of forecasts is ${verdict}: ${lines} lines${months}${ending}\n`
}
