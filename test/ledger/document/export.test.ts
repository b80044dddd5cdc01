import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseExport } from '#ledger/document/ledger-import.ts'
import { createLedgerState } from '#ledger/rules/ledger-state.ts'
import type { MovableStore } from '#ledger/store/live-ledger.ts'
import { createLedgerStore, createMemoryJournal } from '#ledger/store/memory-store.ts'
import { amount } from '../../support/amount.ts'
import { createManualClock, type ManualClock } from '../../support/clock.ts'
import { anAnswer, callOf, evidence } from '../store/credit-store.fixture.ts'
import { expectSameAccounts, linesOf } from '../store/exported.ts'
import { createWorld, runStep, steps } from '../store/model-run.ts'

function open(clock: ManualClock): MovableStore {
  return createLedgerStore({
    state: createLedgerState(),
    journal: createMemoryJournal(),
    clock,
    randomBytes,
    freeCredits: 20,
  })
}

async function copyOf(lines: readonly string[], clock: ManualClock): Promise<MovableStore> {
  const copy = open(clock)
  await copy.importLedger(await parseExport(lines))
  return copy
}

async function capture(
  store: MovableStore,
  account: string,
  credits: number,
  keyId: string | null = null,
): Promise<string> {
  const result = await store.hold(callOf(account, credits, { keyId }))
  if (result.kind !== 'held') throw new Error('not held')
  await store.capture(result.hold)
  return result.hold.requestId
}

/** Creates a ledger with every kind of record, some of them older than the months of stored charges. */
async function richLedger(clock: ManualClock): Promise<MovableStore> {
  const store = open(clock)
  const { id: a } = await store.createAccount('Großmeister 💡')
  const { id: b } = await store.createAccount('other')
  await store.addKey({ id: 'abcdefgh', accountId: a, name: 'prod', sha256: 'f'.repeat(64) })
  await store.addKey({ id: 'bbbbbbbb', accountId: b, name: 'prod', sha256: 'b'.repeat(64) })
  await store.revokeKey('bbbbbbbb')
  await store.addKey({ id: 'cccccccc', accountId: b, name: 'rotated', sha256: 'c'.repeat(64) })
  await store.revokeKey('cccccccc', Date.parse('2028-01-01T00:00:00Z'))
  await store.grant(a, { kind: 'topup', ref: 'payment', credits: 100 })
  await store.grant(a, { kind: 'topup', ref: 'spoilt', credits: 7 })
  await store.reverseGrant(a, 'spoilt', 'charged back')
  store.delivered(await capture(store, a, 25, 'abcdefgh'))
  await store.refund(await capture(store, a, 5), 'disconnect')
  clock.advanceTo(Date.parse('2027-06-10T12:00:00Z'))
  await store.grant(a, { kind: 'plan', ref: 'p', credits: 50, name: 'starter', expiresAt: clock.now() + 1e9 })
  store.delivered(await capture(store, a, 90, 'gone'))
  await store.refund(await capture(store, a, 3), 'operator')
  store.keep(await capture(store, a, 4))
  await capture(store, b, 20)
  const claim = { accountId: a, path: '/v1/predict', key: 'k', fingerprint: 'a'.repeat(64), requestId: 'req_k' }
  await store.claim(claim)
  const result = await store.hold(callOf(a, 2, { requestId: 'req_k' }))
  if (result.kind === 'held') await store.capture(result.hold, { ...anAnswer, claim })
  store.delivered('req_k')
  await store.reverseGrant(a, 'p', 'charged back')
  await store.useAddress({ accountId: a, address: '203.0.113.7', requestId: 'req_u' }, 0)
  await store.ban(a, evidence({ otherAccountId: b, address: '203.0.113.8' }))
  await store.unban(a, 'operator', true)
  await store.ban(b, evidence({ otherAccountId: a, address: '203.0.113.7' }))
  const { id: c } = await store.createAccount('sold its key')
  await store.ban(c, { reason: 'sold' })
  return store
}

