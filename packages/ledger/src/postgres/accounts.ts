import { RiftlineError } from '@riftline/base'
import { type Clock, type RandomBytes, randomBase62 } from '@riftline/base/node'
import type { AccountGrant, StandingGrant } from '../account-reports.ts'
import type { Account } from '../credit-store.ts'
import { grantFault, parseGrant, parseText } from '../rules/account-input.ts'
import type { Accounts } from '../store/store-parts.ts'
import type { Database } from './database.ts'
import { sqlState } from './failure.ts'

export interface AccountsDeps {
  readonly database: Database
  readonly randomBytes: RandomBytes
  readonly freeCredits: number
  readonly clock: Clock
  /** Ledger time. */
  now(): Date
}

interface AccountRow {
  readonly id: string
  readonly name: string
  readonly status: Account['status']
  readonly created_at: Date
}

interface GrantRow {
  readonly kind: StandingGrant['kind']
  readonly amount: number
  readonly name: string | null
  readonly expires_at: Date | null
  readonly reversed_at: Date | null
}

interface WholeGrantRow extends GrantRow {
  readonly source_ref: string
  readonly remaining: number
  readonly granted_at: Date
}

export function createDatabaseAccounts({ database, randomBytes, freeCredits, clock, now }: AccountsDeps): Accounts {
  const { read, write } = database

  const findAccount = async (idOrName: string): Promise<Account> => {
    const sql =
      'SELECT id, name, status, created_at FROM account WHERE id = $1 OR name = $1 ORDER BY id = $1 DESC LIMIT 1'
    const rows = isText(idOrName) ? await read<AccountRow>(sql, [idOrName]) : []
    const [row] = rows
    if (row === undefined) throw accountNotFound(idOrName)
    return toAccount(row)
  }

  const findGrant = async (id: string, ref: string): Promise<StandingGrant | undefined> => {
    const sql = `SELECT kind, amount, name, expires_at, reversed_at FROM credit_grant
                  WHERE account_id = $1 AND source_ref = $2`
    const rows = await read<GrantRow>(sql, [id, ref])
    return rows.map(({ kind, amount: credits, name, expires_at, reversed_at }) => {
      return { kind, ref, credits, name, expiresAt: expires_at?.getTime() ?? null, reversed: reversed_at !== null }
    })[0]
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

    async accounts() {
      return (await read<AccountRow>('SELECT id, name, status, created_at FROM account ORDER BY ordinal')).map(
        toAccount,
      )
    },

    async grant(idOrName, grant) {
      const { id } = await findAccount(idOrName)
      const parsed = parseGrant(grant)
      const { kind, ref, credits, ...plan } = parsed
      const [name, expires] = 'name' in plan ? [plan.name, new Date(plan.expiresAt)] : [null, null]
      const at = now()
      const fault = grantFault(parsed, at.getTime(), clock)
      if (fault !== null) {
        const known = await findGrant(id, ref)
        if (known === undefined) throw fault
        return known
      }
      const values = [id, kind, ref, name, credits, at, expires]
      const [row] = await write<{ isNew: boolean }>(
        'SELECT ledger_grant($1, $2, $3, $4, $5, $6, $7) AS "isNew"',
        values,
      )
      const asked = { kind, ref, credits, name, expiresAt: expires?.getTime() ?? null, reversed: false }
      return row?.isNew === true ? asked : ((await findGrant(id, ref)) ?? asked)
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
      const sql = `SELECT source_ref, kind, name, amount, remaining, granted_at, expires_at, reversed_at FROM credit_grant
                    WHERE account_id = $1 ORDER BY id`
      return (await read<WholeGrantRow>(sql, [id])).map(toGrant)
    },
  }
}

export function accountNotFound(idOrName: string): RiftlineError {
  return new RiftlineError('account_not_found', `unknown account ${JSON.stringify(idOrName)}`)
}

/** PostgreSQL takes no text with a zero byte, so nothing that it holds has one. */
function isText(text: string): boolean {
  return !text.includes('\0')
}

function toGrant(row: WholeGrantRow): AccountGrant {
  const { source_ref: ref, kind, name, amount: credits, remaining, granted_at, expires_at, reversed_at } = row
  const [expiresAt, reversedAt] = [expires_at?.getTime() ?? null, reversed_at?.getTime() ?? null]
  return { ref, kind, name, credits, remaining, grantedAt: granted_at.getTime(), expiresAt, reversedAt }
}

function toAccount({ id, name, status, created_at }: AccountRow): Account {
  return { id, name, status, createdAt: created_at.getTime() }
}
