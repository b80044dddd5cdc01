import { inUrl } from '../http/host.ts'

/** Whether a request may come under a Host. */
export type HostRule = (host: string | undefined) => boolean

/**
 * On a loopback address only this machine asks, but its browser does so for any page whose name resolves to that address
 * (DNS rebinding): then the Host is that name. Only the machine's own names are good, with or without a port. On other
 * addresses, where somebody opened the port to others on purpose, any Host is.
 *
 * @param bound the address that is listened on
 * @param name what the configuration calls it
 */
export function createHostRule(bound: string, name: string): HostRule {
  if (!/^(127\.|::1$|::ffff:127\.)/.test(bound)) return () => true
  const names = new Set(['127.0.0.1', 'localhost', '[::1]', inUrl(bound), inUrl(name).toLowerCase()])
  return (host = '') => names.has(host.toLowerCase().replace(/:[0-9]{1,5}$/, ''))
}
