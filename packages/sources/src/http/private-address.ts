import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

// Addresses that only mean something on this machine or in this network, and those that are no one's.
const ranges = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15',
  '224.0.0.0/4 240.0.0.0/4 ::/128 ::1/128 64:ff9b::/96 64:ff9b:1::/48 2002::/16 2001::/32 fc00::/7 fe80::/10 ff00::/8',
].flatMap((line) => line.split(' '))

const privateAddresses = new BlockList()
for (const range of ranges) {
  const [address = '', bits] = range.split('/')
  privateAddresses.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Whether an IP address, IPv4 in IPv6 included, belongs to a private network, this machine or nobody. */
export function isPrivateAddress(address: string): boolean {
  return privateAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

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
