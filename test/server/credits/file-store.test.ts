import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CreditStore, type LogEntry, openFileStore } from '@riftline/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../../support/clock.ts'
import { send, startServer } from '../../support/server.ts'
import { matchBody } from '../../support/server-catalogue.ts'
import { describeCreditStore } from './credit-store.cases.ts'

let root: string
let log: LogEntry[]
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'riftline-store-'))
  log = []
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function open(clock: ManualClock = createManualClock()): Promise<CreditStore> {
  const dataFolder = join(root, 'data')
  return openFileStore({ clock, randomBytes, freeCredits: 20, dataFolder, log: (entry) => log.push(entry) })
}

const journalPath = () => join(root, 'data', 'ledger', 'journal.jsonl')
const journal = () => readFileSync(journalPath(), 'utf8')

describeCreditStore('file', { durable: true, open })

async function storeWithCharge(): Promise<string> {
  const store = await open()
  const { id } = await store.createAccount('test')
  const result = await store.hold({
    requestId: 'req_a',
    accountId: id,
    operation: 'predict',
    model: 'fasttree',
    credits: 2,
  })
  if (result.kind === 'held') await store.capture(result.hold)
  store.delivered('req_a')
  await store.close()
  return id
}

describe('the journal', () => {
  test('keeps folders at 0700 and files at 0600', async () => {
    const store = await open()
    await store.createAccount('test')
    for (const folder of [join(root, 'data'), join(root, 'data', 'ledger')]) {
      expect(statSync(folder).mode & 0o777, folder).toBe(0o700)
    }
    for (const file of readdirSync(join(root, 'data', 'ledger'))) {
      expect(statSync(join(root, 'data', 'ledger', file)).mode & 0o777, file).toBe(0o600)
    }
    await store.close()
  })

  test('has a charge before the answer says so', async () => {
    const server = await startServer({ credits: open })
    const { status, headers } = await send(server, 'POST', '/v1/predict', { body: matchBody })
    expect(status).toBe(200)
    expect(journal()).toContain(`"t":"capture"`)
    expect(journal()).toContain(`"r":"${headers['x-request-id']}"`)
    await server.close()
  })

  test('never holds a key in clear', async () => {
    const server = await startServer({ credits: open })
    await send(server, 'POST', '/v1/predict', { body: matchBody })
    await server.close()
    expect(journal()).toContain(server.keyId)
    expect(journal()).not.toContain(server.key.slice(17))
  })

  test.each(['{"t":"capture","at":17', '\u0000\u0000\u0000', '{'])(
    'cuts a last line that was torn: %j',
    async (tail) => {
      const id = await storeWithCharge()
      const sound = journal()
      appendFileSync(journalPath(), tail)
      const store = await open()
      expect(await store.balance(id)).toBe(18)
      expect(log).toContainEqual({ level: 'warn', event: 'journal_tail_cut', path: journalPath(), bytes: tail.length })
      await store.close()
      expect(journal()).toBe(sound)
    },
  )

  test('any cut through the last batch leaves a store that opens', async () => {
    const id = await storeWithCharge()
    const bytes = readFileSync(journalPath())
    const capture = bytes.lastIndexOf('{"t":"capture"')
    for (let length = capture; length <= bytes.length; length += 7) {
      writeFileSync(journalPath(), bytes.subarray(0, length))
      const store = await open()
      expect([18, 20]).toContain(await store.balance(id))
      await store.close()
    }
  })

  test.each([
    ['a damaged line in the middle', (text: string) => text.replace('"n":20', '"n":2~')],
    ['a lost line in the middle', (text: string) => text.replace(/\{"t":"grant".*\n/, '')],
    ['a charge captured twice', (text: string) => text.replace(/(\{"t":"capture".*\n)/, '$1$1')],
    ['an unknown record', (text: string) => `{"t":"gift","at":1}\n${text}`],
  ])('is refused with file and line: %s', async (_name, damage) => {
    await storeWithCharge()
    writeFileSync(journalPath(), damage(journal()))
    await expect(open()).rejects.toMatchObject({
      code: 'journal_damaged',
      message: expect.stringMatching(/journal\.jsonl:\d+: /),
    })
    writeFileSync(journalPath(), '')
    await (await open()).close()
  })
})

describe('the lock', () => {
  const lockPath = () => join(root, 'data', 'ledger', 'LOCK')

  test('refuses a second store on the folder and names it', async () => {
    const store = await open()
    await expect(open()).rejects.toMatchObject({
      code: 'data_folder_locked',
      message: `another server holds the data folder ${join(root, 'data')}`,
    })
    await store.close()
    await (await open()).close()
  })

  test.each([
    ['a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, start: '1' })],
    ['this process id in an earlier life', JSON.stringify({ pid: process.pid, start: '1' })],
    ['another process that has the id now', JSON.stringify({ pid: process.ppid, start: '1' })],
    ['nobody', ''],
  ])('left behind by %s is taken over', async (_name, content) => {
    await storeWithCharge()
    writeFileSync(lockPath(), content)
    await (await open()).close()
  })
})