describe('an export and its import', () => {
  it('an imported ledger has an export with the same bytes', async () => {
    const clock = createManualClock()
    const store = await richLedger(clock)
    const lines = await linesOf(store)
    const copy = await copyOf(lines, clock)
    expect(await linesOf(copy)).toEqual(lines)
    await expectSameAccounts(copy, store, '2027-06')
    const retry = { path: '/v1/predict', key: 'k', fingerprint: 'a'.repeat(64), requestId: 'req_x' }
    const claim = { ...retry, accountId: (await copy.findAccount('Großmeister 💡')).id }
    expect(await copy.claim(claim)).toEqual({ kind: 'stored', answer: anAnswer })
  })

  it('an export sums up charges older than the stored months in one entry for each grant and kind', async () => {
    const document = await parseExport(await linesOf(await richLedger(createManualClock())))
    const folded = document.entries.filter(({ kind, requestId }) => requestId === null && /capture|refund/.test(kind))
    expect(folded.map(({ ref, kind, amount }) => [ref, kind, amount])).toEqual([
      ['payment', 'capture', -10],
      ['payment', 'refund', 5],
      ['free:2026-11', 'capture', -20],
    ])
    expect(document.charges.map(({ amount, state, reason }) => [amount, state, reason])).toEqual([
      [90, 'delivered', null],
      [3, 'refunded', 'operator'],
      [4, 'delivered', 'undelivered'],
      [20, 'captured', null],
      [2, 'delivered', null],
    ])
    expect(document.totals.counts).toMatchObject({ account: 3, key: 3, answer: 1, address: 1, exempt: 1 })
  })

  it('a ledger after random steps is imported unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        let store: MovableStore | null = null
        const kind = { durable: false, open: async (clock: ManualClock) => (store = open(clock)) }
        const world = await createWorld(kind)
        for (const step of sequence) await runStep(world, step)
        world.clock.setNow(world.model.now)
        const lines = await linesOf(store ?? open(world.clock))
        expect(await linesOf(await copyOf(lines, world.clock))).toEqual(lines)
      }),
      { numRuns: amount(12, 300) },
    )
  })

  it('a ledger is imported when refunds let a grant’s captures exceed its credits', async () => {
    const clock = createManualClock()
    const store = open(clock)
    const { id } = await store.createAccount('often refunded')
    for (const credits of [15, 5, 18]) {
      const requestId = await capture(store, id, credits)
      if (credits === 18) store.delivered(requestId)
      else await store.refund(requestId, 'disconnect')
    }
    clock.advanceTo(Date.parse('2027-06-10T12:00:00Z'))
    await store.createAccount('later')
    const lines = await linesOf(store)
    expect(await linesOf(await copyOf(lines, clock))).toEqual(lines)
  })

  it('a ledger is imported unchanged when two accounts used an address 31 days and a minute apart', async () => {
    const clock = createManualClock()
    const store = open(clock)
    const [{ id: one }, { id: other }] = [await store.createAccount('one'), await store.createAccount('other')]
    const use = (accountId: string) => store.useAddress({ accountId, address: '2001:db8::/64', requestId: 'req_u' }, 0)
    await use(one)
    clock.advance(31 * 86_400_000)
    await use(other)
    clock.advance(60_000)
    await use(other)
    const lines = await linesOf(store)
    expect(await linesOf(await copyOf(lines, clock))).toEqual(lines)
  })

  it('an empty ledger is imported unchanged', async () => {
    const lines = await linesOf(open(createManualClock()))
    expect(lines.length).toBe(2)
    expect(await linesOf(await copyOf(lines, createManualClock()))).toEqual(lines)
  })

  it('a ledger that has accounts refuses an import', async () => {
    const store = await richLedger(createManualClock())
    const document = await parseExport(await linesOf(store))
    await expect(store.importLedger(document)).rejects.toMatchObject({ code: 'ledger_not_empty' })
  })
})

