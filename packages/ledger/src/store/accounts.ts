import { RiftlineError } from '@riftline/base'
import { randomBase62 } from '@riftline/base/node'
import type { AccountGrant, StandingGrant } from '../account-reports.ts'
import type { AddressUse, ApiKey, KeyHolder } from '../credit-store.ts'
import {
  grantFault,
  keyNotFound,
  parseBan,
  parseGrant,
  parseMonth,
  parseSha256,
  parseText,
  toBan,
  tooManyKeys,
} from '../rules/account-input.ts'
import { usesByOthers } from '../rules/address-uses.ts'
import { keyLimitsOf, parseLimits, storedLimits } from '../rules/key-limits.ts'
import type { GrantRecord } from '../rules/ledger-record.ts'
import type { GrantState } from '../rules/ledger-state.ts'
import { utcMonth } from '../rules/ledger-time.ts'
import { balanceOf } from '../rules/spending.ts'
import { addUpDays, type LinesWanted, parseStatementQuery, takePage, wholeMonth } from '../rules/statement.ts'
import { daysOfMonth, keyUsesOf, linesOfMonth, usageOf, usedOnDay } from '../rules/usage-sums.ts'
import type { AccountStatements, Accounts, Bans, Keys, LiveLedger } from './live-ledger.ts'
import type { UseRecorder } from './record-use.ts'

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

function toAccountGrant({ grant, remaining, reversed }: GrantState): AccountGrant {
  const { kind, ref, credits, name = null, at: grantedAt, expiresAt } = grant
  return { ref, kind, name, credits, remaining, grantedAt, expiresAt, reversedAt: reversed?.at ?? null }
}

function standing({ grant, reversed }: Pick<GrantState, 'grant' | 'reversed'>): StandingGrant {
  const { kind, ref, credits, name = null, expiresAt } = grant
  return { kind, ref, credits, name, expiresAt, reversed: reversed !== null }
}

export function createKeys({ state, journal, now, account, write }: LiveLedger): Keys {
  const find = (sha256: string): KeyHolder | null => state.keys.get(sha256) ?? null

  const known = (keyId: string): ApiKey => {
    const holder = find(state.keyHashes.get(keyId) ?? '')
    if (holder === null) throw keyNotFound(keyId)
    return holder.key
  }

  return {
    async addKey(key, most = Number.POSITIVE_INFINITY) {
      const owner = account(key.accountId)
      const { id: accountId } = owner.account
      const [name, sha256] = [parseText('name', key.name), parseSha256(key.sha256)]
      if (state.keys.has(sha256) || state.keyHashes.has(key.id)) {
        throw new RiftlineError('validation_error', `key ${key.id}: exists already`)
      }
      const createdAt = now()
      const limits = keyLimitsOf(parseLimits(key, createdAt))
      const isOver = (sha256: string): boolean => (state.keys.get(sha256)?.key.revokedAt ?? Infinity) <= createdAt
      if (owner.keys.filter((known) => !isOver(known)).length >= most) throw tooManyKeys(most)
      await write({ type: 'key', at: createdAt, keyId: key.id, accountId, name, sha256, ...storedLimits(limits) })
      return { id: key.id, accountId, name, sha256, createdAt, revokedAt: null, ...limits }
    },

    async setKey(keyId, limits) {
      const at = now()
      const next = { ...keyLimitsOf(known(keyId)), ...parseLimits(limits, at) }
      await write({ type: 'key-limits', at, keyId, ...storedLimits(next) })
      return known(keyId)
    },

    keys: async (accountId) => account(accountId).keys.map((sha256) => state.keys.get(sha256)!.key),

    async revokeKey(keyId, from = 0) {
      const { revokedAt } = known(keyId)
      const at = now()
      if (revokedAt !== null && revokedAt <= Math.max(from, at)) return journal.flush()
      await write({ type: 'key-revoked', at, keyId, from: from > at ? from : undefined })
    },

    async keyUses(idOrName) {
      const { keyUses, usage } = account(idOrName)
      return keyUsesOf(keyUses, usage, now())
    },

    findKey: async (sha256) => find(sha256),

    findKeys: async (sha256s) => sha256s.map(find),
  }
}

