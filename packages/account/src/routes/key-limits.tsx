import { dayMs, toUtc } from '@riftline/base'
import { type ApiKey, type KeyLimits, type KeyScope, keyScopes } from '@riftline/ledger'
import { isExpiring, isoDay, scopeField, type TypedLimits } from '../actions/key-limits.ts'
import type { FieldError } from '../frame/reply.ts'
import { Fault, Field, faultMarks } from '../pages/field.tsx'
import { countText, Time } from '../pages/text.tsx'

const scopeHints: Readonly<Record<KeyScope, string>> = {
  read: 'Lists, statistics, odds, results and changes.',
  predict: 'Predictions, markets and tournaments, which cost credits.',
  usage: 'What the account has used and has left.',
}

interface LimitFieldsProps {
  readonly typed: TypedLimits
  readonly now: number
  /** Expiry of the key that is edited; null when it has none. */
  readonly expiresAt?: number | null
  readonly errors: readonly FieldError[]
}

/** Inputs for the limits of a key: credits a month, day of expiry, scopes. */
export function LimitFields({ typed, now, expiresAt = null, errors }: LimitFieldsProps) {
  const kept =
    expiresAt === null || expiresAt % dayMs === 0 ? '' : ` Unchanged, it stays at ${clockText(expiresAt)} UTC.`
  return (
    <>
      <Field
        name="limit"
        label="Monthly limit"
        value={typed.limit}
        inputmode="numeric"
        autocomplete="off"
        required={false}
        hint="Credits that the key may spend in a UTC month. Empty: no limit of its own."
        errors={errors}
        isFaultRepeated
      />
      <Field
        name="expires"
        label="Expires on"
        type="date"
        value={typed.expires}
        min={isoDay(now + dayMs)}
        max="9999-12-31"
        required={false}
        hint={`The key stops at 00:00 UTC of this day; the day before is the last on which it works. Empty: never.${kept}`}
        errors={errors}
        isFaultRepeated
      />
      <fieldset class="field">
        <legend>Scopes</legend>
        <Fault of="scopes" errors={errors} />
        {keyScopes.map((scope) => (
          <ScopeBox scope={scope} isChecked={typed.scopes.includes(scope)} errors={errors} />
        ))}
      </fieldset>
    </>
  )
}

function clockText(at: number): string {
  return toUtc(at).slice(11, 16)
}

interface ScopeBoxProps {
  readonly scope: KeyScope
  readonly isChecked: boolean
  readonly errors: readonly FieldError[]
}

function ScopeBox({ scope, isChecked, errors }: ScopeBoxProps) {
  const name = scopeField(scope)
  const { 'aria-describedby': fault, ...marks } = faultMarks(errors, 'scopes')
  const described = `${fault === undefined ? '' : `${fault} `}hint-${name}`
  return (
    <div class="check">
      <input
        id={`field-${name}`}
        name={name}
        type="checkbox"
        value="on"
        checked={isChecked}
        {...marks}
        aria-describedby={described}
      />
      <label for={`field-${name}`}>{scope}</label>
      <span class="hint" id={`hint-${name}`}>
        {scopeHints[scope]}
      </span>
    </div>
  )
}

/** Use of a key this month, and its limit if it has one: `120 of 500 credits, resets 1 December`. */
export function MonthOfKey({ used, limit, now }: { used: number; limit: number | null; now: number }) {
  if (limit === null) return <>{countText(used)}</>
  return (
    <>
      {countText(used)} of {countText(limit)} credits, <LimitReached of={limit} used={used} />
      resets <MonthStart at={nextMonth(now)} />
    </>
  )
}

function LimitReached({ of: limit, used }: { readonly of: number; readonly used: number }) {
  if (used < limit) return null
  return (
    <>
      <strong class="bad">limit reached</strong>,{' '}
    </>
  )
}

function nextMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

function MonthStart({ at }: { readonly at: number }) {
  const text = new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
  return <time datetime={`${isoDay(at)}T00:00:00Z`}>{text}</time>
}

/** Time at which a key expires, with a warning within a week of it. */
export function Expiry({ of: key, now }: { readonly of: ApiKey; readonly now: number }) {
  const { expiresAt } = key
  if (expiresAt === null) return <>never</>
  return (
    <>
      <Time at={expiresAt} /> {isExpiring(key, now) && <strong class="bad">{daysLeft(expiresAt - now)}</strong>}
    </>
  )
}

function daysLeft(ms: number): string {
  const days = Math.ceil(ms / dayMs)
  return days === 1 ? 'within a day' : `within ${days} days`
}

/** Scopes of a key, in the order of its form. */
export function scopesText({ scopes }: KeyLimits): string {
  return scopes === null ? 'all' : keyScopes.filter((scope) => scopes.includes(scope)).join(', ')
}
