import { RiftlineError } from '@riftline/base'
import { randomBase62 } from '@riftline/base/node'
import type { AccountGrant, KeyUse, StandingGrant } from '../account-reports.ts'
import type { Account, AddressUse, ApiKey, BanEvidence, KeyHolder } from '../credit-store.ts'
import type { KeyLimits } from '../key-limits.ts'
import {
  grantFault,
  keyNotFound,
  parseBan,
  parseGrant,
  parseSha256,
  parseText,
  toBan,
  tooManyKeys,
} from '../rules/account-input.ts'
import { keyLimitsOf, parseLimits } from '../rules/key-limits.ts'
import { byKeyId } from '../rules/usage-sums.ts'
import type { Accounts, Bans, Keys } from '../store/live-ledger.ts'
import { createCollector } from './collector.ts'
import { ms, sqlState } from './connection.ts'
import type { DatabaseParts } from './leases.ts'

export type AccountsDeps = Pick<DatabaseParts, 'database' | 'randomBytes' | 'freeCredits' | 'clock' | 'now'>

const accountColumns = `id, name, status, ${ms('created_at')} AS "createdAt"`

export function createDatabaseAccounts({ database, randomBytes, freeCredits, clock, now }: AccountsDeps): Accounts {
  const { read, write } = database

  const findAccount = async (idOrName: string): Promise<Account> => {
    const sql = `SELECT ${accountColumns} FROM account WHERE id = $1 OR name = $1 ORDER BY id = $1 DESC LIMIT 1`
    const [account] = isText(idOrName) ? await read<Account>(sql, [idOrName]) : []
    if (account === undefined) throw accountNotFound(idOrName)
    return account
  }

  const findGrant = async (id: string, ref: string): Promise<StandingGrant | undefined> => {
    const sql = `SELECT kind, source_ref AS ref, amount AS credits, name, ${ms('expires_at')} AS "expiresAt", reversed_at IS NOT NULL AS reversed
                   FROM credit_grant WHERE account_id = $1 AND source_ref = $2`
    return (await read<StandingGrant>(sql, [id, ref]))[0]
  }

  return {
    findAccount,

    async createAccount(name) {
      const text = parseText('name', name)
      const [id, at] = [`acc_${randomBase62(12, randomBytes)}`, now()]
      const exists = () => new RiftlineError('account_exists', `account ${JSON.stringify(text)} exists already`)
      const sql = `INSERT INTO account (id, name, created_at) SELECT $1, $2, $3
                    WHERE NOT EXISTS (SELECT FROM account WHERE id = $2) RETURNING id`
      const rows = await write(sql, [id, text, at]).catch((error: unknown) => {
        throw sqlState(error) === '23505' ? exists() : error
      })
      if (rows.length === 0) throw exists()
      return { id, name: text, status: 'active', createdAt: at.getTime() }
    },

    accounts: () => read<Account>(`SELECT ${accountColumns} FROM account ORDER BY ordinal`),

    async grant(idOrName, grant) {
      const { id } = await findAccount(idOrName)
      const parsed = parseGrant(grant)
      const { kind, ref, credits, ...plan } = parsed
      const { name, expiresAt } = 'name' in plan ? plan : { name: null, expiresAt: null }
      const at = now()
      const fault = grantFault(parsed, at.getTime(), clock)
      if (fault !== null) {
        const known = await findGrant(id, ref)
        if (known === undefined) throw fault
        return known
      }
      const sql = 'SELECT ledger_grant($1, $2, $3, $4, $5, $6, $7) AS "isNew"'
      const values = [id, kind, ref, name, credits, at, expiresAt && new Date(expiresAt)]
      const [row] = await write<{ isNew: boolean }>(sql, values)
      const known = row!.isNew ? undefined : await findGrant(id, ref)
      return known ?? { kind, ref, credits, name, expiresAt, reversed: false }
    },

    async reverseGrant(idOrName, ref, why) {
      const { id } = await findAccount(idOrName)
      const reason = parseText('why', why, 200)
      const sql = 'SELECT ledger_reverse($1, $2, $3, $4) AS taken'
      const rows = isText(ref) ? await write<{ taken: number | null }>(sql, [id, ref, reason, now()]) : []
      const taken = rows[0]?.taken ?? null
      if (taken === null) throw new RiftlineError('grant_not_found', `unknown grant ${JSON.stringify(ref)}`)
      return taken
    },

    async grants(idOrName) {
      const { id } = await findAccount(idOrName)
      await write('SELECT ledger_touch($1, $2, $3)', [id, now(), freeCredits])
      return read<AccountGrant>(
        `SELECT source_ref AS ref, kind, name, amount AS credits, remaining, ${ms('granted_at')} AS "grantedAt",
                ${ms('expires_at')} AS "expiresAt", ${ms('reversed_at')} AS "reversedAt"
           FROM credit_grant WHERE account_id = $1 ORDER BY id`,
        [id],
      )
    },
  }
}

