import { RiftlineError } from '@riftline/base'
import { type Log, systemClock, systemRandomBytes, systemTimers } from '@riftline/base/node'
import type { AccountAdministration } from '@riftline/ledger'
import { type OperatorToken, openCredits, type ServerConfig } from '@riftline/server'
import type { CliIo } from '../io/cli-io.ts'
import { findServer, remoteAdministration } from './ask-operators.ts'

export interface OpenAdministration {
  readonly administration: AccountAdministration
  close(): Promise<void>
}

/** Retries while a server starts or stops, or another command briefly holds the ledger. */
const patience = { forMs: 3000, pauseMs: 150 }

/** Opens accounts through the server that holds the ledger, or directly. @throws RiftlineError as `whenFree` */
export function openForWriting(config: ServerConfig, log: Log): Promise<OpenAdministration> {
  const ask = async (server: OperatorToken) => ({ administration: remoteAdministration(server), close: async () => {} })
  return whenFree(config, ask, () => openOwn(config, log))
}

/**
 * Asks the server that holds a data folder, or opens the folder if no process holds it; PostgreSQL is always opened.
 * @throws RiftlineError `data_folder_locked` if its holder cannot be asked
 */
export async function whenFree<T>(
  config: ServerConfig,
  ask: (server: OperatorToken) => Promise<T>,
  open: () => Promise<T>,
): Promise<T> {
  if (config.store === 'postgres') return open()
  const until = systemClock.monotonicMs() + patience.forMs
  for (;;) {
    const server = await findServer(config.dataFolder)
    if (server !== null) return ask(server)
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof RiftlineError) || error.code !== 'data_folder_locked') throw error
      if (systemClock.monotonicMs() > until) throw unasked(config, error)
    }
    await systemTimers.wait(patience.pauseMs)
  }
}

async function openOwn(config: ServerConfig, log: Log): Promise<OpenAdministration> {
  const store = await openCredits(config, { clock: systemClock, randomBytes: systemRandomBytes, log })
  return { administration: store, close: () => store.close() }
}

function unasked({ dataFolder }: ServerConfig, cause: RiftlineError): RiftlineError {
  const server =
    "a server whose operators' port does not answer (is it off, RIFTLINE_OPS_PORT=0, or older than this command?)"
  const reason = cause.message.endsWith('in another container')
    ? 'a server in another container holds it; run this in that container'
    : `another command holds it, or ${server}`
  return new RiftlineError('data_folder_locked', `data folder ${dataFolder} cannot be written: ${reason}`, { cause })
}

const meanings: ReadonlyMap<string, string> = new Map([
  ['clock_jump', 'is far past the newest record of the ledger: is it right?'],
  ['clock_accepted', 'is taken for right, and the ledger was turned back to it'],
])

/** Prints only log entries about the clock, which the operator has to check. */
export function clockLog(io: Pick<CliIo, 'stderr'>): Log {
  return ({ event, clockUtc, newestUtc }) => {
    const meaning = meanings.get(event)
    if (meaning === undefined) return
    io.stderr(`riftline: ${event}: the clock, ${clockUtc} UTC, ${meaning} (newest record: ${newestUtc})\n`)
  }
}
