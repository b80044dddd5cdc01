import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { run } from '#cli/run.ts'
import { runsAll } from '../../support/amount.ts'
import { openLines } from '../../support/mcp-lines.ts'

// Arbitrary lines on the input of the command, run as a process.

const initialize = {
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const callOf = (id: number, name: string, args: unknown): object => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: args },
})
const ping = { jsonrpc: '2.0', id: 'ping', method: 'ping' }

describe('bad lines', () => {
  it.runIf(runsAll)('riftline mcp answers a bad line with an error and then the next call', async () => {
    const lines = await openLines()
    lines.send(JSON.stringify(initialize))
    const bad: readonly (readonly [string, unknown, number])[] = [
      ['nonsense', null, -32700],
      ['{"jsonrpc":"2.0","id":1,"method":', null, -32700],
      ['[]', null, -32600],
      ['42', null, -32600],
      ['null', null, -32600],
      ['{"jsonrpc":"1.0","id":5,"method":"ping"}', 5, -32600],
      ['{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32600],
      ['{"jsonrpc":"2.0","id":6,"method":7}', 6, -32600],
      ['{"jsonrpc":"2.0","id":7,"method":"no/such"}', 7, -32601],
      ['{"jsonrpc":"2.0","id":8,"method":"tools/call"}', 8, -32602],
      ['{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":5}}', 9, -32602],
      ['{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"teams","arguments":[1]}}', 10, -32602],
      ['{"jsonrpc":"2.0","id":11,"method":"tools/call","params":{"name":"__proto__"}}', 11, -32602],
    ]
    for (const [line, id, code] of bad) {
      lines.send(line)
      expect([line, await lines.next((message) => message.id === id)]).toEqual([
        line,
        expect.objectContaining({ id, error: expect.objectContaining({ code }) }),
      ])
    }
    lines.send('\n  \r\n')
    lines.send(`${JSON.stringify(ping)}\r`)
    expect(await lines.next(({ id }) => id === 'ping')).toMatchObject({ result: {} })
    expect(await lines.end()).toEqual({ code: 0, stderr: '' })
  })

  it.runIf(runsAll)('an argument of 5 MB is refused by its tool, and a line of 11 MB is refused unread', async () => {
    const lines = await openLines()
    lines.send(JSON.stringify(initialize))
    const long = 'x'.repeat(5 * 1024 * 1024)
    lines.send(JSON.stringify(callOf(1, 'predict', { blueTeam: long, redTeam: 'T1' })))
    expect(await lines.next(({ id }) => id === 1)).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringMatching(/^payload_too_large: /) }] },
    })
    lines.send(JSON.stringify(callOf(2, 'teams', { name: long })))
    expect(await lines.next(({ id }) => id === 2)).toMatchObject({
      result: { isError: true, content: [{ text: 'validation_error: name: must be 1-80 characters' }] },
    })
    lines.send(`${long}${long}${long}`)
    expect(await lines.next(({ id }) => id === null)).toMatchObject({ error: { code: -32600 } })
    lines.send(JSON.stringify(ping))
    expect(await lines.next(({ id }) => id === 'ping')).toMatchObject({ result: {} })
  })

  it.runIf(runsAll)('arguments nested thousands deep are refused by their tool', async () => {
    const lines = await openLines()
    lines.send(JSON.stringify(initialize))
    const depth = 20_000
    const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`
    for (const [id, name] of [
      [1, 'predict'],
      [2, 'teams'],
    ]) {
      const call = JSON.stringify(callOf(Number(id), String(name), { name: 'nested' }))
      lines.send(call.replace('"nested"', nested))
      expect(await lines.next((message) => message.id === id)).toMatchObject({
        result: { isError: true, content: [{ text: expect.stringMatching(/^validation_error: /) }] },
      })
    }
  })
})

describe('the end of the input', () => {
  it.runIf(runsAll)('riftline mcp answers all calls before the end of its input, then exits with 0', async () => {
    const lines = await openLines()
    lines.send(JSON.stringify(initialize))
    lines.send(JSON.stringify(callOf(1, 'predict', { blueTeam: 'Amber Foxes', redTeam: 'BB' })))
    // The last line may lack its line feed.
    lines.sendRaw(JSON.stringify(callOf(2, 'teams', { name: 'T1' })))
    expect(await lines.end()).toEqual({ code: 0, stderr: '' })
    expect(lines.all().map(({ id }) => id)).toEqual(expect.arrayContaining(['init', 1, 2]))
  })

  it.runIf(runsAll)('riftline mcp exits with 0 on an input without a line', async () => {
    expect(await (await openLines()).end()).toEqual({ code: 0, stderr: '' })
  })

  it.runIf(runsAll).each(['SIGTERM', 'SIGINT'] as const)('%s ends riftline mcp with 0', async (signal) => {
    const lines = await openLines()
    lines.send(JSON.stringify(initialize))
    await lines.next(({ id }) => id === 'init')
    lines.signal(signal)
    expect(await lines.ended()).toEqual({ code: 0, stderr: '' })
  })

  it.runIf(runsAll)('a closed pipe ends riftline mcp silently', async () => {
    const lines = await openLines()
    lines.send(JSON.stringify(initialize))
    await lines.next(({ id }) => id === 'init')
    lines.closeOutput()
    for (let id = 0; id < 20; id += 1) lines.send(JSON.stringify(callOf(id, 'teams', { name: 'T1' })))
    expect(await lines.ended()).toEqual({ code: 0, stderr: '' })
  })

  it.runIf(runsAll)('a host that reads late receives every answer', async () => {
    const lines = await openLines()
    lines.pause()
    lines.send(JSON.stringify(initialize))
    for (let id = 0; id < 300; id += 1) lines.send(JSON.stringify(callOf(id, 'champions', {})))
    lines.resume()
    expect(await lines.end()).toEqual({ code: 0, stderr: '' })
    expect(lines.all()).toHaveLength(301)
  })

  it.runIf(runsAll)('riftline mcp does not wait for a cancelled call', async () => {
    const lines = await openLines()
    lines.send(JSON.stringify(initialize))
    lines.send(JSON.stringify(callOf(1, 'team', { id: 2 })))
    lines.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }))
    expect(await lines.end()).toEqual({ code: 0, stderr: '' })
  })
})

it('riftline mcp fails when its output cannot be written', async () => {
  const input = new PassThrough()
  let stderr = ''
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  const code = run(['mcp'], {
    env: {},
    stdin: () => input,
    stdout: () => Promise.reject(full),
    stderr: (text) => {
      stderr += text
    },
    onStop: () => () => {},
  })
  input.write(`${JSON.stringify(initialize)}\n`)
  expect(await code).toBe(1)
  expect(stderr).toBe('riftline mcp: its output could not be written: ENOSPC: no space left on device\n')
})
