import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { writeFile } from '#cli/io/write-file.ts'
import { runsAll } from '../support/amount.ts'
import { startRiftline } from '../support/riftline-process.ts'
import { until } from '../support/server.ts'

let folder: string
let file: string
let stop = () => {}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'riftline-write-'))
  file = join(folder, 'ledger.jsonl')
  writeFileSync(file, 'older')
  return () => rmSync(folder, { recursive: true, force: true })
})

const writing = {
  mode: 0o600,
  onStop: (listener: () => void) => {
    stop = listener
    return () => {}
  },
}

/** Expects the older file unchanged and no other file beside it. */
function expectUntouched(): void {
  expect(readdirSync(folder)).toEqual(['ledger.jsonl'])
  expect(readFileSync(file, 'utf8')).toBe('older')
}

it('a request to stop ends a write whose source hangs', async () => {
  async function* hanging(): AsyncIterable<string> {
    yield 'a line\n'
    setImmediate(() => stop())
    await new Promise(() => {})
  }
  await expect(writeFile(file, hanging(), writing)).rejects.toThrow('stopped before the end')
  expectUntouched()
})

it('a request to stop during a piece ends the write before the next piece and closes the source', async () => {
  const steps: string[] = []
  async function* source(): AsyncIterable<string> {
    try {
      yield 'a line\n'
      steps.push('asked again')
      stop()
      yield 'another\n'
      steps.push('and again')
    } finally {
      steps.push('closed')
    }
  }
  await expect(writeFile(file, source(), writing)).rejects.toThrow('stopped before the end')
  expect(steps).toEqual(['asked again', 'closed'])
  expectUntouched()
})

it('a source that fails leaves the older file and throws the error of the source', async () => {
  async function* failing(): AsyncIterable<string> {
    yield 'a line\n'
    throw new Error('no more')
  }
  await expect(writeFile(file, failing(), writing)).rejects.toThrow('no more')
  expectUntouched()
})

it('if the folder cannot be synced, the new file is in place and the error states both facts', async () => {
  const syncFolder = () => Promise.reject(new Error('EIO: i/o error, fsync'))
  const written = writeFile(file, ['newer'], { ...writing, syncFolder })
  await expect(written).rejects.toThrow(
    `${file} is new and whole, but may be the older one again after a power cut: EIO: i/o error, fsync`,
  )
  expect(readdirSync(folder)).toEqual(['ledger.jsonl'])
  expect(readFileSync(file, 'utf8')).toBe('newer')
})

it.runIf(runsAll).each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends an export whose database does not answer',
  async (signal) => {
    const connections: Socket[] = []
    const silent = createServer((socket) => connections.push(socket.on('error', () => {})))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    const {
      code,
      output,
      signal: send,
    } = startRiftline({
      args: ['ledger', 'export', file],
      env: { RIFTLINE_STORE: 'postgres', RIFTLINE_DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/nothing` },
    })
    await until(() => connections.length > 0)
    expect(readdirSync(folder).length).toBe(2)
    send(signal)
    expect([await code, output.stderr]).toEqual([1, 'riftline ledger: stopped before the end\n'])
    expectUntouched()
    for (const socket of connections) socket.destroy()
    await new Promise((resolve) => silent.close(resolve))
  },
)
