import { arePlausible } from '@riftline/core'

/** Returns the request without red's price if no market has both prices. */
export function withPlausibleOdds<Request extends { readonly oddsBlue?: number; readonly oddsRed?: number }>(
  request: Request,
): Request {
  const { oddsBlue, oddsRed, ...rest } = request
  if (oddsBlue === undefined || oddsRed === undefined || arePlausible([oddsBlue, oddsRed])) return request
  return { ...rest, oddsBlue } as Request
}
