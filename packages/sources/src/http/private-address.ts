import { isIP, type LookupFunction } from 'node:net'
import { createAddressRanges, privateRanges } from '@riftline/base/node'

/** Addresses of nobody, of everybody, and IPv6 prefixes that lead to an IPv4 address. */
const specialRanges =
  '0.0.0.0/8 192.0.0.0/24 198.18.0.0/15 224.0.0.0/4 240.0.0.0/4 :: 64:ff9b::/96 64:ff9b:1::/48 2001::/32 2002::/16 ff00::/8'

/** Whether an IP address, IPv4 in IPv6 included, belongs to a private network, this machine or nobody. */
export const isPrivateAddress: (address: string) => boolean = createAddressRanges([
  ...privateRanges,
  ...specialRanges.split(' '),
])

/** Whether the host of a URL is literally a private address or this machine's name. */
export function isPrivateHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return isIP(host) === 0 ? host === 'localhost' || host.endsWith('.localhost') : isPrivateAddress(host)
}

/** The code of the refusal. */
export const privateAddress = 'ERR_PRIVATE_ADDRESS'

/**
 * Makes a lookup refuse names that lead to a private address. It stands where the connection is made, so a name
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
