import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, RiftlineConnectionError } from '@riftline/client'
import { expect, it, onTestFinished } from 'vitest'

/** Starts a server whose answers never end; `sent` counts bytes, `gone` counts connections that the client closed. */
async function endlessServer(status: number) {
  let sent = 0
  let gone = 0
  const piece = Buffer.alloc(1 << 20, ' ')
  const server = createServer((_request, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(piece)) sent += piece.length
    }
    response.on('drain', more).on('close', () => (gone += 1))
    response.writeHead(status)
    more()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}`, sent: () => sent, gone: () => gone }
}

it.each([200, 400])(
  'the client gives up an endless body of a %i after 16 MiB, long before the timeout',
  async (status) => {
    const server = await endlessServer(status)
    const client = createClient({ baseUrl: server.baseUrl, apiKey: 'key', maxRetries: 0, timeoutMs: 2_147_483_647 })
    const error = await client.usage().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RiftlineConnectionError)
    expect(error).toMatchObject({
      code: 'invalid_response',
      message: `the answer ${status} is over 16777216 bytes`,
    })
    expect(server.sent()).toBeLessThan(256 << 20)
    await expect.poll(server.gone, { timeout: 20_000 }).toBe(1)
  },
)

it('an answer of a fetch without a body stream is read by text()', async () => {
  const fetch = async () => ({ status: 200, headers: new Headers(), text: async () => '{"read":true}' })
  const client = createClient({ baseUrl: 'https://api.example.org', apiKey: 'key', fetch })
  expect(await client.usage()).toEqual({ read: true })
})
