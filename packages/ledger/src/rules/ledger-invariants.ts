import type { CaptureRecord, LedgerRecord } from './ledger-record.ts'
import type { AccountState, GrantState, LedgerState } from './ledger-state.ts'
import { freeRef, utcMonth, utcText } from './ledger-time.ts'

export interface Violation {
  readonly invariant: 'I1' | 'I2' | 'I3' | 'I4' | 'I6' | 'I7'
  readonly message: string
}

/**
 * Violations of the invariants I1 to I7. I5 (no charge that a caller saw is forgotten) cannot be checked in a state. `tally`:
 * sums of the records to compare with.
 */
export function checkInvariants(
  state: LedgerState,
  tally?: ReturnType<typeof createLedgerTally>,
): readonly Violation[] {
  const found: Violation[] = []
  const check = (invariant: Violation['invariant'], holds: boolean, message: () => string): void => {
    if (!holds) found.push({ invariant, message: message() })
  }
  const total = { granted: 0, reversed: 0, remaining: 0, captured: 0, refunded: 0 }
  for (const entry of state.grants.values()) {
    const { grant, remaining, held, captured, refunded } = entry
    const reversed = entry.reversed?.credits ?? 0
    const text = (): string => `grant ${grant.grantId} of account ${grant.accountId}: ${figures(entry)}`
    check('I1', grant.credits - reversed - captured + refunded === remaining, text)
    check('I1', held >= 0 && held <= remaining && remaining <= grant.credits, text)
    check('I3', refunded <= captured, text)
    check('I2', state.accounts.get(grant.accountId)?.grants.get(grant.ref) === entry, text)
    total.granted += grant.credits
    total.reversed += reversed
    total.remaining += remaining
    total.captured += captured
    total.refunded += refunded
  }
  const { granted, reversed, remaining, captured, refunded } = total
  check('I6', granted - reversed === remaining + captured - refunded, () => `over everything: ${JSON.stringify(total)}`)

  for (const account of state.accounts.values()) {
    const { id } = account.account
    check('I2', hasSpendableInOrder(account), () => `account ${id}: its list of grants to spend is wrong`)
    check('I7', hasOneFreeGrantAMonth(account), () => `account ${id}: two free grants in one month`)
  }
  for (const { requestId, accountId, credits, lines } of state.open.values()) {
    const sum = creditsOf({ lines })
    check('I4', sum === credits && sum > 0, () => `charge ${requestId} of ${credits} credits has lines for ${sum}`)
    const fits = lines.every(([grantId]) => state.grants.get(grantId)?.grant.accountId === accountId)
    check('I2', fits, () => `charge ${requestId}: a grant that account ${accountId} has not`)
  }
  for (const violation of tally?.violations(state) ?? []) found.push(violation)
  return found
}

function figures({ grant, remaining, held, captured, refunded, reversed }: GrantState): string {
  const sums = { amount: grant.credits, reversed: reversed?.credits ?? 0, captured, refunded, remaining, held }
  return JSON.stringify(sums)
}

/** Checks the order of spendable grants; expired ones may have left the list. */
function hasSpendableInOrder({ spendable, grants }: AccountState): boolean {
  const listed = new Set(spendable)
  for (const entry of grants.values()) {
    const counts = entry.remaining > 0 && entry.reversed === null
    if (listed.has(entry) !== counts && !(counts && entry.grant.expiresAt !== null)) return false
  }
  return (
    listed.size === spendable.length &&
    spendable.every(({ grant }, index) => {
      const next = spendable[index + 1]?.grant
      return next === undefined || (grant.expiresAt ?? Number.MAX_VALUE) <= (next.expiresAt ?? Number.MAX_VALUE)
    })
  )
}

function hasOneFreeGrantAMonth({ grants }: AccountState): boolean {
  const months = new Set<string>()
  for (const { grant } of grants.values()) {
    if (grant.kind !== 'free') continue
    const month = freeRef(grant.expiresAt! - 1)
    if (months.has(month) || grant.ref !== month) return false
    months.add(month)
  }
  return true
}

interface GrantSums {
  /** Whether the grant's own record was read, and with it all that ever happened to the grant. */
  whole: boolean
  captured: number
  refunded: number
  reversed: number
}

/** Credits of charges by account, key and month, refunds subtracted. */
type KeySums = Map<string, number>

function keyMonth(accountId: string, keyId: string, at: number): string {
  return JSON.stringify([accountId, keyId, utcMonth(at).from])
}

type Charge = {
  keyMonth: string | null
  lines: readonly (readonly [number, number])[]
  refunded: boolean
  delivered: boolean
}

/**
 * Creates sums over records, independent of the rules that make the state, so that the two can be compared. They need memory
 * for every charge, so they are for `ledger verify` and tests, not for a server.
 */
