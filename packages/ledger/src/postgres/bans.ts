import type { BanEvidence } from '../credit-store.ts'
import { parseBan, parseText, toBan } from '../rules/account-input.ts'
import type { Accounts, Bans } from '../store/store-parts.ts'
import type { AccountsDeps } from './accounts.ts'

interface UseRow {
  readonly account_id: string
  readonly request_id: string
  readonly first_at: Date
  readonly last_at: Date
}

/** Number of uses of the account that were dropped. */
interface DroppedRow {
  readonly account_id: null
  readonly dropped: number
}

interface BanRow {
  readonly at: Date
  readonly evidence: BanEvidence | null
  readonly reason: string | null
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
      const sql = `SELECT b.at, b.evidence, b.reason FROM ban_event b JOIN account a ON a.id = b.account_id
                    WHERE a.id = $1 AND a.status = 'banned' AND b.kind = 'ban' ORDER BY b.id DESC LIMIT 1`
      const [row] = await database.read<BanRow>(sql, [id])
      return row === undefined ? null : toBan(row.at.getTime(), row.evidence, row.reason)
    },

    async unban(idOrName, by, allowAddresses) {
      const { id } = await findAccount(idOrName)
      await database.write('SELECT ledger_unban($1, $2, $3, $4)', [id, now(), parseText('by', by), allowAddresses])
    },

    async useAddress({ accountId, address, requestId }, since) {
      const sql = 'SELECT * FROM ledger_note_address($1, $2, $3, $4, $5)'
      const values = [accountId, address, requestId, now(), new Date(since)]
      const rows = await database.write<UseRow | DroppedRow>(sql, values)
      return rows.flatMap((row) => {
        if (row.account_id === null) {
          dropped += row.dropped
          return []
        }
        const { account_id, request_id, first_at, last_at } = row
        const [firstAt, lastAt] = [first_at.getTime(), last_at.getTime()]
        return { accountId: account_id, address, requestId: request_id, firstAt, lastAt }
      })
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
      const sql = 'SELECT min(first_at) AS at FROM address_seen WHERE account_id = $1 AND address = ANY ($2::text[])'
      const [row] = await database.read<{ at: Date | null }>(sql, [id, addresses])
      return row?.at?.getTime() ?? null
    },

    droppedAddresses: () => dropped,
  }
}
