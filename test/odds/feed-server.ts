import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FeedServer {
  readonly url: string
  readonly requests: readonly IncomingMessage[]
  /** Answers the next requests. */
  answer: (request: IncomingMessage, response: ServerResponse) => void
  close(): Promise<void>
}

/** Starts a feed on loopback. */
export async function startFeedServer(): Promise<FeedServer> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    response.on('error', () => {})
    feed.answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const feed: FeedServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed?token=geheim`,
    requests,
    answer: (_request, response) => response.end(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return feed
}
