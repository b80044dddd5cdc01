import { toUtc } from '@riftline/base'
import type { JSX } from 'hono/jsx/jsx-runtime'

/** A moment in UTC, to the minute. */
export function Time({ at, id }: { readonly at: number; readonly id?: string }): JSX.Element {
  const utc = toUtc(at)
  return (
    <time id={id} datetime={`${utc}Z`}>
      {`${utc.slice(0, 10)} ${utc.slice(11, 16)} UTC`}
    </time>
  )
}

/** The day alone. */
export function Day({ at, id }: { readonly at: number; readonly id?: string }): JSX.Element {
  const utc = toUtc(at)
  return (
    <time id={id} datetime={`${utc}Z`}>
      {utc.slice(0, 10)}
    </time>
  )
}

/** A whole number in groups of three digits. */
export function countText(count: number): string {
  return count.toLocaleString('en')
}

/** `1 credit`, `1,000 credits`. */
export function creditsText(count: number): string {
  return `${countText(count)} ${count === 1 ? 'credit' : 'credits'}`
}