export function accountNotFound(idOrName: string): RiftlineError {
  return new RiftlineError('account_not_found', `unknown account ${JSON.stringify(idOrName)}`)
}

/** PostgreSQL stores no text with a zero byte, so nothing can match one. */
function isText(text: string): boolean {
  return !text.includes('\0')
}

const keyColumns = `k.id, k.account_id AS "accountId", k.name, encode(k.sha256, 'hex') AS sha256,
                ${ms('k.created_at')} AS "createdAt", ${ms('k.revoked_at')} AS "revokedAt",
                k.monthly_limit AS "monthlyLimit", ${ms('k.expires_at')} AS "expiresAt", k.scopes`

/** Keys are read for every request and never cached, so that a revocation counts in all processes immediately. */
export function createDatabaseKeys({ database, now }: AccountsDeps, { findAccount }: Accounts): Keys {
  const { read, write } = database
  const holders = createCollector<string, KeyHolder | null>({
    async run(hashes) {
      const rows = await read<ApiKey & { readonly banned: boolean }>(
        `SELECT ${keyColumns}, a.status = 'banned' AS banned
           FROM api_key k JOIN account a ON a.id = k.account_id WHERE k.sha256 = ANY ($1::bytea[])`,
        [hashes.map((sha256) => Buffer.from(sha256, 'hex'))],
      )
      const found = new Map(rows.map(({ banned, ...key }) => [key.sha256, { key, banned }]))
      return hashes.map((sha256) => found.get(sha256) ?? null)
    },
  })

  return {
    findKey: (sha256) => holders(sha256),

    findKeys: (sha256s) => Promise.all(sha256s.map((sha256) => holders(sha256))),

    async addKey(key, most) {
      const { id: accountId } = await findAccount(key.accountId)
      const [name, sha256, at] = [parseText('name', key.name), parseSha256(key.sha256), now()]
      const limits = keyLimitsOf(parseLimits(key, at.getTime()))
      try {
        const sql = 'SELECT ledger_add_key($1, $2, $3, $4, $5, $6, $7, $8, $9) AS added'
        const values = [key.id, accountId, Buffer.from(sha256, 'hex'), name, at, most ?? null, ...limitValues(limits)]
        const [row] = await write<{ added: boolean }>(sql, values)
        if (most !== undefined && !row!.added) throw tooManyKeys(most)
      } catch (error) {
        if (sqlState(error) !== '23505') throw error
        throw new RiftlineError('validation_error', `key ${key.id}: exists already`)
      }
      return { id: key.id, accountId, name, sha256, createdAt: at.getTime(), revokedAt: null, ...limits }
    },

    async setKey(keyId, limits) {
      const parsed = parseLimits(limits, now().getTime())
      const changes = ['monthlyLimit', 'expiresAt', 'scopes'].map((field) => Object.hasOwn(parsed, field))
      const sql = `UPDATE api_key k SET monthly_limit = CASE WHEN $2 THEN $5 ELSE k.monthly_limit END,
                          expires_at = CASE WHEN $3 THEN $6 ELSE k.expires_at END, scopes = CASE WHEN $4 THEN $7 ELSE k.scopes END
                    WHERE k.id = $1 RETURNING ${keyColumns}`
      const [changed] = await write<ApiKey>(sql, [keyId, ...changes, ...limitValues(keyLimitsOf(parsed))])
      if (changed === undefined) throw keyNotFound(keyId)
      return changed
    },

    async keys(idOrName) {
      const { id } = await findAccount(idOrName)
      return read<ApiKey>(`SELECT ${keyColumns} FROM api_key k WHERE k.account_id = $1 ORDER BY k.ordinal`, [id])
    },

    async keyUses(idOrName) {
      const { id } = await findAccount(idOrName)
      const rows = await read<KeyUse>(
        `SELECT u.key_id AS "keyId", ${ms('max(u.last_at)')} AS "lastUsedAt",
                coalesce(sum(u.credits) FILTER (WHERE u.day >= m.month AND u.day < m.month + interval '1 month'), 0)::bigint AS "creditsThisMonth"
           FROM usage_day u
           JOIN (SELECT id, date_trunc('month', greatest($2, free_from) AT TIME ZONE 'UTC') AS month FROM account WHERE id = $1) m ON m.id = u.account_id
          WHERE u.key_id <> '' GROUP BY u.key_id`,
        [id, now()],
      )
      return rows.toSorted(byKeyId)
    },

    async revokeKey(keyId, from = 0) {
      // `least()` ignores null, so the other time remains.
      const sql = 'UPDATE api_key SET revoked_at = least(revoked_at, $2) WHERE id = $1 RETURNING id'
      const rows = await write(sql, [keyId, new Date(Math.max(from, now().getTime()))])
      if (rows.length === 0) throw keyNotFound(keyId)
    },
  }
}

