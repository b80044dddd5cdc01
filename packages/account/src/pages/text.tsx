import { toUtc } from '@riftline/base'
import type { AccountDeps } from '../account-deps.ts'

/** Time in UTC, to the minute. */
export function Time({ at }: { readonly at: number }) {
  const utc = toUtc(at)
  return <time datetime={`${utc}Z`}>{`${utc.slice(0, 10)} ${utc.slice(11, 16)} UTC`}</time>
}

export function Day({ at, id }: { readonly at: number; readonly id?: string }) {
  const utc = toUtc(at)
  return (
    <time id={id} datetime={`${utc}Z`}>
      {utc.slice(0, 10)}
    </time>
  )
}

/** Month of a time, such as `2026-11`. */
export function monthText(at: number): string {
  return toUtc(at).slice(0, 7)
}

/** Formats a whole number with thousands separators. */
export function countText(count: number): string {
  return count.toLocaleString('en')
}

/** Formats an amount: `1 credit`, `1,000 credits`. */
export function creditsText(count: number): string {
  return `${countText(count)} ${count === 1 ? 'credit' : 'credits'}`
}

/** Stripe's lists: https://docs.stripe.com/currencies. Stripe counts ISK and UGX in hundredths, although they have no decimals. */
const withoutDecimals = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const withThreeDecimals = new Set('bhd jod kwd omr tnd'.split(' '))

/** Formats money: `EUR 9.00`, `JPY 900`. @param amount in the currency's smallest unit */
export function moneyText(amount: number, currency: string): string {
  const decimals = withoutDecimals.has(currency) ? 0 : withThreeDecimals.has(currency) ? 3 : 2
  const digits = String(amount).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return `${currency.toUpperCase()} ${whole}${decimals === 0 ? '' : `.${digits.slice(-decimals)}`}`
}

/** Shell command that runs as it stands: neither `authorization` nor the example contains a quote. */
export function CurlExample({
  deps: { apiUrl, api },
  authorization,
}: {
  readonly deps: AccountDeps
  readonly authorization: string
}) {
  const headers = `-H "Authorization: ${authorization}" -H "Content-Type: application/json"`
  return <pre id="curl" tabindex={0}>{`curl -sS ${apiUrl}/v1/predict ${headers} -d '${api.exampleBody}'`}</pre>
}

/** Button that copies an element's text; only the script shows it. @param props.of id of the element */
export function CopyButton({ of, name }: { readonly of: string; readonly name: string }) {
  return (
    <button type="button" class="second" data-copy={of} hidden>
      {name}
    </button>
  )
}
