import { RiftlineError } from '@riftline/core'
import { type RandomBytes, randomBase62 } from '../auth/base62.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../observe/log.ts'
import { parseGrant, parseMonth, parseSha256, parseText } from './account-input.ts'
import type { AccountState, GrantState } from './account-state.ts'
import type {
  Account,
  AccountAdministration,
  ApiKey,
  BanEvidence,
  NewGrant,
  RefundReason,
  StandingGrant,
  StatementLine,
} from './credit-store.ts'
import { freeRef, utcMonth } from './free-month.ts'
import { grantFault } from './grant-fault.ts'
import type { Journal } from './journal.ts'
import type { LedgerRecord } from './ledger-record.ts'
import { applyRecord, type LedgerState } from './ledger-state.ts'
import { createLedgerTime, type LedgerTime } from './ledger-time.ts'
import { balanceOf, enterFreeMonth } from './spending.ts'
import { statementOf } from './statement.ts'

export interface LedgerStoreDeps {
  readonly state: LedgerState
  readonly journal: Journal
  readonly clock: Clock
  readonly log?: Log
  readonly randomBytes: RandomBytes
  readonly freeCredits: number
}

/**
 * A ledger's state and journal, and what operators do with them. A record is applied at once and then made durable, so the
 * state is always what the journal's records, durable or on their way, amount to; whoever waits for his own record knows
 * that all before it are durable too. A move that cannot be throws before anything is written.
 */
export class LedgerAccounts implements AccountAdministration {
  protected readonly state: LedgerState
  protected readonly journal: Journal
  protected readonly freeCredits: number
  protected readonly clock: Clock
  readonly #randomBytes: RandomBytes
  readonly #time: LedgerTime

  constructor(deps: LedgerStoreDeps) {
    this.state = deps.state
    this.journal = deps.journal
    this.freeCredits = deps.freeCredits
    this.clock = deps.clock
    this.#randomBytes = deps.randomBytes
    this.#time = createLedgerTime({ ...deps, newestAt: deps.state.lastAt })
  }

  async createAccount(name: string): Promise<Account> {
    const text = parseText('name', name)
    if (this.state.names.has(text) || this.state.accounts.has(text)) {
      throw new RiftlineError('account_exists', `account ${JSON.stringify(text)} exists already`)
    }
    const id = `acc_${randomBase62(12, this.#randomBytes)}`
    await this.write({ t: 'account', at: this.now(), a: id, name: text })
    return this.account(id).account
  }

  async accounts(): Promise<readonly Account[]> {
    return [...this.state.accounts.values()].map(({ account }) => account)
  }

  async findAccount(idOrName: string): Promise<Account> {
    return this.account(idOrName).account
  }

  async addKey(key: Pick<ApiKey, 'id' | 'accountId' | 'name' | 'sha256'>): Promise<ApiKey> {
    const { id: accountId } = this.account(key.accountId).account
    const [name, sha256] = [parseText('name', key.name), parseSha256(key.sha256)]
    if (this.state.keys.has(sha256) || this.state.keyHashes.has(key.id)) {
      throw new RiftlineError('validation_error', `key ${key.id}: exists already`)
    }
    const createdAt = this.now()
    await this.write({ t: 'key', at: createdAt, k: key.id, a: accountId, name, sha: sha256 })
    return { id: key.id, accountId, name, sha256, createdAt, revokedAt: null }
  }

  async keys(accountId: string): Promise<readonly ApiKey[]> {
    return this.account(accountId).keys.flatMap((sha256) => this.state.keys.get(sha256)?.key ?? [])
  }

  async revokeKey(keyId: string): Promise<void> {
    const holder = this.state.keys.get(this.state.keyHashes.get(keyId) ?? '')
    if (holder === undefined) throw new RiftlineError('key_not_found', `unknown key ${JSON.stringify(keyId)}`)
    if (holder.key.revokedAt !== null) return this.journal.flush()
    await this.write({ t: 'key-revoked', at: this.now(), k: keyId })
  }

