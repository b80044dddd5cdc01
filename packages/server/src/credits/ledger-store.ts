import type { RandomBytes } from '../auth/base62.ts'
import { randomBase62 } from '../auth/base62.ts'
import type { Clock } from '../clock.ts'
import type {
  Account,
  ApiKey,
  CallToCharge,
  CreditStore,
  Hold,
  HoldResult,
  NewGrant,
  RefundReason,
  Usage,
} from './credit-store.ts'
import { freeGrant, freeRef } from './free-month.ts'
import type { LedgerRecord } from './ledger-record.ts'
import { type AccountState, accountOf, applyRecord, type LedgerState } from './ledger-state.ts'
import { balanceOf, chooseLines } from './spending.ts'
import { usageOf } from './usage.ts'

/** Where records are kept. The memory store keeps none. */
export interface Journal {
  /** Resolves when the record is durable; rejects with `StorageError`, and from then on always. */
  append(record: LedgerRecord): Promise<void>
  /** A record that nobody waits for; it becomes durable with the next one that somebody does. */
  appendLazily(record: LedgerRecord): void
  isSound(): boolean
  close(): Promise<void>
}

export interface LedgerStoreDeps {
  readonly state: LedgerState
  readonly journal: Journal
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly freeCredits: number
}

/** The credit rules over a state in memory. A record is applied only after the journal has it. */
export class LedgerStore implements CreditStore {
  readonly #state: LedgerState
  readonly #journal: Journal
  readonly #clock: Clock
  readonly #randomBytes: RandomBytes
  readonly #freeCredits: number

  constructor(deps: LedgerStoreDeps) {
    this.#state = deps.state
    this.#journal = deps.journal
    this.#clock = deps.clock
    this.#randomBytes = deps.randomBytes
    this.#freeCredits = deps.freeCredits
  }

  async createAccount(name: string): Promise<Account> {
    const id = `acc_${randomBase62(12, this.#randomBytes)}`
    await this.#write({ t: 'account', at: this.#now(), a: id, name })
    return accountOf(this.#state, id).account
  }

  async accounts(): Promise<readonly Account[]> {
    return [...this.#state.accounts.values()].map(({ account }) => account)
  }

  async addKey(key: Pick<ApiKey, 'id' | 'accountId' | 'name' | 'sha256'>): Promise<ApiKey> {
    const at = this.#now()
    accountOf(this.#state, key.accountId)
    await this.#write({ t: 'key', at, k: key.id, a: key.accountId, name: key.name, sha: key.sha256 })
    return { ...key, createdAt: at, revokedAt: null }
  }

  async revokeKey(keyId: string): Promise<void> {
    await this.#write({ t: 'key-revoked', at: this.#now(), k: keyId })
  }

  async findKey(sha256: string): Promise<ApiKey | null> {
    return this.#state.keys.get(sha256) ?? null
  }

  async grant(accountId: string, grant: NewGrant): Promise<void> {
    if (!Number.isSafeInteger(grant.credits) || grant.credits < 1)
      throw new RangeError('credits: expected an integer above 0')
    if (accountOf(this.#state, accountId).grants.has(grant.ref)) return
    const record = { t: 'grant', at: this.#now(), a: accountId, ref: grant.ref, n: grant.credits } as const
    await this.#write(
      grant.kind === 'plan'
        ? { ...record, kind: 'plan', exp: grant.expiresAt, name: grant.name }
        : { ...record, kind: 'topup', exp: null },
    )
  }

  async hold(call: CallToCharge): Promise<HoldResult> {
    const account = this.#touch(call.accountId)
    const lines = chooseLines(account, call.credits, this.#now())
    if (lines === null)
      return { kind: 'insufficient', available: balanceOf(account, this.#now()), held: heldOf(account) }
    changeHeld(account, lines, +1)
    return { kind: 'held', hold: { ...call, lines } }
  }

  async capture(hold: Hold): Promise<void> {
    const { accountId: a, requestId: r, operation: op, model, credits: n, lines } = hold
    const record: LedgerRecord = { t: 'capture', at: this.#now(), a, r, op, model, n, lines }
    try {
      await this.#journal.append(record)
    } finally {
      this.voidHold(hold)
    }
    applyRecord(this.#state, record)
  }

  voidHold(hold: Hold): void {
    changeHeld(accountOf(this.#state, hold.accountId), hold.lines, -1)
  }

  delivered(requestId: string): void {
    this.#writeLazily({ t: 'delivered', at: this.#now(), r: requestId })
  }

  async refund(requestId: string, reason: RefundReason): Promise<void> {
    await this.#write({ t: 'refund', at: this.#now(), r: requestId, why: reason })
  }

  async balance(accountId: string): Promise<number> {
    return balanceOf(this.#touch(accountId), this.#now())
  }

  async usage(accountId: string): Promise<Usage> {
    return usageOf(this.#touch(accountId), this.#freeCredits, this.#now())
  }

  isSound(): boolean {
    return this.#journal.isSound()
  }

  close(): Promise<void> {
    return this.#journal.close()
  }

  /** Ledger time: a wall clock set back does not enter a month again that was left. */
  #now(): number {
    return Math.max(this.#state.lastAt, this.#clock.now())
  }

  async #write(record: LedgerRecord): Promise<void> {
    await this.#journal.append(record)
    applyRecord(this.#state, record)
  }

  #writeLazily(record: LedgerRecord): void {
    this.#journal.appendLazily(record)
    applyRecord(this.#state, record)
  }

  /** The account, with the free credits of this month. Lost with a crash they would be granted again identically. */
  #touch(accountId: string): AccountState {
    const account = accountOf(this.#state, accountId)
    const at = this.#now()
    if (this.#freeCredits > 0 && !account.grants.has(freeRef(at)))
      this.#writeLazily(freeGrant(accountId, this.#freeCredits, at))
    return account
  }
}

function heldOf(account: AccountState): number {
  return [...account.grants.values()].reduce((sum, { held }) => sum + held, 0)
}

function changeHeld(account: AccountState, lines: Hold['lines'], sign: 1 | -1): void {
  for (const [ref, credits] of lines) {
    const grant = account.grants.get(ref)
    if (grant === undefined) throw new Error(`hold on unknown grant ${ref}`)
    const held = grant.held + sign * credits
    if (held < 0 || held > grant.remaining) throw new Error(`hold of ${held} on grant ${ref} with ${grant.remaining}`)
    grant.held = held
  }
}
