import { parseText } from '../rules/account-input.ts'
import type { Accounts, Bans } from '../store/store-parts.ts'
import type { AccountsDeps } from './accounts.ts'

interface UseRow {
  readonly account_id: string
  readonly request_id: string
  readonly first_at: Date
  readonly last_at: Date
}

/** How many uses of the account were dropped. */
interface DroppedRow {
  readonly account_id: null
  readonly dropped: number
}

export function createBans({ database, now }: AccountsDeps, { findAccount }: Accounts): Bans {
  let dropped = 0
  return {
    async ban(idOrName, evidence) {
      const { id } = await findAccount(idOrName)
      const json = evidence === undefined ? null : JSON.stringify(evidence)
      await database.write('SELECT ledger_ban($1, $2, $3)', [id, now(), json])
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
    droppedAddresses: () => dropped,
  }
}