export function createBans({ state, journal, now, account, write }: LiveLedger, uses: UseRecorder): Bans {
  function usesThatCount(address: string, accountId: string, since: number): readonly AddressUse[] {
    const others = usesByOthers(state.addresses, address, accountId, since)
    return others.filter((other) => account(other.accountId).ban === null)
  }

  return {
    async ban(idOrName, why) {
      const { account: banned, ban } = account(idOrName)
      const { evidence, reason } = parseBan(why)
      if (ban !== null) return journal.flush()
      await write({ type: 'ban', at: now(), accountId: banned.id, evidence, reason })
    },

    async banOf(idOrName) {
      const { ban } = account(idOrName)
      return ban && toBan(ban.at, ban.evidence ?? null, ban.reason ?? null)
    },

    async unban(idOrName, by, allowAddresses) {
      const { account: banned, ban } = account(idOrName)
      const operator = parseText('by', by)
      if (ban === null) return journal.flush()
      const address = allowAddresses ? ban.evidence?.address : undefined
      const allow = address === undefined ? undefined : [address]
      await write({ type: 'unban', at: now(), accountId: banned.id, by: operator, allow })
    },

    async useAddress({ accountId, address, requestId }, since) {
      if (state.exempt.has(address) || account(accountId).ban !== null) return []
      uses.note({ type: 'seen', at: now(), accountId, address, requestId })
      return usesThatCount(address, accountId, since)
    },

    async otherAccountsAt(address, idOrName, since) {
      const { account: asking, ban } = account(idOrName)
      return state.exempt.has(address) || ban !== null ? 0 : usesThatCount(address, asking.id, since).length
    },

    async firstUse(addresses, idOrName) {
      const { uses: own } = account(idOrName)
      const times = addresses.flatMap((address) => own.get(address)?.firstAt ?? [])
      return times.length === 0 ? null : Math.min(...times)
    },

    droppedAddresses: uses.dropped,
  }
}

export function createStatements({ journal, freeCredits, now, account, touch }: LiveLedger): AccountStatements {
  return {
    async balance(accountId) {
      const [holder, at] = [account(accountId), now()]
      touch(holder, at)
      return balanceOf(holder, at)
    },

    async usage(accountId) {
      const [holder, at] = [account(accountId), now()]
      touch(holder, at)
      const { grants, freeUntil, usage } = holder
      const counting = [...grants.values()].filter(({ grant: { kind, expiresAt }, reversed }) => {
        if (reversed !== null || (expiresAt !== null && expiresAt <= at)) return false
        return kind !== 'free' || expiresAt! <= freeUntil
      })
      return usageOf({
        grants: counting.map(toAccountGrant),
        calls: linesOfMonth(usage, at),
        today: usedOnDay(usage, at),
        freeCredits,
        at,
      })
    },

    async usageByDay(accountId, month) {
      const { account: holder, usage } = account(accountId)
      const wanted = monthOf(holder.id, month)
      return daysOfMonth(usage, wanted.from) ?? addUpDays(journal.linesBack(wanted))
    },

    async statementPage(accountId, query) {
      const { id } = account(accountId).account
      const parsed = parseStatementQuery(query)
      return takePage(journal.linesBack({ accountId: id, ...parsed }), parsed)
    },

    async statement(accountId, month) {
      const { id } = account(accountId).account
      return wholeMonth(journal.linesBack(monthOf(id, month)))
    },
  }
}

function monthOf(accountId: string, month: string): LinesWanted {
  return { accountId, keyId: null, ...utcMonth(parseMonth(month)), before: Number.POSITIVE_INFINITY }
}
