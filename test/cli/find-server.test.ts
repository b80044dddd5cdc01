import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeFs } from '@riftline/base/node'
import { type OperatorToken, operatorProof, readOperatorToken } from '@riftline/server'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { askOperators, findServer } from '#cli/accounts/ask-operators.ts'
import { runsAll } from '../support/amount.ts'
import { runCli } from '../support/cli.ts'
import { useOperators } from '../support/operators.ts'

const { open, dataFolder } = useOperators()

const secret = 'a'.repeat(43)

/** A process on the port that a token file names, with the requests that it received. */
async function impostor(answer: (token: OperatorToken) => RequestListener) {
  const said: string[] = []
  const connections: object[] = []
  const own = { address: '127.0.0.1', port: 0, token: secret }
  const listener = answer(own)
  const server = createServer((request, response) => {
    said.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`)
    listener(request, response)
  })
  server.on('connection', (socket) => connections.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  own.port = (server.address() as AddressInfo).port
  return { own, said, connections }
}

describe.runIf(runsAll)('a process on the port of a killed server', () => {
  let data: string
  beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), 'riftline-impostor-'))
    await runCli('account', 'create', 'first', '--data', data)
    return () => rmSync(data, { recursive: true, force: true })
  })

  it.each<[name: string, answer: RequestListener]>([
    ['agrees to everything', (_, response) => response.end('{"status":"ok","result":{"id":"acc_x"},"proof":"x"}')],
    [
      'repeats what it was asked',
      (request, response) => response.end(JSON.stringify({ proof: request.url?.slice(-43) })),
    ],
    ['answers with a proof that is no text', (_, response) => response.end('{"proof":[]}')],
    ['answers with null', (_, response) => response.end('null')],
    ['answers without end', (_, response) => void response.write('x'.repeat(1_000_000))],
    ['redirects', (_, response) => response.writeHead(302, { Location: '/operator' }).end('{}')],
    ['hangs up', (request) => request.socket.destroy()],
  ])(
    'a process on the port of a killed server that %s gets no token; the command opens the ledger itself',
    async (_, answer) => {
      const { own, said } = await impostor(() => answer)
      writeFileSync(join(data, 'operator-token'), JSON.stringify(own), { mode: 0o600 })
      const { code, stderr } = await runCli('account', 'create', 'second', '--data', data)
      expect([code, stderr]).toEqual([0, ''])
      expect((await runCli('account', 'list', '--data', data)).stdout).toMatch(/first[\s\S]*second/)
      expect(said).toEqual([expect.stringMatching(/^GET \/operator\/proof\?nonce=[\w-]{43} $/)])
    },
  )
})

it('a server is found by its token, and each request carries a new nonce', async () => {
  const { token } = await open()
  expect(await findServer(dataFolder())).toEqual(token)
  expect(await askOperators(token, '/operator/accounts', { arguments: [] })).toEqual({
    status: 200,
    body: { result: [] },
  })
  await expect(askOperators({ ...token, token: secret }, '/operator', undefined)).rejects.toThrow(
    'did not answer: it does not know the token',
  )
})

it("a proof relayed from the true server is not valid for the relay's port", async () => {
  const { token } = await open()
  const relay = createTcpServer((socket) => {
    const other = connect(token.port, '127.0.0.1')
    socket.pipe(other).pipe(socket)
    for (const end of [socket, other]) end.on('error', () => {})
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void relay.close())
  const { port } = relay.address() as AddressInfo
  writeFileSync(join(dataFolder(), 'operator-token'), JSON.stringify({ ...token, port }))
  expect(await readOperatorToken(nodeFs, dataFolder())).toMatchObject({ port })
  expect(await findServer(dataFolder())).toBeNull()
})

it('the token is sent only on the connection that delivered the proof', async () => {
  const { own, said, connections } = await impostor((token) => (request, response) => {
    const nonce = new URL(request.url ?? '', 'http://x').searchParams.get('nonce') ?? ''
    response.end(JSON.stringify({ proof: operatorProof(token, nonce) }))
  })
  expect((await askOperators(own, '/operator')).status).toBe(200)
  expect([said.length, said[1], connections.length]).toEqual([2, `GET /operator Bearer ${secret}`, 1])

  const breaking = await impostor((token) => (request, response) => {
    const nonce = new URL(request.url ?? '', 'http://x').searchParams.get('nonce') ?? ''
    response.setHeader('Connection', 'close').end(JSON.stringify({ proof: operatorProof(token, nonce) }))
  })
  await expect(askOperators(breaking.own, '/operator')).rejects.toThrow('did not answer: the connection broke')
  expect([breaking.said.length, breaking.connections.length]).toEqual([1, 1])
})
