import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Call } from '../call.ts'
import { connectionOf } from '../http/connections.ts'

/** What routes know of a caller who is this process: no headers, no key, no rate. */
export function localCaller(): Omit<Call, 'id' | 'parameters' | 'serving'> {
  const socket = new Socket()
  const request = new IncomingMessage(socket)
  const key = { id: '', accountId: '', name: '', sha256: '', createdAt: 0, revokedAt: null }
  return {
    exchange: {
      request,
      response: new ServerResponse(request),
      requestId: 'local',
      startedMs: 0,
      connection: connectionOf(socket),
      lastOfConnection: false,
      address: null,
    },
    caller: { key, accountId: '' },
    rate: { allowed: true, limit: 0, remaining: 0, resetSeconds: 0, resetAtSeconds: 0 },
  }
}
