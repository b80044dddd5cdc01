import type { LedgerRecord } from '#ledger/rules/ledger-record.ts'
import type { LedgerState } from '#ledger/rules/ledger-state.ts'

/** Outcome of one call as its caller knows it. */
export interface Call {
  readonly accountId: string
  readonly credits: number
  /** Whether the charge was acknowledged. */
  paid: boolean
  delivered: boolean
  /** Whether the refund was acknowledged. */
  refunded: boolean
  /** Whether a retry got the answer. */
  repeated: boolean
}

/** Outcomes that callers know, compared with the ledger after every crash. */
export interface Books {
  readonly calls: Map<string, Call>
  /** Acknowledged grants by account and reference. */
  readonly grants: Map<string, number>
  /** Acknowledged accounts. */
  readonly accounts: Set<string>
  /** Credits charged for closed calls before the last restart, by account. */
  readonly spent: Map<string, number>
}

export function createBooks(): Books {
  return { calls: new Map(), grants: new Map(), accounts: new Set(), spent: new Map() }
}

/** Compares the ledger with the calls since the last restart; throws when a caller was told another outcome. */
export function settle(books: Books, state: LedgerState, records: readonly LedgerRecord[]): void {
  const fates = fatesOf(records)
  for (const [requestId, call] of books.calls) {
    const fate = fates.get(requestId)
    if (call.paid && fate === undefined) throw new Error(`the acknowledged charge ${requestId} is lost`)
    if (call.refunded && fate !== 'refunded') throw new Error(`the acknowledged refund of ${requestId} is lost`)
    if (call.repeated && fate !== 'delivered') throw new Error(`the answer of ${requestId} was repeated, then ${fate}`)
    if (fate === 'captured') throw new Error(`charge ${requestId} is neither delivered nor given back`)
    if (fate === 'delivered' && !call.delivered) throw new Error(`charge ${requestId} counts as delivered but is not`)
    if (fate === 'delivered') books.spent.set(call.accountId, (books.spent.get(call.accountId) ?? 0) + call.credits)
  }
  books.calls.clear()
  for (const id of books.accounts) if (!state.accounts.has(id)) throw new Error(`the account ${id} is lost`)
  for (const [key, credits] of books.grants) {
    const [accountId = '', ref = ''] = key.split(' ')
    const granted = state.accounts.get(accountId)?.grants.get(ref)?.grant.credits
    if (granted !== credits) throw new Error(`the acknowledged grant ${key} of ${credits} is ${granted}`)
  }
  for (const [id, { grants }] of state.accounts) {
    let [granted, left] = [0, 0]
    for (const { grant, remaining, reversed } of grants.values()) {
      granted += grant.credits - (reversed?.credits ?? 0)
      left += remaining
    }
    const spent = books.spent.get(id) ?? 0
    if (granted - spent !== left) throw new Error(`account ${id}: granted ${granted}, spent ${spent}, left ${left}`)
  }
}

type Fate = 'captured' | 'delivered' | 'refunded'

function fatesOf(records: readonly LedgerRecord[]): ReadonlyMap<string, Fate> {
  const fates = new Map<string, Fate>()
  const move = (requestId: string, from: Fate | undefined, to: Fate): void => {
    const found = fates.get(requestId)
    if (found !== from && from === undefined) throw new Error(`charge ${requestId} is captured twice`)
    // A mark of delivery may be left without its capture, whose segment was deleted.
    if (found !== from && found !== undefined) throw new Error(`charge ${requestId} is ${found}, then ${to}`)
    fates.set(requestId, to)
  }
  for (const record of records) {
    if (record.type === 'capture') move(record.requestId, undefined, 'captured')
    else if (record.type === 'refund') move(record.requestId, 'captured', 'refunded')
    else if (record.type === 'delivered')
      for (const requestId of record.requestIds) move(requestId, 'captured', 'delivered')
  }
  return fates
}
