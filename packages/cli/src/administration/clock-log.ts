import type { Log } from '@riftline/server'
import type { CliIo } from '../cli-io.ts'

const meanings: ReadonlyMap<string, string> = new Map([
  ['clock_jump', 'is far past the newest record of the ledger: is it right?'],
  ['clock_accepted', 'is taken for right, and the ledger was turned back to it'],
])

/** Of what a ledger logs when a command opens it by itself, what only its operator can judge: the clock. */
export function clockLog(io: Pick<CliIo, 'stderr'>): Log {
  return ({ event, clockUtc, newestUtc }) => {
    const meaning = meanings.get(event)
    if (meaning === undefined) return
    io.stderr(`riftline: ${event}: the clock, ${clockUtc} UTC, ${meaning} (newest record: ${newestUtc})\n`)
  }
}