describe('a damaged document', () => {
  const refused = { code: 'ledger_document_invalid', message: expect.stringMatching(/^line \d+: /) }

  it('a document is refused when a line is missing, doubled or swapped with the next', async () => {
    const lines = await linesOf(await richLedger(createManualClock()))
    for (const at of lines.keys()) {
      const line = lines[at] ?? ''
      await expect(parseExport(lines.toSpliced(at, 1)), `without ${line}`).rejects.toMatchObject(refused)
      await expect(parseExport(lines.toSpliced(at, 0, line)), `twice ${line}`).rejects.toMatchObject(refused)
      const swapped = lines.toSpliced(at, 2, lines[at + 1] ?? '', line)
      await expect(parseExport(swapped), `later ${line}`).rejects.toMatchObject(refused)
    }
  })

  it('a document is refused when any character changes', async () => {
    const lines = await linesOf(await richLedger(createManualClock()))
    const place = fc.tuple(fc.nat(lines.length - 1), fc.nat(), fc.constantFrom('0', '7', 'x', '"', ' ', '}'))
    await fc.assert(
      fc.asyncProperty(place, async ([at, offset, character]) => {
        const line = lines[at] ?? ''
        const index = offset % line.length
        fc.pre(line[index] !== character)
        const damaged = `${line.slice(0, index)}${character}${line.slice(index + 1)}`
        await expect(parseExport(lines.with(at, damaged)), damaged).rejects.toMatchObject(refused)
      }),
      { numRuns: amount(15, 500) },
    )
  })

  /** Changes a line and corrects the hash, so that only the content of the line can be refused. */
  async function forged(type: string, change: (line: Record<string, unknown>) => unknown): Promise<string[]> {
    const lines = await linesOf(await richLedger(createManualClock()))
    const at = lines.findIndex((line) => line.startsWith(`{"type":"${type}"`))
    const found = JSON.parse(lines[at] ?? '') as Record<string, unknown>
    const changed = lines.with(at, JSON.stringify(change(found)))
    const trailer = JSON.parse(changed.pop() ?? '') as object
    const sha256 = createHash('sha256')
      .update(changed.map((line) => `${line}\n`).join(''))
      .digest('hex')
    return [...changed, JSON.stringify({ ...trailer, sha256 })]
  }

  it.each([
    ['header', { version: 2 }, 'version: expected 1, got 2'],
    ['account', { name: '' }, 'name: expected a text that is not empty, got ""'],
    ['account', { more: 1 }, 'more: expected no such field'],
    ['account', { ban: { at: 1, evidence: {} } }, 'ban.evidence.otherAccountId: expected a text'],
    ['key', { account: 'acc_nobody' }, 'account: expected one that came before, got "acc_nobody"'],
    ['key', { sha256: 'F'.repeat(64) }, 'sha256: expected 64 hex digits'],
    ['grant', { amount: 1e300 }, 'amount: expected an integer above 0'],
    ['grant', { remaining: 1 }, 'remaining: expected'],
    ['grant', { kind: 'gift' }, 'kind: expected "free" or "plan" or "topup", got "gift"'],
    ['charge', { amount: 91 }, 'lines: expected 91 credits, got 90'],
    ['charge', { lines: [['nothing', 90]] }, 'lines: expected grants of the account, got nothing'],
    ['charge', { lines: [['payment', -90]] }, 'lines[0][1]: expected an integer above 0, got -90'],
    ['charge', { state: 'refunded' }, 'reason: expected one of state refunded, got null'],
    ['charge', { state: 'refunded', reason: 'undelivered' }, 'reason: expected one of state refunded'],
    ['charge', { reason: 'disconnect' }, 'reason: expected one of state'],
    ['charge', { closedAt: null }, 'closedAt: expected when delivered or refunded'],
    ['charge', { operation: 'Steal!' }, 'operation: expected 1 to 64 characters of a-z, 0-9 and -'],
    ['charge', { model: '' }, 'model: expected 1 to 64 characters'],
    ['charge', { keyId: '' }, 'keyId: expected a text that is not empty, got ""'],
    ['key', { lastUsedAt: 'yes' }, 'lastUsedAt: expected milliseconds since 1970'],
    ['account', { ban: { at: 1, evidence: null, reason: 1 } }, 'ban.reason: expected a text'],
    ['entry', { amount: 99 }, 'the entries of grant payment'],
    ['entry', { at: 1 }, 'at: expected'],
    ['entry', { requestId: 'req_nobody' }, 'requestId: expected a charge of the account'],
    ['entry', { ref: 'nothing' }, 'ref: expected a grant of the account, got "nothing"'],
    ['answer', { requestId: 'req_nobody' }, 'requestId: expected a charge of the account, not refunded'],
    ['answer', { status: 'ok' }, 'status: expected an integer above 0'],
    ['address', { firstAt: 8e15 }, 'lastAt: expected from 8000000000000000 on'],
    ['trailer', { remaining: 1 }, 'remaining: expected'],
    ['trailer', { counts: {} }, 'counts.account: expected an integer from 0, got nothing'],
  ])('a document with a changed line is refused with line and field: %s %j', async (type, change, message) => {
    const lines = await forged(type, (line) => ({ ...line, ...change }))
    await expect(parseExport(lines)).rejects.toMatchObject({ ...refused, message: expect.stringContaining(message) })
  })

  it.each(['', '[]', 'null', '1', '{"type":"gift"}', '{"type":"__proto__"}', '{}', '{'])(
    'a document with the line %j is refused',
    async (text) => {
      const lines = await linesOf(await richLedger(createManualClock()))
      await expect(parseExport(lines.with(1, text))).rejects.toMatchObject({
        ...refused,
        message: expect.stringMatching(/^line 2: /),
      })
    },
  )

  it('a document without its trailer, or with lines after it, is refused', async () => {
    const lines = await linesOf(await richLedger(createManualClock()))
    await expect(parseExport([])).rejects.toMatchObject({ message: expect.stringContaining('cut off') })
    await expect(parseExport(lines.slice(0, -1))).rejects.toMatchObject({ message: expect.stringContaining('cut off') })
    await expect(parseExport([...lines, '{}'])).rejects.toMatchObject({
      message: expect.stringContaining('after the trailer'),
    })
  })
})
