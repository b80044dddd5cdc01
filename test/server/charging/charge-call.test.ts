import { expect, it } from 'vitest'
import { type ChargingStore, chargeCall, type Payer } from '#server/charging/charge-call.ts'

it('a call is refused before it is computed if its account was banned after the check of its key', async () => {
  const store = { hold: async () => ({ kind: 'banned' }) } as unknown as ChargingStore
  const noLimits = { monthlyLimit: null, expiresAt: null, scopes: null }
  const key = { id: 'k', accountId: 'acc_a', name: 'prod', sha256: '', createdAt: 0, revokedAt: null, ...noLimits }
  const payer: Payer = { requestId: 'r', rawHeaders: [], isAbandoned: () => false, caller: { key, accountId: 'acc_a' } }
  const price = { operation: 'predict', model: 'fasttree', credits: 2 } as const
  const compute = () => {
    throw new Error('computed')
  }
  await expect(chargeCall(store, payer, price, null, compute)).rejects.toMatchObject({ code: 'account_banned' })
})