  async grant(accountId: string, grant: NewGrant): Promise<StandingGrant> {
    const { account, grants } = this.account(accountId)
    const parsed = parseGrant(grant)
    const { kind, ref, credits: n, ...plan } = parsed
    const known = grants.get(ref)
    if (known !== undefined) {
      await this.journal.flush()
      return standing(known)
    }
    const at = this.now()
    const fault = grantFault(parsed, at, this.clock)
    if (fault !== null) throw fault
    const head = { t: 'grant', at, a: account.id, g: this.state.nextGrant, ref, kind, n } as const
    const record = 'name' in plan ? { ...head, exp: plan.expiresAt, name: plan.name } : { ...head, exp: null }
    await this.write(record)
    return standing({ grant: record, reversed: null })
  }

  async reverseGrant(accountId: string, ref: string, why: string): Promise<void> {
    const { account, grants } = this.account(accountId)
    const entry = grants.get(ref)
    if (entry === undefined) throw new RiftlineError('grant_not_found', `unknown grant ${JSON.stringify(ref)}`)
    const reason = parseText('why', why, 200)
    if (entry.reversed !== null) return this.journal.flush()
    const n = entry.remaining - entry.held
    await this.write({ t: 'reverse', at: this.now(), a: account.id, g: entry.grant.g, n, why: reason })
  }

  async refund(requestId: string, reason: RefundReason): Promise<void> {
    if (!this.state.open.has(requestId)) {
      throw new RiftlineError('charge_not_open', `charge ${requestId} is not open and cannot be refunded`)
    }
    await this.write({ t: 'refund', at: this.now(), r: requestId, why: reason })
  }

  async ban(accountId: string, evidence?: BanEvidence): Promise<void> {
    const { account, ban } = this.account(accountId)
    if (ban !== null) return this.journal.flush()
    const record = { t: 'ban', at: this.now(), a: account.id } as const
    await this.write(evidence === undefined ? record : { ...record, evidence })
  }

  async unban(accountId: string, by: string, allowAddresses: boolean): Promise<void> {
    const { account, ban } = this.account(accountId)
    const operator = parseText('by', by)
    if (ban === null) return this.journal.flush()
    const record = { t: 'unban', at: this.now(), a: account.id, by: operator } as const
    const address = allowAddresses ? ban.evidence?.address : undefined
    await this.write(address === undefined ? record : { ...record, allow: [address] })
  }

  async balance(accountId: string): Promise<number> {
    const [account, at] = [this.account(accountId), this.now()]
    this.touch(account, at)
    return balanceOf(account, at)
  }

  async statement(accountId: string, month: string): Promise<readonly StatementLine[]> {
    const { id } = this.account(accountId).account
    return statementOf(this.journal.records(), id, parseMonth(month))
  }

  /** @throws RiftlineError `account_not_found` */
  protected account(idOrName: string): AccountState {
    const { accounts, names } = this.state
    const account = accounts.get(idOrName) ?? accounts.get(names.get(idOrName) ?? '')
    if (account === undefined)
      throw new RiftlineError('account_not_found', `unknown account ${JSON.stringify(idOrName)}`)
    return account
  }

  now(): number {
    return this.#time.now()
  }

  /**
   * Grants this month's free credits, unless a clock that was ahead did so before its time. Lost with a crash they would be
   * granted again identically.
   */
  protected touch(account: AccountState, at: number): void {
    if (at < account.freeUntil || this.freeCredits === 0) return
    const [a, g, ref, exp] = [account.account.id, this.state.nextGrant, freeRef(at), utcMonth(at).to]
    const granted = account.grants.get(ref)
    if (granted !== undefined) enterFreeMonth(account, granted)
    else if (account.ban === null)
      this.writeLazily({ t: 'grant', at, a, g, ref, kind: 'free', n: this.freeCredits, exp })
  }

  /** @throws Error at once for a move that cannot be */
  protected write(record: LedgerRecord): Promise<void> {
    if (this.journal.isSound()) applyRecord(this.state, record)
    return this.journal.append(record)
  }

  protected writeLazily(record: LedgerRecord): void {
    applyRecord(this.state, record)
    this.journal.appendLazily(record)
  }
}

function standing({ grant, reversed }: Pick<GrantState, 'grant' | 'reversed'>): StandingGrant {
  const { kind, ref, n: credits, name = null, exp: expiresAt } = grant
  return { kind, ref, credits, name, expiresAt, reversed: reversed !== null }
}
