import { connect, createServer, type Socket } from 'node:net'

/** A line to a server that breaks when a test wants it to. */
export interface CuttingProxy {
  readonly url: string
  /**
   * What happens next on the line: `request` is lost before the server has it, `reply` after the server did its work; one
   * connection breaks. `down`: no connection is had until `up`. `hang`: all connections stay and new ones are had, and no byte
   * goes through in either direction until `up`, which breaks them. `hang replies`: what is asked is done and not answered.
   */
  cut(what: 'request' | 'reply' | 'down' | 'hang' | 'hang replies' | 'up'): void
  /** Number of connections that broke. */
  cuts(): number
  /** Number of messages that went nowhere. */
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
