import { mkdir } from 'node:fs/promises'
import { silentLog, systemRandomBytes } from '@riftline/base/node'
import { openFileStore } from '@riftline/ledger/file'

const dayMs = 86_400_000
const models = [
  ['predict', 'consensus', 7],
  ['predict', 'gbdt', 3],
  ['markets', 'consensus', 7],
  ['get-team', null, 1],
] as const

/**
 * Creates an account with calls on most days of this month, two keys and 5,000 paid credits. The second key has used up its limit and
 * expires within a week.
 */
export async function seedMonthOfUse(dataFolder: string, name: string): Promise<void> {
  const now = Date.now()
  const first = new Date(new Date(now).toISOString().slice(0, 8).concat('01T00:00:00Z')).getTime()
  let at = first
  const clock = { now: () => at, monotonicMs: () => at }
  await mkdir(dataFolder, { mode: 0o700, recursive: true })
  const store = await openFileStore({
    ...{ clock, dataFolder, log: silentLog, randomBytes: systemRandomBytes, freeCredits: 20 },
  })
  const account = await store.createAccount(name)
  const accountId = account.id
  await store.grant(accountId, { kind: 'topup', ref: 'seed', credits: 5000 })
  const keyIds = ['seedKey1', 'seedKey2']
  for (const [index, id] of keyIds.entries()) {
    await store.addKey({ id, accountId, name: `Key ${index + 1}`, sha256: String(index).repeat(64) })
  }
  let calls = 0
  for (let day = 0; first + day * dayMs < now; day++) {
    at = Math.min(now - 1000, first + day * dayMs + dayMs / 2)
    for (let call = 0; call < (day * 7) % 13; call++) {
      const [operation, model, credits] = models[calls % models.length] ?? models[0]
      const requestId = `req_seed${String(calls++).padStart(6, '0')}`
      const held = await store.hold({
        ...{ requestId, accountId, operation, model, credits },
        keyId: keyIds[calls % 2] ?? null,
      })
      if (held.kind !== 'held') throw new Error(held.kind)
      await store.capture(held.hold)
      if (calls % 17 === 0) await store.refund(requestId, 'disconnect')
      else store.delivered(requestId)
    }
  }
  const expiresAt = Math.floor(now / dayMs) * dayMs + 3 * dayMs
  await store.setKey('seedKey2', { monthlyLimit: 10, expiresAt, scopes: ['predict', 'read'] })
  await store.close()
}
