import { RiftlineError } from '@riftline/base'
import { parseSha256, parseText, tooManyKeys } from '../rules/account-input.ts'
import { keyUsesOf } from '../rules/usage-sums.ts'
import type { LiveLedger } from './live-ledger.ts'
import type { Keys } from './store-parts.ts'

export function createKeys({ state, journal, now, account, write }: LiveLedger): Keys {
  return {
    async addKey(key, most = Number.POSITIVE_INFINITY) {
      const owner = account(key.accountId)
      const { id: accountId } = owner.account
      const [name, sha256] = [parseText('name', key.name), parseSha256(key.sha256)]
      if (state.keys.has(sha256) || state.keyHashes.has(key.id)) {
        throw new RiftlineError('validation_error', `key ${key.id}: exists already`)
      }
      const createdAt = now()
      const isOver = (sha256: string): boolean => (state.keys.get(sha256)?.key.revokedAt ?? Infinity) <= createdAt
      if (owner.keys.filter((known) => !isOver(known)).length >= most) throw tooManyKeys(most)
      await write({ type: 'key', at: createdAt, keyId: key.id, accountId, name, sha256 })
      return { id: key.id, accountId, name, sha256, createdAt, revokedAt: null }
    },

    keys: async (accountId) => account(accountId).keys.flatMap((sha256) => state.keys.get(sha256)?.key ?? []),

    async revokeKey(keyId, from = 0) {
      const holder = state.keys.get(state.keyHashes.get(keyId) ?? '')
      if (holder === undefined) throw new RiftlineError('key_not_found', `unknown key ${JSON.stringify(keyId)}`)
      const { revokedAt } = holder.key
      const at = now()
      if (revokedAt !== null && revokedAt <= Math.max(from, at)) return journal.flush()
      await write({ type: 'key-revoked', at, keyId, from: from > at ? from : undefined })
    },

    async keyUses(idOrName) {
      const { keyUses, usage } = account(idOrName)
      return keyUsesOf(keyUses, usage, now())
    },

    findKey: async (sha256) => state.keys.get(sha256) ?? null,
  }
}
