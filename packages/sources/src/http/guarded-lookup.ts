import type { LookupFunction } from 'node:net'
import { isPrivateAddress } from './private-address.ts'

/** The code of the refusal. */
export const privateAddress = 'ERR_PRIVATE_ADDRESS'

/**
 * The same lookup, but a name that leads to a private address is refused. It stands where the connection is made, so a name
 * cannot lead elsewhere between a check and the connection.
 */
export function guardedLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, address, family) => {
      const found = typeof address === 'string' ? [address] : (address ?? []).map((one) => one.address)
      if (error !== null || !found.some(isPrivateAddress)) return callback(error, address, family)
      const refusal: NodeJS.ErrnoException = new Error('the name leads to a private address')
      refusal.code = privateAddress
      callback(refusal, address, family)
    })
  }
}
