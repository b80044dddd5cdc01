import { clockLog } from '../accounts/open-administration.ts'
import { dataConfig, dataUsage } from '../data-options.ts'
import { optional, readArguments, unknownAction } from '../io/arguments.ts'
import { type Command, printResult } from '../io/output.ts'
import { exportTo, importLedgerFile, verify } from '../ledger/export-import.ts'

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
