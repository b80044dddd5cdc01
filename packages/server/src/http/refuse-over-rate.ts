import type { RateState } from '../limits/rate-limiter.ts'
import { HttpError } from './http-error.ts'

/** @throws HttpError `rate_limited` */
export function refuseOverRate(rate: RateState): void {
  if (rate.allowed) return
  const seconds = Math.max(1, rate.resetSeconds)
  throw new HttpError('rate_limited', `${rate.limit} requests per minute; retry in ${seconds} s`, {
    headers: { 'Retry-After': String(seconds) },
  })
}
