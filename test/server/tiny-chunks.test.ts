import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { send, startServer, type TestServer } from '../support/server.ts'
import { matchBody } from '../support/server-catalogue.ts'
import { readToEnd } from '../support/server-raw.ts'

let server: TestServer
afterEach(() => server.close())

const bytewise = (text: string) => Array.from(text, (letter) => `1\r\n${letter}\r\n`).join('')

/** Sends a call in chunks of a byte, from one of this machine's many addresses; gives an empty text if the connection was dropped. */
async function call(localAddress: string, { key = server.key, bytes = 65_536 } = {}): Promise<string> {
  const socket = connect({ port: server.port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  const head = `POST /v1/predict HTTP/1.1\r\nHost: h\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\nConnection: close`
  const body = JSON.stringify(matchBody).padEnd(bytes)
  socket.write(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n${bytewise(body)}0\r\n\r\n`)
  return (await readToEnd(socket)).slice(0, 12)
}

describe('bodies in chunks of a byte', () => {
  it('two full-size bodies in chunks of a byte are answered in a minute, then the network is shut out for a minute', async () => {
    server = await startServer()
    expect([await call('127.0.0.2'), await call('127.0.0.2')]).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
    expect(await call('127.0.0.2', { bytes: 2000 })).toBe('')
    expect(await call('127.0.0.2', { bytes: 200 })).toBe('')
    expect(await call('127.0.0.3', { bytes: 2000 })).toBe('HTTP/1.1 200')
    expect(server.log.filter(({ event }) => event === 'network_shut_out')).toEqual([
      { level: 'warn', event: 'network_shut_out', reason: 'chunks', network: '127.0.0.2', connections: 1, seconds: 60 },
    ])
    server.clock.advance(60_000)
    expect(await call('127.0.0.2', { bytes: 2000 })).toBe('HTTP/1.1 200')
    expect(await server.balance()).toBe(20 - 4 * 2)
  })

  it.runIf(runsAll)('bodies in chunks of a byte are also counted without a key and over many connections', async () => {
    server = await startServer()
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('127.0.0.2', { key: 'rl_live_none' })))
    expect(new Set(answers)).toContain('')
    expect(await call('127.0.0.2', { bytes: 200 })).toBe('')
    expect((await send(server, 'GET', '/healthz', { key: null })).status).toBe(200)
  })

  it.runIf(runsAll)('bodies in chunks of a byte are not counted for a trusted proxy', async () => {
    server = await startServer({ config: { trustedProxies: ['127.0.0.2'] } })
    for (let count = 0; count < 3; count++) expect(await call('127.0.0.2')).toBe('HTTP/1.1 200')
  })

  it.runIf(runsAll)('bodies in chunks of 64 bytes are not counted', async () => {
    server = await startServer()
    const socket = connect({ port: server.port, host: '127.0.0.1' })
    const head = `POST /v1/usage HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`
    socket.write(head + `40\r\n${' '.repeat(64)}\r\n`.repeat(140_000))
    await readToEnd(socket)
    expect(await call('127.0.0.1')).toBe('HTTP/1.1 200')
  })
})
