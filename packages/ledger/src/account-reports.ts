// Reports to an account about its credits. Times are milliseconds since 1970 (UTC).

/** A grant as the ledger has it. */
export interface StandingGrant {
  readonly kind: 'free' | 'plan' | 'topup'
  readonly ref: string
  readonly credits: number
  /** Name of the plan. */
  readonly name: string | null
  readonly expiresAt: number | null
  /** Whether what was left of it has been taken back. */
  readonly reversed: boolean
}

/** A grant and what is left of it. Holds are not subtracted; what is left of an expired or reversed one cannot be spent. */
export interface AccountGrant extends Omit<StandingGrant, 'reversed'> {
  readonly remaining: number
  readonly grantedAt: number
  /** Null: not reversed. */
  readonly reversedAt: number | null
}

/** A UTC day's calls and credits, refunds subtracted from the day of their charge. */
export interface DayUse {
  /** `YYYY-MM-DD` */
  readonly day: string
  readonly calls: number
  readonly credits: number
}

/** A key that was charged for a call. */
export interface KeyUse {
  readonly keyId: string
  /** Its last charge, whatever became of that. */
  readonly lastUsedAt: number
  /** Credits of the current UTC month, refunds subtracted. */
  readonly creditsThisMonth: number
}

/** An account's credits and calls now; the three parts add up to `creditsRemaining`. */
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
  /** This month's calls. */
  readonly calls: readonly UsageLine[]
}

/** The calls of one operation and model, and their credits. */
export interface UsageLine {
  readonly operation: string
  readonly model: string | null
  readonly calls: number
  readonly credits: number
}

/** One line of an account's month, oldest first: one for a charge and one for its refund, whatever number of grants it drew on. */
export interface StatementLine {
  readonly at: number
  readonly kind: 'grant' | 'reverse' | 'capture' | 'refund'
  readonly requestId: string | null
  readonly operation: string | null
  readonly model: string | null
  /** The key that paid; null where no key is known: of a grant, of a reversal, of a charge of an earlier release. */
  readonly keyId: string | null
  /** A grant's ref, the reason of a refund or of a reversal, `undelivered` of a charge that was kept. */
  readonly reason: string | null
  /** Negative for captures and reversals. */
  readonly credits: number
}

/** Selects lines of a month; with a key, its charges and refunds. */
export interface StatementQuery {
  /** `YYYY-MM`, UTC */
  readonly month: string
  readonly keyId?: string | undefined
  /** `next` of a page of the same month and key: this one goes on behind it. */
  readonly before?: string | undefined
  /** So many lines are left out first: 0, or up to 1,000,000. Each costs as much as one that is given. */
  readonly skip?: number | undefined
  /** 1 to 1000. */
  readonly limit: number
}

/** Lines, the newest first. */
export interface StatementPage {
  readonly lines: readonly StatementLine[]
  /** Where the next page begins; null: there is none. Only the store that gave it knows what it means. */
  readonly next: string | null
}
