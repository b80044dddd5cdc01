import type { Clock } from '@riftline/base/node'
import type { ClientAddress } from '../http/client-address.ts'
import { refuseOverRate } from '../http/refuse-over-rate.ts'
import { createRateWindows } from '../limits/rate-limiter.ts'

/** Counts answers about wrong keys per address; a valid key from the same address is never affected. */
export interface FailedKeys {
  /** @throws HttpError `rate_limited` when the address has had its failures of this minute */
  note(address: ClientAddress | null): void
}

/** Addresses with failures in one minute that are kept apart. Counting does not stop an attacker who has more of them. */
const mostAddresses = 20_000

/** @param perMinute 0: no limit */
export function createFailedKeys(perMinute: number, clock: Clock): FailedKeys {
  if (perMinute === 0) return { note: () => {} }
  // A /56 may fail twice as often as a /64 in it, a /48 four times: who has one has thousands of the others.
  const limiters = [1, 2, 4].map((times) => createRateWindows(times * perMinute, clock, mostAddresses))
  return {
    note(address) {
      if (address === null || address.exempt) return
      const networks = [address.network, ...(address.wider ?? [])]
      // Refusals of a /64 do not count against its neighbours.
      for (const [index, network] of networks.entries()) {
        const state = limiters[index]?.take(network)
        if (state !== undefined) refuseOverRate(state)
      }
    },
  }
}
