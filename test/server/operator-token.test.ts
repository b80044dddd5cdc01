import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { nodeFs } from '@riftline/base/node'
import { parseConfig, readOperatorToken } from '@riftline/server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useOperators } from '../support/operators.ts'
import { send } from '../support/server.ts'

const { open, dataFolder } = useOperators()

describe("the operators' token", () => {
  it("the operators' token is in a file for the folder's owner alone, is new at each start and removed at the stop", async () => {
    const first = await open()
    const path = join(dataFolder(), 'operator-token')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      address: '127.0.0.1',
      port: first.operators.port,
      token: expect.stringMatching(/^[\w-]{43}$/),
    })
    await first.operators.close()
    await expect(stat(path)).rejects.toThrow('ENOENT')
    expect((await open()).token.token).not.toBe(first.token.token)
  })

  it("the operators' token of another server stays when this server stops", async () => {
    const { operators } = await open()
    const other = { address: '127.0.0.1', port: 1, token: 'of another server' }
    await writeFile(join(dataFolder(), 'operator-token'), JSON.stringify(other))
    await operators.close()
    expect(await readOperatorToken(nodeFs, dataFolder())).toEqual(other)
  })

  it.each(['', '{', '[]', 'null', '{"address":"a","port":"1","token":"t"}', '{"port":1}'])(
    'a token file with %j counts as no token',
    async (text) => {
      await writeFile(join(dataFolder(), 'operator-token'), text)
      expect(await readOperatorToken(nodeFs, dataFolder())).toBeNull()
    },
  )

  it("the operators' token file has a loopback address if the server listens on all addresses", async () => {
    expect((await open({ opsHost: '0.0.0.0' })).token.address).toBe('127.0.0.1')
  })
})

describe("an operators' port that is taken", () => {
  async function taken(): Promise<number> {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    return (other.address() as AddressInfo).port
  }

  it("a free port replaces a default operators' port that is taken", async () => {
    const port = await taken()
    const { operators, server } = await open({ opsPort: port, opsPortGiven: false })
    expect(operators.port).not.toBe(port)
    expect((await send(server, 'GET', '/openapi.json', { key: null })).status).toBe(200)
  })

  it("an operators' port that is set but taken is refused by name", async () => {
    const port = await taken()
    await expect(open({ opsPort: port, opsPortGiven: true })).rejects.toThrow(
      `cannot listen on 127.0.0.1 port ${port}: the port is in use (RIFTLINE_OPS_HOST, RIFTLINE_OPS_PORT)`,
    )
  })

  it("an operators' port counts as set if the environment names it", () => {
    expect(parseConfig({ RIFTLINE_OPS_PORT: '8081' })).toMatchObject({ opsPort: 8081, opsPortGiven: true })
    expect(parseConfig({ RIFTLINE_OPS_PORT: '0' })).toMatchObject({ opsPort: null })
    expect(parseConfig({ RIFTLINE_OPS_PORT: 'any' })).toMatchObject({ opsPort: 0 })
    expect(parseConfig({})).toMatchObject({ opsPort: 8081, opsPortGiven: false })
  })
})
