import { requireOptions } from '@riftline/base'
import { createSingle, systemTimers, type Timers } from '@riftline/base/node'
import type { Client, QueryConfig } from 'pg'
import { createConnection, cutConnection, endConnection } from './connection.ts'

/** Channel to listen on, and dependencies. */
export interface ListenOptions {
  readonly databaseUrl: string
  /** Name of the channel: lowercase letters and underscores. */
  readonly channel: string
  /** Called for each notification, and after each connect, since notifications may have been missed before it. */
  readonly onNotice: () => void
  readonly timers?: Timers
}

/** Connection of its own that hears the notifications of a channel. */
export interface DatabaseListener {
  isListening(): boolean
  close(): Promise<void>
}

/** Interval in which a lost connection is replaced. */
const retryMs = 1000
/** Number of intervals per probe of the connection, which notices one that broke without a sign. */
const looksToProbe = 5
const answerMs = 2000

/**
 * Listens to a channel of NOTIFY and connects anew when the connection is lost. Notices are hints: some poolers pass none, so
 * callers must look from time to time, too. Never throws.
 */
export function listenInDatabase(options: ListenOptions): DatabaseListener {
  requireOptions(options, ['databaseUrl', 'channel', 'onNotice', 'timers'])
  const { databaseUrl, channel, onNotice, timers = systemTimers } = options
  let listening: Client | null = null
  let looks = 0
  let isClosed = false

  async function connect(): Promise<void> {
    const client = createConnection(databaseUrl)
    client.on('notification', () => onNotice())
    client.on('end', () => {
      if (listening === client) listening = null
    })
    try {
      await client.connect()
      await ask(client, `LISTEN ${channel}`)
    } catch (error) {
      cutConnection(client)
      throw error
    }
    if (isClosed) return endConnection(client)
    listening = client
    onNotice()
  }

  const looking = createSingle(async () => {
    try {
      looks += 1
      if (listening === null) await connect()
      else if (looks % looksToProbe === 0) await ask(listening, 'SELECT')
    } catch {
      if (listening !== null) cutConnection(listening)
      listening = null
    }
  })
  const stop = timers.every(retryMs, () => void looking.run())
  void looking.run()
  return {
    isListening: () => listening !== null,
    async close() {
      isClosed = true
      stop()
      const client = listening
      listening = null
      await looking.idle()
      if (client !== null) await endConnection(client)
    },
  }
}

/** Runs a statement with a limit of its own; `pg` supports one per query, but its types lack it. */
async function ask(client: Client, text: string): Promise<void> {
  const question: QueryConfig & { readonly query_timeout: number } = { text, query_timeout: answerMs }
  await client.query(question)
}
