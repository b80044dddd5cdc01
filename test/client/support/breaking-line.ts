import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { overloaded } from './calm-fetch.ts'

/**
 * Fault that the proxy applies to one request. `lose answer` and `lose half` read the answer and drop all of it or its second half;
 * `silence` sends nothing back on an open connection; `break` ends the connection to the server once the request is sent;
 * `hold` keeps the request's second half until it is released.
 */
export type Fate = 'pass' | 'lose answer' | 'lose half' | 'silence' | 'break' | 'hold'

export interface BreakingLine {
  readonly baseUrl: string
  /** Fates of the next requests in order; later ones pass. */
  readonly fates: Fate[]
  /** Returns the requests since its last call. */
  takeRequests(): readonly string[]
  /** Sends the second halves of held requests. */
  release(): void
  close(): Promise<void>
}

/** Opens a proxy to the server that applies `fates`. It takes small requests only, one at a time on a connection. */
export async function openBreakingLine(port: number): Promise<BreakingLine> {
  const fates: Fate[] = []
  const sockets = new Set<Socket>()
  const held: (() => void)[] = []
  let requests: string[] = []
  const proxy = createServer((caller) => {
    const server = connect(port, '127.0.0.1')
    let fate: Fate = 'pass'
    for (const socket of [caller, server]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    caller.on('data', (bytes) => {
      if (isHead(bytes)) {
        requests.push(bytes.toString('latin1'))
        fate = fates.shift() ?? 'pass'
      }
      if (fate === 'hold') {
        const half = bytes.length / 2
        server.write(bytes.subarray(0, half))
        held.push(() => server.write(bytes.subarray(half)))
        fate = 'pass'
        return
      }
      server.write(bytes, () => {
        if (fate !== 'break') return
        server.resetAndDestroy()
        caller.resetAndDestroy()
      })
    })
    server.on('data', (bytes) => {
      if (fate !== 'pass' && bytes.includes(overloaded)) {
        fates.unshift(fate) // the server was overloaded: the fate is for the repeated request
        fate = 'pass'
      }
      if (fate === 'pass') caller.write(bytes)
      else if (fate === 'lose answer') caller.resetAndDestroy()
      else if (fate === 'lose half') caller.write(bytes.subarray(0, bytes.length / 2), () => caller.destroy())
    })
    caller.on('end', () => server.end())
    server.on('end', () => caller.end())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    fates,
    takeRequests() {
      const taken = requests
      requests = []
      return taken
    },
    release() {
      for (const send of held.splice(0)) send()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

function isHead(bytes: Buffer): boolean {
  return /^(GET|POST) \/\S* HTTP\/1\.1\r\n/.test(bytes.toString('latin1', 0, 200))
}
