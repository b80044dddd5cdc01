import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { Timers } from '@riftline/base/node'

const drainMs = 1000

/** Part of a request that is read, also of HTTP/2. */
type Received = Readable & Pick<IncomingMessage, 'complete' | 'headers'>

interface Sent {
  readonly headersSent: boolean
  setHeader(name: string, value: string): unknown
}

/**
 * Lets a client send the rest of a body that nobody reads, at most for a second: to close over unread bytes would reset the
 * connection and could take the answer with it. What is still not whole then ends the connection.
 */
export async function drain(request: Received, response: Sent, timers: Timers): Promise<void> {
  if (request.complete || request.destroyed) return
  // Held back for a `100 Continue` that never came.
  if (request.headers.expect === undefined) {
    await new Promise<void>((resolve) => {
      const stop = timers.after(drainMs, resolve)
      const end = (): void => {
        stop()
        resolve()
      }
      request.once('end', end).once('close', end).once('error', end)
      request.resume()
    })
  }
  if (!request.complete && !response.headersSent) response.setHeader('Connection', 'close')
}
