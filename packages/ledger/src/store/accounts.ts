import { RiftlineError } from '@riftline/base'
import { randomBase62 } from '@riftline/base/node'
import type { AccountGrant, StandingGrant } from '../account-reports.ts'
import { grantFault, parseGrant, parseText } from '../rules/account-input.ts'
import type { GrantRecord } from '../rules/ledger-record.ts'
import type { GrantState } from '../rules/ledger-state.ts'
import type { LiveLedger } from './live-ledger.ts'
import type { Accounts } from './store-parts.ts'

export function createAccounts(ledger: LiveLedger): Accounts {
  const { state, journal, clock, randomBytes, now, account, touch, write } = ledger
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
      if (entry.reversed !== null) {
        await journal.flush()
        return entry.reversed.credits
      }
      const [accountId, { grantId }, credits] = [holder.id, entry.grant, entry.remaining - entry.held]
      await write({ type: 'reverse', at: now(), accountId, grantId, credits, reason })
      return credits
    },

    async grants(idOrName) {
      const holder = account(idOrName)
      touch(holder, now())
      return Array.from(holder.grants.values(), toAccountGrant)
    },
  }
}

export function toAccountGrant({ grant, remaining, reversed }: GrantState): AccountGrant {
  const { kind, ref, credits, name = null, at: grantedAt, expiresAt } = grant
  return { ref, kind, name, credits, remaining, grantedAt, expiresAt, reversedAt: reversed?.at ?? null }
}

function standing({ grant, reversed }: Pick<GrantState, 'grant' | 'reversed'>): StandingGrant {
  const { kind, ref, credits, name = null, expiresAt } = grant
  return { kind, ref, credits, name, expiresAt, reversed: reversed !== null }
}
