import { dayMs, parseUtc, RiftlineError, toUtc } from '@riftline/base'
import { type ApiKey, type KeyLimits, type KeyScope, keyScopes } from '@riftline/ledger'
import type { FieldError } from '../frame/reply.ts'
import type { Texts } from '../frame/route.ts'

/** Form fields with the limits of a key: the credits, the day of expiry, and a checkbox for each scope. */
export const limitFields: readonly string[] = ['limit', 'expires', ...keyScopes.map(scopeField)]

export function scopeField(scope: KeyScope): string {
  return `scope-${scope}`
}

/** Limits as they stand in a form. */
export interface TypedLimits {
  /** Credits a month; empty for no limit. */
  readonly limit: string
  /** Day of expiry, `YYYY-MM-DD`; empty for none. */
  readonly expires: string
  readonly scopes: readonly KeyScope[]
}

/** Limits of a new key as its form shows them: none. */
export const noLimits: TypedLimits = { limit: '', expires: '', scopes: keyScopes }

/** Reads the limits of a sent form. A browser leaves out checkboxes that are not checked. */
export function typedLimits(fields: Texts): TypedLimits {
  const { limit = '', expires = '' } = fields
  const scopes = keyScopes.filter((scope) => fields[scopeField(scope)] === 'on')
  return { limit: limit.trim(), expires: expires.trim(), scopes }
}

/** Shows the limits of a key in a form. */
export function limitsInForm({ monthlyLimit, expiresAt, scopes }: KeyLimits): TypedLimits {
  const limit = monthlyLimit === null ? '' : String(monthlyLimit)
  return { limit, expires: expiresAt === null ? '' : isoDay(expiresAt), scopes: scopes ?? keyScopes }
}

/** Day of a time, `YYYY-MM-DD` in UTC. */
export function isoDay(at: number): string {
  return toUtc(at).slice(0, 10)
}

/** Time before the expiry of a key in which pages warn and a mail is sent. */
const expiryWarningMs: number = 7 * dayMs

/** Tells whether a key expires within a week. A key that is revoked, or will be, has been dealt with. */
export function isExpiring({ expiresAt, revokedAt }: ApiKey, now: number): boolean {
  return revokedAt === null && expiresAt !== null && expiresAt > now && expiresAt - now <= expiryWarningMs
}

const mostCredits = 2_147_483_647

/**
 * Parses typed limits into ledger values, or lists what is wrong with them.
 * @param before limits of the key that is edited; a day of expiry that was not changed keeps its time, even a past one
 */
export function parseTypedLimits(
  typed: TypedLimits,
  now: number,
  before?: KeyLimits,
): { readonly limits: KeyLimits; readonly errors: readonly FieldError[] } {
  const monthlyLimit = typed.limit === '' ? null : wholeCredits(typed.limit)
  const expiresAt = typed.expires === '' ? null : expiryOf(typed.expires, now, before?.expiresAt ?? null)
  const scopes = typed.scopes.length === keyScopes.length ? null : typed.scopes
  const errors = [
    ...(monthlyLimit === undefined ? [limitError] : []),
    ...(expiresAt === undefined ? [expiryError(now)] : []),
    ...(scopes?.length === 0 ? [scopesError] : []),
  ]
  return { limits: { monthlyLimit: monthlyLimit ?? null, expiresAt: expiresAt ?? null, scopes }, errors }
}

/** Returns a number of credits that the ledger accepts as a limit; undefined for any other text. */
function wholeCredits(text: string): number | undefined {
  const credits = /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : 0
  return credits >= 1 && credits <= mostCredits ? credits : undefined
}

/** Returns the start of a day to come, in UTC; undefined for any other text. */
function expiryOf(text: string, now: number, before: number | null): number | undefined {
  if (before !== null && text === isoDay(before)) return before
  const start = parseUtc(`${text}T00:00:00`)
  return start !== null && start > now ? start : undefined
}

const limitError: FieldError = {
  field: 'limit',
  message: `Enter a whole number of credits from 1 to ${mostCredits.toLocaleString('en')}, in digits alone, or nothing for no limit.`,
}

function expiryError(now: number): FieldError {
  return { field: 'expires', message: `Choose a day after ${isoDay(now)}, today in UTC, or none.` }
}

const scopesError: FieldError = {
  field: 'scopes',
  message: 'Check at least one scope: a key without any could call nothing.',
}

/** Limits that differ from those of a key. */
export function changedLimits(key: ApiKey, { monthlyLimit, expiresAt, scopes }: KeyLimits): Partial<KeyLimits> {
  return {
    ...(monthlyLimit !== key.monthlyLimit && { monthlyLimit }),
    ...(expiresAt !== key.expiresAt && { expiresAt }),
    ...(!areSame(scopes, key.scopes) && { scopes }),
  }
}

function areSame(one: KeyLimits['scopes'], other: KeyLimits['scopes']): boolean {
  const isFree = (scopes: KeyLimits['scopes'], scope: KeyScope): boolean => scopes === null || scopes.includes(scope)
  return keyScopes.every((scope) => isFree(one, scope) === isFree(other, scope))
}

/**
 * Puts a refusal of the ledger in words for its field, such as an expiry that has passed since the form was read.
 * @throws the error itself when it is about something else
 */
export function limitsRefused(error: unknown, now: number): FieldError {
  const isAbout = (field: keyof KeyLimits): boolean =>
    error instanceof RiftlineError &&
    error.code === 'validation_error' &&
    (error.field === field || error.message.startsWith(field))
  if (isAbout('monthlyLimit')) return limitError
  if (isAbout('expiresAt')) return expiryError(now)
  if (isAbout('scopes')) return scopesError
  throw error
}
