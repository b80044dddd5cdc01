import { parseText } from '../account-input.ts'
import type { AccountAdministration, AddressUse, BanEvidence, CreditStore } from '../credit-store.ts'
import type { AccountsDeps } from './accounts.ts'

type Bans = Pick<CreditStore, 'ban' | 'unban' | 'useAddress'>

interface UseRow {
  readonly account_id: string
  readonly request_id: string
  readonly first_at: Date
  readonly last_at: Date
}

/** Bans, and the uses of addresses that lead to them. */
export function createBans({
  database,
  now,
  findAccount,
}: AccountsDeps & Pick<AccountAdministration, 'findAccount'>): Bans {
  return {
    async ban(idOrName, evidence?: BanEvidence) {
      const { id } = await findAccount(idOrName)
      const json = evidence === undefined ? null : JSON.stringify(evidence)
      await database.write('SELECT ledger_ban($1, $2, $3)', [id, now(), json])
    },

    async unban(idOrName, by, allowAddresses) {
      const { id } = await findAccount(idOrName)
      await database.write('SELECT ledger_unban($1, $2, $3, $4)', [id, now(), parseText('by', by), allowAddresses])
    },

    async useAddress({ accountId, address, requestId }, since): Promise<readonly AddressUse[]> {
      const sql = 'SELECT * FROM ledger_use_address($1, $2, $3, $4, $5)'
      const rows = await database.write<UseRow>(sql, [accountId, address, requestId, now(), new Date(since)])
      return rows.map((row) => ({
        accountId: row.account_id,
        address,
        requestId: row.request_id,
        firstAt: row.first_at.getTime(),
        lastAt: row.last_at.getTime(),
      }))
    },
  }
}
