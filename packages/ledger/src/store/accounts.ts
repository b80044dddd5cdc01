import { RiftlineError } from '@riftline/core'
import type { StandingGrant } from '../credit-store.ts'
import { randomBase62 } from '../platform/random.ts'
import { parseGrant, parseText } from '../rules/account-input.ts'
import type { GrantState } from '../rules/account-state.ts'
import { grantFault } from '../rules/grant-fault.ts'
import type { GrantRecord } from '../rules/ledger-record.ts'
import type { LiveLedger } from './live-ledger.ts'
import type { Accounts } from './store-parts.ts'

export function createAccounts({ state, journal, clock, randomBytes, now, account, write }: LiveLedger): Accounts {
  return {
    async createAccount(name) {
      const text = parseText('name', name)
      if (state.names.has(text) || state.accounts.has(text)) {
        throw new RiftlineError('account_exists', `account ${JSON.stringify(text)} exists already`)
      }
      const id = `acc_${randomBase62(12, randomBytes)}`
      await write({ type: 'account', at: now(), accountId: id, name: text })
      return account(id).account
    },

    accounts: async () => Array.from(state.accounts.values(), ({ account }) => account),

    findAccount: async (idOrName) => account(idOrName).account,

    async grant(idOrName, grant) {
      const { account: holder, grants } = account(idOrName)
      const parsed = parseGrant(grant)
      const { kind, ref, credits } = parsed
      const known = grants.get(ref)
      if (known !== undefined) {
        await journal.flush()
        return standing(known)
      }
      const at = now()
      const fault = grantFault(parsed, at, clock)
      if (fault !== null) throw fault
      const [expiresAt, name] = parsed.kind === 'plan' ? [parsed.expiresAt, parsed.name] : [null]
      const [accountId, grantId] = [holder.id, state.nextGrant]
      const record: GrantRecord = { type: 'grant', at, accountId, grantId, ref, kind, credits, expiresAt, name }
      await write(record)
      return standing({ grant: record, reversed: null })
    },

    async reverseGrant(idOrName, ref, why) {
      const { account: holder, grants } = account(idOrName)
      const entry = grants.get(ref)
      if (entry === undefined) throw new RiftlineError('grant_not_found', `unknown grant ${JSON.stringify(ref)}`)
      const reason = parseText('why', why, 200)
      if (entry.reversed !== null) return journal.flush()
      const [accountId, { grantId }, credits] = [holder.id, entry.grant, entry.remaining - entry.held]
      await write({ type: 'reverse', at: now(), accountId, grantId, credits, reason })
    },
  }
}

function standing({ grant, reversed }: Pick<GrantState, 'grant' | 'reversed'>): StandingGrant {
  const { kind, ref, credits, name = null, expiresAt } = grant
  return { kind, ref, credits, name, expiresAt, reversed: reversed !== null }
}
