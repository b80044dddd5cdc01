/** Parts of an API that a key may use: `read` lists, statistics and odds, `predict` forecasts, `usage` the account's usage. */
export const keyScopes = ['read', 'predict', 'usage'] as const
export type KeyScope = (typeof keyScopes)[number]

/** Limits of a key. */
export interface KeyLimits {
  /** Credits that the key may spend in a UTC month, 1 to 2,147,483,647; null for no limit. */
  readonly monthlyLimit: number | null
  /** Time from which the key is refused; null for a key that does not expire. */
  readonly expiresAt: number | null
  /** Parts of an API that the key may use, sorted; null for all of them. */
  readonly scopes: readonly KeyScope[] | null
}

/** Some limits of a key. An absent one is none in a record, a snapshot or a document, and stays in a change. */
export type SomeLimits = { readonly [Field in keyof KeyLimits]?: KeyLimits[Field] | undefined }
