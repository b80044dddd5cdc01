import { connect, createServer, type Socket } from 'node:net'

/** A connection to a server that breaks on a test's command. */
export interface CuttingProxy {
  readonly url: string
  /**
   * Chooses the next fault. `request` breaks a connection before the server gets the message, `reply` after the server did its work.
   * `down` refuses connections until `up`. `hang` keeps connections and accepts new ones, but passes no byte in either direction
   * until `up`, which breaks them. `hang replies` passes requests, but no replies.
   */
  cut(what: 'request' | 'reply' | 'down' | 'hang' | 'hang replies' | 'up'): void
  /** Number of broken connections. */
  cuts(): number
  /** Number of messages that were not passed on. */
  swallowed(): number
  close(): Promise<void>
}

export async function createCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl)
  const { hostname, port } = target
  const sockets = new Set<Socket>()
  let next: 'request' | 'reply' | null = null
  let down = false
  let hanging: 'hang' | 'hang replies' | null = null
  let cuts = 0
  let swallowed = 0

  const server = createServer((client) => {
    if (down) return void client.destroy()
    const upstream = connect(Number(port), hostname)
    const pair = [client, upstream]
    const end = (): void => {
      for (const socket of pair) {
        socket.destroy()
        sockets.delete(socket)
      }
    }
    const pass = (what: 'request' | 'reply', to: Socket) => (data: Buffer) => {
      if (hanging === 'hang' || (hanging !== null && what === 'reply')) {
        swallowed += 1
        return
      }
      if (next !== what) return void to.write(data)
      next = null
      cuts += 1
      end()
    }
    for (const socket of pair) {
      sockets.add(socket)
      socket.on('error', end)
      socket.on('close', end)
    }
    client.on('data', pass('request', upstream))
    upstream.on('data', pass('reply', client))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  target.port = String(typeof address === 'object' && address !== null ? address.port : 0)
  return {
    url: target.href,
    cut(what) {
      if (what === 'request' || what === 'reply') {
        next = what
        return
      }
      const wasHanging = hanging !== null
      down = what === 'down'
      hanging = what === 'hang' || what === 'hang replies' ? what : null
      if (down || wasHanging) for (const socket of sockets) socket.destroy()
    },
    cuts: () => cuts,
    swallowed: () => swallowed,
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
