import { connect, createServer, type Socket } from 'node:net'

/** A line to a server that breaks when a test wants it to. */
export interface CuttingProxy {
  readonly url: string
  /**
   * What happens next on the line: `request` is lost before the server has it, `reply` after the server did its work; one
   * connection breaks. `down`: no connection is had until `up`.
   */
  cut(what: 'request' | 'reply' | 'down' | 'up'): void
  /** How often a connection broke. */
  cuts(): number
  close(): Promise<void>
}

export async function createCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl)
  const { hostname, port } = target
  const sockets = new Set<Socket>()
  let next: 'request' | 'reply' | null = null
  let down = false
  let cuts = 0

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
      if (what === 'request' || what === 'reply') next = what
      else down = what === 'down'
      if (down) for (const socket of sockets) socket.destroy()
    },
    cuts: () => cuts,
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
