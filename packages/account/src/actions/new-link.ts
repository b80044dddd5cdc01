import type { Clock, RandomBytes } from '@riftline/base/node'
import type { Link } from '../people/person.ts'
import { newToken, tokenHash } from '../people/tokens.ts'

const hourMs = 3_600_000

/** How long a link works. */
const livesMs: Readonly<Record<Link['kind'], number>> = { reset: hourMs, email: hourMs, invite: 7 * 24 * hourMs }

/** @param email what a link of kind `email` confirms */
export function newLink(
  { clock, randomBytes }: { readonly clock: Clock; readonly randomBytes: RandomBytes },
  kind: Link['kind'],
  email: string | null = null,
): { readonly token: string; readonly link: Link } {
  const token = newToken(randomBytes)
  const now = clock.now()
  const times = { createdAt: now, expiresAt: now + livesMs[kind], wrongPasswords: 0 }
  return { token, link: { hash: tokenHash(token), kind, email, ...times } }
}
