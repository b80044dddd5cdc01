import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ClientAddress } from './client-address.ts'
import type { Connection } from './connections.ts'

/** One request and its response on the wire; what is known before any check. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly startedMs: number
  readonly connection: Connection
  /** Whether this is the last request that its connection may carry. */
  readonly lastOfConnection: boolean
  /** Where the request came from, behind trusted proxies; null when the socket is gone. */
  readonly address: ClientAddress | null
}
