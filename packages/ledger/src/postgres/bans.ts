import type { AddressUse, BanEvidence } from '../credit-store.ts'
import { parseBan, parseText, toBan } from '../rules/account-input.ts'
import type { Accounts, Bans } from '../store/store-parts.ts'
import type { AccountsDeps } from './accounts.ts'
import { ms } from './connection.ts'

/** A use by another account, or the number of uses that this account lost to the new one, in a row without an account. */
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
      return row?.others ?? 0
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
