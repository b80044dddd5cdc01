import { RiftlineError } from '@riftline/core'
import { usesByOthers } from './address-uses.ts'
import { Claims } from './claims.ts'
import type {
  AddressUse,
  AnswerToStore,
  CallToCharge,
  ClaimResult,
  CreditStore,
  Hold,
  HoldResult,
  IdempotencyClaim,
  KeyHolder,
  Usage,
} from './credit-store.ts'
import { isAhead } from './document-times.ts'
import { importBatches } from './import-records.ts'
import { LedgerAccounts, type LedgerStoreDeps } from './ledger-accounts.ts'
import { ledgerContent } from './ledger-content.ts'
import { exportLedger, type MovableLedger } from './ledger-export.ts'
import type { LedgerImport } from './ledger-import.ts'
import type { CaptureRecord } from './ledger-record.ts'
import { applyRecord } from './ledger-state.ts'
import { createUseRecorder, type UseRecorder } from './record-use.ts'
import { balanceOf, changeHeld, chooseLines, heldOf } from './spending.ts'
import { usageOf } from './usage.ts'

export type { LedgerStoreDeps } from './ledger-accounts.ts'

/** The credit rules over a state in memory. Holds and claims of running calls are no records: they die with the process. */
export class LedgerStore extends LedgerAccounts implements CreditStore, MovableLedger {
  readonly #holds = new Map<string, Hold>()
  readonly #claims = new Claims()
  readonly #uses: UseRecorder
  readonly #evictedBefore: number

  constructor(deps: LedgerStoreDeps) {
    super(deps)
    this.#evictedBefore = deps.state.evictedAnswers
    this.#uses = createUseRecorder(deps.state, (record) => this.writeLazily(record))
    this.#uses.settle()
  }

  findKey(sha256: string): KeyHolder | null {
    return this.state.keys.get(sha256) ?? null
  }

  hold(call: CallToCharge): HoldResult {
    const account = this.account(call.accountId)
    if (account.ban !== null) return { kind: 'banned' }
    const at = this.now()
    this.touch(account, at)
    if (this.#holds.has(call.requestId) || this.state.open.has(call.requestId)) {
      throw new Error(`call ${call.requestId} holds or paid credits already`)
    }
    const lines = chooseLines(account, call.credits, at)
    if (lines === null) return { kind: 'insufficient', available: balanceOf(account, at), held: heldOf(account, at) }
    // Field by field: behind a spread V8 makes a hidden class for every hold, and whatever reads them slows down.
    const { requestId, accountId, operation, model } = call
    const hold: Hold = { requestId, accountId, operation, model, credits: call.credits, lines }
    this.#changeHeld(hold, 1)
    this.#holds.set(call.requestId, hold)
    return { kind: 'held', hold }
  }

  async capture(hold: Hold, answer?: AnswerToStore): Promise<number> {
    if (answer !== undefined) this.#claims.assertTaken(answer.claim)
    this.voidHold(hold)
    const record = toCapture(hold, this.now(), answer)
    const written = this.write(record)
    if (answer !== undefined) this.#claims.end(answer.claim)
    const account = this.account(hold.accountId)
    this.touch(account, record.at)
    const balance = balanceOf(account, record.at)
    try {
      await written
      return balance
    } catch (error) {
      // Whether the record reached the disk is not known. The next start refunds it if it did.
      if (this.state.open.has(record.r))
        applyRecord(this.state, { t: 'refund', at: record.at, r: record.r, why: 'crash' })
      throw error
    }
  }

  voidHold(hold: Hold): void {
    if (!this.#holds.delete(hold.requestId)) throw new Error(`call ${hold.requestId} holds no credits`)
    this.#changeHeld(hold, -1)
  }

  /** A charge that an operator refunded while its answer was on the way stays refunded. */
  delivered(requestId: string): void {
    if (this.state.open.has(requestId)) this.writeLazily({ t: 'delivered', at: this.now(), rs: [requestId] })
  }

  keep(requestId: string): void {
    if (!this.state.open.has(requestId)) return
    this.writeLazily({ t: 'delivered', at: this.now(), rs: [requestId], why: 'undelivered' })
  }

  async usage(accountId: string): Promise<Usage> {
    const [account, at] = [this.account(accountId), this.now()]
    this.touch(account, at)
    return usageOf(account, this.freeCredits, at)
  }

  async claim(claim: IdempotencyClaim): Promise<ClaimResult> {
    const { answers } = this.account(claim.accountId)
    const result = this.#claims.take(claim, answers, this.state.open, this.now())
    // Its mark of delivery may be on its way to the disk: a crash would give the charge back.
    if (result.kind === 'stored') await this.journal.flush()
    return result
  }

  dropClaim(claim: IdempotencyClaim): void {
    this.#claims.end(claim)
  }

  async useAddress(use: Omit<AddressUse, 'firstAt' | 'lastAt'>, since: number): Promise<readonly AddressUse[]> {
    const { accountId: a, address: ip, requestId: r } = use
    const { addresses, exempt } = this.state
    if (exempt.has(ip) || this.account(a).ban !== null) return []
    this.#uses.note({ t: 'seen', at: this.now(), a, ip, r })
    const others = usesByOthers(addresses, ip, a, since)
    return others.length === 0 ? others : others.filter((other) => this.account(other.accountId).ban === null)
  }

  exportLedger(): AsyncIterable<string> {
    return exportLedger(ledgerContent({ state: this.state, records: () => this.journal.records() }))
  }

  async importLedger(document: LedgerImport): Promise<void> {
    if (this.state.accounts.size > 0) {
      throw new RiftlineError('ledger_not_empty', 'the ledger has accounts; only an empty one takes an import')
    }
    isAhead(document, { clock: this.clock })
    for (const records of importBatches(document)) await Promise.all(records.map((record) => this.write(record)))
    this.#uses.settle()
  }

  heldCredits(): number {
    let sum = 0
    for (const { credits } of this.#holds.values()) sum += credits
    return sum
  }

  evictedAnswers(): number {
    return this.state.evictedAnswers - this.#evictedBefore
  }

  droppedAddresses(): number {
    return this.#uses.dropped()
  }

  isSound(): boolean {
    return this.journal.isSound()
  }

  hasRoom(): Promise<boolean> {
    return this.journal.hasRoom()
  }

  get failed(): Promise<unknown> {
    return this.journal.failed
  }

  close(): Promise<void> {
    return this.journal.close()
  }

  #changeHeld(hold: Hold, sign: 1 | -1): void {
    for (const [grantId, credits] of hold.lines) {
      const entry = this.state.grants.get(grantId)
      if (entry === undefined) throw new Error(`hold on unknown grant ${grantId}`)
      changeHeld(entry, sign * credits)
    }
  }
}

function toCapture(
  { accountId: a, requestId: r, operation: op, model, credits: n, lines }: Hold,
  at: number,
  answer?: AnswerToStore,
): CaptureRecord {
  const record = { t: 'capture', at, a, r, op, model, n, lines } as const
  if (answer === undefined) return record
  const { path, key, fingerprint } = answer.claim
  return { ...record, idem: { path, key, fingerprint, status: answer.status, body: answer.body } }
}
