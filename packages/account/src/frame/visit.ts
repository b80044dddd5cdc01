/** Where a visitor comes from, behind trusted proxies. */
export interface Visitor {
  /** The address itself. */
  readonly text: string
  /** What is compared: the IPv4 address, or the /64 of an IPv6 one. */
  readonly network: string
  /** Of a /64: the /56 and the /48 around it. None of an IPv4 address. */
  readonly wider?: readonly string[]
  /** Whether rules about networks leave it out, as private addresses. */
  readonly exempt: boolean
  /** Whether it is a proxy's, behind which many customers may be. */
  readonly forwarded: boolean
}

/** A request that passed the checks of HTTP: target split and decoded. */
export interface Visit {
  readonly requestId: string
  readonly path: string
  /** Decoded pairs in order, repeated names included. */
  readonly query: readonly (readonly [name: string, value: string])[]
  /** Null when the socket is gone. */
  readonly address: Visitor | null
}
