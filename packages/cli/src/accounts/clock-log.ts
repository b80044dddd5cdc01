import type { Log } from '@riftline/base/node'
import type { CliIo } from '../io/cli-io.ts'

const meanings: ReadonlyMap<string, string> = new Map([
  ['clock_jump', 'is far past the newest record of the ledger: is it right?'],
  ['clock_accepted', 'is taken for right, and the ledger was turned back to it'],
])

/** A command that opens the ledger itself prints only its log entries about the clock, which the operator has to judge. */
export function clockLog(io: Pick<CliIo, 'stderr'>): Log {
  return ({ event, clockUtc, newestUtc }) => {
    const meaning = meanings.get(event)
    if (meaning === undefined) return
    io.stderr(`riftline: ${event}: the clock, ${clockUtc} UTC, ${meaning} (newest record: ${newestUtc})\n`)
  }
}
