// Reports about an account's credits. Times are milliseconds since 1970 (UTC).

/** Grant as the ledger records it. */
export interface StandingGrant {
  readonly kind: 'free' | 'plan' | 'topup'
  readonly ref: string
  readonly credits: number
  /** Name of the plan. */
  readonly name: string | null
  readonly expiresAt: number | null
  /** Whether its remaining credits were taken back. */
  readonly reversed: boolean
}

/** Grant and its remaining credits. Holds are not subtracted; the rest of an expired or reversed grant cannot be spent. */
export interface AccountGrant extends Omit<StandingGrant, 'reversed'> {
  readonly remaining: number
  readonly grantedAt: number
  /** Time of the reversal; null when the grant is not reversed. */
  readonly reversedAt: number | null
}

/** Calls and credits of a UTC day; refunds are subtracted from the day of their charge. */
export interface DayUse {
  /** Day as `YYYY-MM-DD`. */
  readonly day: string
  readonly calls: number
  readonly credits: number
}

/** Use of a key that was charged for at least one call. */
export interface KeyUse {
  readonly keyId: string
  /** Time of the key's last charge, even if it was refunded. */
  readonly lastUsedAt: number
  /** Credits of the current UTC month, refunds subtracted. */
  readonly creditsThisMonth: number
}

/** Credits and calls of an account now; the three allowances add up to `creditsRemaining`. */
export interface Usage {
  readonly creditsRemaining: number
  readonly free: { readonly monthly: number; readonly remaining: number; readonly from: number; readonly to: number }
  readonly plan: {
    readonly name: string
    readonly perPeriod: number
    readonly remaining: number
    readonly to: number
  } | null
  readonly topUp: { readonly remaining: number }
  /** Credits of the current UTC day and month, refunds subtracted. */
  readonly used: { readonly today: number; readonly thisMonth: number }
  /** Calls of this month. */
  readonly calls: readonly UsageLine[]
}

/** Calls of one operation and model, and their credits. */
export interface UsageLine {
  readonly operation: string
  readonly model: string | null
  readonly calls: number
  readonly credits: number
}

/** Line of an account's month: one for each charge and one for its refund, however many grants it drew on. Oldest first. */
export interface StatementLine {
  readonly at: number
  readonly kind: 'grant' | 'reverse' | 'capture' | 'refund'
  readonly requestId: string | null
  readonly operation: string | null
  readonly model: string | null
  /** Key that paid; null for grants and reversals, and for charges by releases that recorded no key. */
  readonly keyId: string | null
  /** Ref of a grant, reason of a refund or reversal, or `undelivered` for a charge kept although its answer was cut off. */
  readonly reason: string | null
  /** Credits of the line; negative for captures and reversals. */
  readonly credits: number
  /** Number of calls that the charge pays for; only above 1. */
  readonly calls?: number | undefined
}

/** Selects lines of a month; with a key, only its charges and refunds. */
export interface StatementQuery {
  /** Month as `YYYY-MM`, UTC. */
  readonly month: string
  readonly keyId?: string | undefined
  /** Continues after an earlier page: the `next` of a page with the same month and key. */
  readonly before?: string | undefined
  /** Number of lines to skip, 0 to 1,000,000. Each skipped line costs as much as a returned one. */
  readonly skip?: number | undefined
  /** Maximum number of lines, 1 to 1000. */
  readonly limit: number
}

/** Page of lines, the newest first. */
export interface StatementPage {
  readonly lines: readonly StatementLine[]
  /** Cursor of the next page; null when there is none. Its meaning is private to the store. */
  readonly next: string | null
}
