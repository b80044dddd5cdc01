import { RiftlineError } from '@riftline/base'
import type { ApiKey, KeyHolder } from '../credit-store.ts'
import { parseSha256, parseText, tooManyKeys } from '../rules/account-input.ts'
import { byKeyId } from '../rules/usage-sums.ts'
import type { Accounts, Keys } from '../store/store-parts.ts'
import type { AccountsDeps } from './accounts.ts'
import { createCollector } from './collector.ts'
import { sqlState } from './failure.ts'

interface KeyRow {
  readonly id: string
  readonly account_id: string
  readonly name: string
  readonly sha256: Buffer
  readonly created_at: Date
  readonly revoked_at: Date | null
}

interface UseRow {
  readonly key_id: string
  readonly last_at: Date
  readonly credits: number
}

const columns = 'k.id, k.account_id, k.name, k.sha256, k.created_at, k.revoked_at'

/** Keys are asked for at every request and never kept here: a revocation counts in all processes at once. */
export function createDatabaseKeys({ database, now }: AccountsDeps, { findAccount }: Accounts): Keys {
  const holders = createCollector<string, KeyHolder | null>({
    async run(hashes) {
      const rows = await database.read<KeyRow & { readonly status: string }>(
        `SELECT ${columns}, a.status FROM api_key k JOIN account a ON a.id = k.account_id WHERE k.sha256 = ANY ($1::bytea[])`,
        [hashes.map((sha256) => Buffer.from(sha256, 'hex'))],
      )
      const found = new Map(
        rows.map((row) => [row.sha256.toString('hex'), { key: toKey(row), banned: row.status === 'banned' }]),
      )
      return hashes.map((sha256) => found.get(sha256) ?? null)
    },
  })

  return {
    findKey: (sha256) => holders(sha256),

    async addKey(key, most) {
      const { id: accountId } = await findAccount(key.accountId)
      const [name, sha256, at] = [parseText('name', key.name), parseSha256(key.sha256), now()]
      try {
        const values = [key.id, accountId, Buffer.from(sha256, 'hex'), name, at, most ?? null]
        const [row] = await database.write<{ added: boolean }>(
          'SELECT ledger_add_key($1, $2, $3, $4, $5, $6) AS added',
          values,
        )
        if (row?.added === false) throw tooManyKeys(most ?? 0)
      } catch (error) {
        if (sqlState(error) !== '23505') throw error
        throw new RiftlineError('validation_error', `key ${key.id}: exists already`)
      }
      return { id: key.id, accountId, name, sha256, createdAt: at.getTime(), revokedAt: null }
    },

    async keys(idOrName) {
      const { id } = await findAccount(idOrName)
      const sql = `SELECT ${columns} FROM api_key k WHERE k.account_id = $1 ORDER BY k.ordinal`
      return (await database.read<KeyRow>(sql, [id])).map(toKey)
    },

    async keyUses(idOrName) {
      const { id } = await findAccount(idOrName)
      const rows = await database.read<UseRow>(
        `SELECT u.key_id, max(u.last_at) AS last_at,
                coalesce(sum(u.credits) FILTER (WHERE u.day >= m.month AND u.day < m.month + interval '1 month'), 0)::bigint AS credits
           FROM usage_day u
           JOIN (SELECT id, date_trunc('month', greatest($2, free_from) AT TIME ZONE 'UTC') AS month FROM account WHERE id = $1) m ON m.id = u.account_id
          WHERE u.key_id <> '' GROUP BY u.key_id`,
        [id, now()],
      )
      return rows
        .map(({ key_id, last_at, credits }) => {
          return { keyId: key_id, lastUsedAt: last_at.getTime(), creditsThisMonth: credits }
        })
        .sort(byKeyId)
    },

    async revokeKey(keyId, from = 0) {
      // least() ignores null, so the other time remains.
      const sql = 'UPDATE api_key SET revoked_at = least(revoked_at, $2) WHERE id = $1 RETURNING id'
      const rows = await database.write(sql, [keyId, new Date(Math.max(from, now().getTime()))])
      if (rows.length === 0) throw new RiftlineError('key_not_found', `unknown key ${JSON.stringify(keyId)}`)
    },
  }
}

function toKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    sha256: row.sha256.toString('hex'),
    createdAt: row.created_at.getTime(),
    revokedAt: row.revoked_at?.getTime() ?? null,
  }
}
