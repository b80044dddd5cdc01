import type { CreditStore } from '@riftline/ledger'
import fc from 'fast-check'
import type { ManualClock } from '../../support/clock.ts'
import { anAnswer, callOf, evidence } from './credit-store.fixture.ts'

/** Random numbers, each of which makes one event in `fillLedger`. */
export const happenings: fc.Arbitrary<number[]> = fc.array(fc.nat(), { maxLength: 30 })

const hash = (name: string): string => Buffer.from(name.padEnd(32, '.')).toString('hex').slice(0, 64)
const dayMs = 86_400_000
const scopeSets = [null, ['read'], ['predict', 'read'], ['predict', 'read', 'usage']] as const
const reasons = ['operator', 'disconnect', 'crash'] as const

/**
 * Fills a ledger so that every optional field of the document has a value somewhere, then adds an event for each number: keys
 * that are used, rotated or revoked, plans, reversals, charges in every state, stored answers, bans of both kinds.
 */
export async function fillLedger(
  store: CreditStore,
  clock: ManualClock,
  numbers: readonly number[],
  settled: () => Promise<unknown> = async () => {},
): Promise<void> {
  const ids: string[] = []
  let count = 0
  let refunds = 0
  for (const name of ['Großmeister 💡', 'other', 'third', 'sold its key', 'met another'])
    ids.push((await store.createAccount(name)).id)
  /** Chooses one of the first three accounts; the last two stay banned. */
  const account = (number: number): string => ids[number % 3] ?? ''
  const keysOf = async (id: string) => (await store.keys(id)).map((key) => key.id)

  async function charge(id: string, credits: number, end: number, keyId: string | null, asks: boolean): Promise<void> {
    const requestId = `req_f${++count}`
    const claim = { accountId: id, path: '/v1/predict', key: `k ${count}`, fingerprint: hash(`f${count}`), requestId }
    if (asks) await store.claim(claim)
    const model = credits % 2 === 0 ? 'fasttree' : null
    const calls = credits > 2 ? { calls: credits - 1 } : {}
    const result = await store.hold(callOf(id, credits, { requestId, keyId, model, ...calls }))
    if (result.kind !== 'held') {
      if (asks) store.dropClaim(claim)
      return
    }
    await store.capture(result.hold, asks ? { ...anAnswer, claim } : undefined)
    if (end % 4 === 0) store.keep(requestId)
    else if (end % 4 === 1) store.delivered(requestId)
    else if (end % 4 === 2) await store.refund(requestId, reasons[++refunds % reasons.length] ?? 'operator')
    await settled()
  }

  const acts: readonly ((number: number, id: string) => Promise<unknown>)[] = [
    (_, accountId) => {
      const id = String(++count).padStart(8, 'a')
      const expiresAt = clock.now() + (1 + (count % 60)) * dayMs
      const limits = count % 3 === 0 ? { monthlyLimit: 10_000 + count, expiresAt, scopes: scopeSets[count % 4] } : {}
      return store.addKey({ id, accountId, name: `key ${count}`, sha256: hash(id), ...limits })
    },
    async (number, id) => {
      const keys = await keysOf(id)
      const key = keys[number % (keys.length || 1)]
      if (key !== undefined) await store.revokeKey(key, number % 2 === 0 ? 0 : clock.now() + (number % 90) * dayMs)
    },
    (number, id) => store.grant(id, { kind: 'topup', ref: `pay ${++count}`, credits: 1 + (number % 500) }),
    (number, id) => {
      const expiresAt = clock.now() + (1 + (number % 60)) * dayMs
      return store.grant(id, {
        kind: 'plan',
        ref: `plan ${++count}`,
        credits: 1 + (number % 90),
        name: 'pro',
        expiresAt,
      })
    },
    async (number, id) => {
      const grants = (await store.grants(id)).filter(({ kind }) => kind !== 'free')
      const grant = grants[number % (grants.length || 1)]
      if (grant !== undefined) await store.reverseGrant(id, grant.ref, `why ${number}`)
    },
    async (number, id) => {
      const keys = await keysOf(id)
      await charge(id, 1 + (number % 9), number >> 4, keys[number % (keys.length + 1)] ?? null, number % 3 === 0)
    },
    (number, id) =>
      store.useAddress({ accountId: id, address: `203.0.113.${number % 5}`, requestId: `req_f${++count}` }, 0),
    (number, id) =>
      store.ban(
        id,
        number % 2 === 0
          ? { reason: `sold ${number}` }
          : evidence({ otherAccountId: account(number + 1), address: '203.0.113.9' }),
      ),
    (number, id) => store.unban(id, 'operator', number % 2 === 0),
    async (number) => clock.advance((number % 3) * 3_600_000),
    async (number, id) => {
      const keys = await keysOf(id)
      const key = keys[number % (keys.length || 1)]
      if (key === undefined) return
      const expiresAt = number % 5 === 0 ? null : clock.now() + 1 + (number % 9973)
      await store.setKey(key, {
        monthlyLimit: number % 2 === 0 ? null : 5000 + number,
        expiresAt,
        scopes: scopeSets[number % 4],
      })
    },
  ]

  for (const [index, id] of ids.entries()) {
    for (const act of [0, 0, 2, 3, 6]) await acts[act]?.(index, id)
    const [first = null] = await keysOf(id)
    for (const end of [0, 1, 2, 3]) await charge(id, 2, end, first, true)
    await charge(id, 2, 1, first, false)
    await charge(id, 3, 1, first, false)
  }
  await acts[1]?.(1, account(0))
  await acts[4]?.(1, account(0))
  await acts[7]?.(1, account(0))
  await acts[8]?.(0, account(0))
  for (const index of [3, 4]) await acts[7]?.(index + 1, ids[index] ?? '')
  for (const number of numbers)
    await acts[number % acts.length]?.(Math.floor(number / acts.length) % 9973, account(number >> 3))
  await store.grant(account(0), { kind: 'topup', ref: 'last', credits: 1 })
  await settled()
}
