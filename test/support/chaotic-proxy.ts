import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface ChaoticProxy {
  baseUrl: string
  /** Port of the server; connections to an absent one are refused. */
  port: number
  /** Share of pieces after which a connection breaks. */
  cutRate: number
  /** Whether the proxy keeps what the server sends, as one that waits for the end of an answer. */
  isHolding: boolean
  cuts(): number
  /** Breaks all connections. */
  cutAll(): void
  close(): Promise<void>
}

/** Opens a proxy between clients and one server that breaks connections at random places. */
export async function openChaoticProxy(random: () => number): Promise<ChaoticProxy> {
  const sockets = new Set<Socket>()
  let cuts = 0
  const server = createServer((caller) => {
    const upstream = connect(proxy.port, '127.0.0.1')
    const both = [caller, upstream]
    const end = (): void => {
      for (const socket of both) socket.destroy()
    }
    const pass = (to: Socket, bytes: Buffer): void => {
      if (random() >= proxy.cutRate) return void to.write(bytes)
      cuts += 1
      to.write(bytes.subarray(0, Math.floor(random() * bytes.length)), end)
    }
    for (const socket of both) {
      sockets.add(socket)
      socket.on('error', end).on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    caller.on('data', (bytes) => pass(upstream, bytes))
    upstream.on('data', (bytes) => {
      if (!(proxy.isHolding && isStream(bytes))) pass(caller, bytes)
    })
  })
  const proxy: ChaoticProxy = {
    baseUrl: '',
    port: 0,
    cutRate: 0,
    isHolding: false,
    cuts: () => cuts,
    cutAll() {
      cuts += 1
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}

/** Whether bytes are of an answer that goes on: the head of a stream, or its events. */
function isStream(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  return text.includes('text/event-stream') || /^[0-9a-f]+\r\n(?:id|event|data|retry|:)/.test(text)
}
