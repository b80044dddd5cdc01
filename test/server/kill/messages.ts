import type { StatementLine } from '#ledger/account-reports.ts'

/** A tournament of more runs is never simulated to its end, so that a kill finds it at work. */
export const endlessRuns = 50_000

export interface AccountToMake {
  readonly name: string
  readonly topUp: number
  readonly keys: readonly { readonly id: string; readonly sha256: string }[]
}

export type ToChild =
  | { readonly kind: 'open' }
  | { readonly kind: 'set up'; readonly accounts: readonly AccountToMake[] }
  | { readonly kind: 'statement'; readonly months: readonly string[] }

export type FromChild =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'ready'; readonly port: number; readonly balances: number }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'set up' }
  | { readonly kind: 'statement'; readonly lines: readonly StatementLine[] }
