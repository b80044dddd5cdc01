import { BlockList, isIP } from 'node:net'

/** Ranges of addresses that are valid only on one machine or in one private network. */
export const privateRanges: readonly string[] = [
  ...['127.0.0.0/8', '::1'],
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
  ...['169.254.0.0/16', 'fe80::/10'],
  '100.64.0.0/10',
]

/** Tells whether a text is an address or a CIDR range: `192.0.2.7`, `10.0.0.0/8`, `fd00::/8`. */
export function isCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** Makes the test of whether an address lies in one of the ranges (valid for `isCidr`). IPv4 inside IPv6 counts as IPv4. */
export function createAddressRanges(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