function limitValues({ monthlyLimit, expiresAt, scopes }: KeyLimits): readonly unknown[] {
  return [monthlyLimit, expiresAt && new Date(expiresAt), scopes]
}

/** Use by another account; or, in a row without an account, the number of uses that this account lost to the new one. */
interface UseRow extends Omit<AddressUse, 'accountId' | 'address'> {
  readonly accountId: string | null
  readonly dropped: number
}

export function createDatabaseBans({ database, now }: AccountsDeps, { findAccount }: Accounts): Bans {
  let dropped = 0
  return {
    async ban(idOrName, why) {
      const { id } = await findAccount(idOrName)
      const { evidence, reason = null } = parseBan(why)
      const json = evidence === undefined ? null : JSON.stringify(evidence)
      await database.write('SELECT ledger_ban($1, $2, $3, $4)', [id, now(), json, reason])
    },

    async banOf(idOrName) {
      const { id } = await findAccount(idOrName)
      const sql = `SELECT ${ms('b.at')} AS at, b.evidence, b.reason FROM ban_event b JOIN account a ON a.id = b.account_id
                    WHERE a.id = $1 AND a.status = 'banned' AND b.kind = 'ban' ORDER BY b.id DESC LIMIT 1`
      const [row] = await database.read<{ at: number; evidence: BanEvidence | null; reason: string | null }>(sql, [id])
      return row === undefined ? null : toBan(row.at, row.evidence, row.reason)
    },

    async unban(idOrName, by, allowAddresses) {
      const { id } = await findAccount(idOrName)
      await database.write('SELECT ledger_unban($1, $2, $3, $4)', [id, now(), parseText('by', by), allowAddresses])
    },

    async useAddress({ accountId, address, requestId }, since) {
      const sql = `SELECT account_id AS "accountId", request_id AS "requestId", ${ms('first_at')} AS "firstAt", ${ms('last_at')} AS "lastAt", dropped
                     FROM ledger_note_address($1, $2, $3, $4, $5)`
      const values = [accountId, address, requestId, now(), new Date(since)]
      const rows = await database.write<UseRow>(sql, values)
      for (const row of rows) dropped += row.dropped
      return rows.flatMap(({ accountId, dropped: _, ...use }) =>
        accountId === null ? [] : { accountId, address, ...use },
      )
    },

    async otherAccountsAt(address, idOrName, since) {
      const { id } = await findAccount(idOrName)
      const sql = `SELECT count(*)::int AS others FROM address_seen s JOIN account o ON o.id = s.account_id
                    WHERE s.address = $1 AND s.account_id <> $2 AND s.last_at >= $3 AND o.status = 'active'
                      AND NOT EXISTS (SELECT FROM address_exempt e WHERE e.address = $1)
                      AND EXISTS (SELECT FROM account a WHERE a.id = $2 AND a.status = 'active')`
      const [row] = await database.read<{ others: number }>(sql, [address, id, new Date(since)])
      return row!.others
    },

    async firstUse(addresses, idOrName) {
      const { id } = await findAccount(idOrName)
      const sql = `SELECT ${ms('min(first_at)')} AS at FROM address_seen WHERE account_id = $1 AND address = ANY ($2::text[])`
      const [row] = await database.read<{ at: number | null }>(sql, [id, addresses])
      return row?.at ?? null
    },

    droppedAddresses: () => dropped,
  }
}