export function createLedgerTally() {
  const grants = new Map<number, GrantSums>()
  const charges = new Map<string, Charge>()
  const keySums: KeySums = new Map()
  /** Keys whose own record was read, and with it all that they ever spent. */
  const wholeKeys = new Set<string>()
  /** Whether a clock that was ahead was turned back: months of before it may have been forgotten. */
  let turnedBack = false
  const found: Violation[] = []
  const sumsOf = (grantId: number): GrantSums => {
    const sums = grants.get(grantId) ?? { whole: false, captured: 0, refunded: 0, reversed: 0 }
    grants.set(grantId, sums)
    return sums
  }
  const close = (requestId: string, how: 'refunded' | 'delivered'): void => {
    const charge = charges.get(requestId)
    // Its capture may be older than the kept records.
    if (charge === undefined) return
    if (charge.refunded) found.push({ invariant: 'I3', message: `charge ${requestId} is refunded, then ${how}` })
    if (charge.delivered) found.push({ invariant: 'I4', message: `charge ${requestId} is delivered, then ${how}` })
    charge[how] = true
    if (how === 'refunded' && charge.keyMonth !== null)
      keySums.set(charge.keyMonth, keySums.get(charge.keyMonth)! - creditsOf(charge))
    if (how === 'refunded') for (const [grantId, credits] of charge.lines) sumsOf(grantId).refunded += credits
  }
  const addToKey = ({ accountId, keyId, at, credits }: CaptureRecord): void => {
    if (typeof keyId !== 'string') return
    const month = keyMonth(accountId, keyId, at)
    keySums.set(month, (keySums.get(month) ?? 0) + credits)
  }
  return {
    add(record: LedgerRecord): void {
      switch (record.type) {
        case 'key':
          wholeKeys.add(record.keyId)
          break
        case 'grant':
          sumsOf(record.grantId).whole = true
          break
        case 'reverse':
          sumsOf(record.grantId).reversed += record.credits
          break
        case 'folded':
          sumsOf(record.grantId).captured += record.captured
          sumsOf(record.grantId).refunded += record.refunded
          break
        case 'capture':
          if (charges.has(record.requestId))
            found.push({ invariant: 'I3', message: `charge ${record.requestId} is captured twice` })
          charges.set(record.requestId, toCharge(record))
          addToKey(record)
          for (const [grantId, credits] of record.lines) sumsOf(grantId).captured += credits
          break
        case 'delivered':
          for (const requestId of record.requestIds) close(requestId, 'delivered')
          turnedBack ||= record.turnsBack === true
          break
        case 'refund':
          close(record.requestId, 'refunded')
          break
      }
    },
    violations(state: LedgerState): readonly Violation[] {
      const differing = [...grants].filter(([grantId, sums]) => !agrees(state, grantId, sums))
      const messages = differing.map(([grantId, sums]): Violation => {
        return { invariant: 'I6', message: `grant ${grantId}: the records sum up to ${JSON.stringify(sums)}` }
      })
      return [...found, ...messages, ...(turnedBack ? [] : keyViolations(state, keySums, wholeKeys))]
    },
  }
}

function toCharge({ accountId, keyId, at, lines }: CaptureRecord): Charge {
  const month = typeof keyId === 'string' ? keyMonth(accountId, keyId, at) : null
  return { keyMonth: month, lines, refunded: false, delivered: false }
}

function creditsOf({ lines }: Pick<Charge, 'lines'>): number {
  return lines.reduce((total, [, part]) => total + part, 0)
}

/** Violations of what keys have spent, which their monthly limits count. Where records were deleted the state may have more. */
function* keyViolations(state: LedgerState, sums: KeySums, whole: ReadonlySet<string>): Iterable<Violation> {
  for (const { account, usage } of state.accounts.values()) {
    for (const { from, keys } of usage) {
      for (const [keyId, credits] of keys) {
        const sum = sums.get(keyMonth(account.id, keyId, from)) ?? 0
        if (credits === sum || (credits > sum && !whole.has(keyId))) continue
        const message = `key ${keyId} of account ${account.id}: ${credits} credits from ${utcText(from)} on, the records sum up to ${sum}`
        yield { invariant: 'I4', message }
      }
    }
  }
}

/** Tells whether the sums fit the state, which may be larger where records were deleted. */
function agrees(state: LedgerState, grantId: number, sums: GrantSums): boolean {
  const entry = state.grants.get(grantId)
  if (entry === undefined) return false
  const { captured, refunded } = entry
  const reversed = entry.reversed?.credits ?? 0
  if (sums.whole) return captured === sums.captured && refunded === sums.refunded && reversed === sums.reversed
  return captured >= sums.captured && refunded >= sums.refunded && reversed >= sums.reversed
}
