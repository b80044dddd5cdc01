/** A host name or address as a URL and a Host header have it. */
export function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** An address under which a server that listens on `host` can be asked from its own machine. */
export function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}
