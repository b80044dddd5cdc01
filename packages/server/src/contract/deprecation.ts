import { parseUtc } from '@riftline/base'

/** When an operation was deprecated, and when it may end. Dates are `YYYY-MM-DD`, in UTC. */
export interface Deprecation {
  readonly since: string
  /** First day on which the operation may be gone; none if that is open. */
  readonly sunset?: string
  /** Page about the deprecation, with what to use instead. */
  readonly page?: string
}

/**
 * Headers of every answer of an operation: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and a `Link` to the page. Empty if it is
 * not deprecated. @throws RangeError for a date that is none, or a sunset before the deprecation
 */
export function deprecationHeaders(deprecated: Deprecation | undefined): Readonly<Record<string, string>> {
  if (deprecated === undefined) return {}
  const { since, sunset, page } = deprecated
  const [sinceMs, sunsetMs] = [timeOf(since), sunset === undefined ? null : timeOf(sunset)]
  if (sunsetMs !== null && sunsetMs < sinceMs) throw new RangeError(`sunset ${sunset} is before ${since}`)
  return {
    Deprecation: `@${sinceMs / 1000}`,
    ...(sunsetMs !== null && { Sunset: new Date(sunsetMs).toUTCString() }),
    ...(page !== undefined && { Link: `<${page}>; rel="deprecation"; type="text/html"` }),
  }
}

/** States a deprecation for people. */
export function deprecationText({ since, sunset, page }: Deprecation): string {
  const until = sunset === undefined ? '' : `, and may end on ${sunset}`
  return `Deprecated since ${since}${until}.${page === undefined ? '' : ` See ${page}.`}`
}

function timeOf(date: string): number {
  const ms = parseUtc(`${date}T00:00:00`)
  if (ms === null) throw new RangeError(`${date}: expected a date as 2026-12-01`)
  return ms
}
