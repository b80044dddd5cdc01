import type { JSX } from 'hono/jsx/jsx-runtime'

/** The rule that bans, said before it does. */
export function IpRule({ rule }: { readonly rule: 'off' | 'flag' | 'enforce' }): JSX.Element | null {
  if (rule === 'off') return null
  return (
    <p id="ip-rule">
      One account a network address: when a second account calls from an address that another one used within 30 days,{' '}
      {rule === 'enforce' ? 'all accounts seen there are banned' : 'the operator is told of all accounts seen there'}.
      Of IPv6 a /64 counts as one address; a /56 has room for two accounts and a /48 for four. Use several keys of one
      account instead: an office, a home or a cloud network may have one address for everybody in it.
    </p>
  )
}

/** Told to somebody who is about to meet another account. */
export function IpWarning({ others }: { readonly others: number }): JSX.Element | null {
  if (others === 0) return null
  return (
    <section id="ip-warning" aria-label="Warning">
      <p>
        <strong>Another account called from your network within 30 days.</strong> A call of yours from here may get both
        accounts banned. Call from another network, or write to the operator first.
      </p>
    </section>
  )
}
