import type { Clock, RandomBytes } from '@riftline/base/node'
import type { Link, Person } from './person.ts'
import { newToken, tokenHash } from './tokens.ts'

/** So many wrong passwords end a link. */
export const mostWrongPasswords = 5

/** A link, or a sign-up that waits for one. */
interface Ending {
  readonly expiresAt: number
  readonly wrongPasswords: number
}

export function isLiveLink({ expiresAt, wrongPasswords }: Ending, now: number): boolean {
  return now < expiresAt && wrongPasswords < mostWrongPasswords
}

/** A newer link of its kind ends older ones. */
export function withLink(person: Person, link: Link): Person {
  return { ...person, links: [...person.links.filter(({ kind }) => kind !== link.kind), link] }
}

export function liveLink(person: Person, hash: string, now: number, kind: Link['kind']): Link | null {
  const link = person.links.find((other) => other.hash === hash && other.kind === kind)
  return link !== undefined && isLiveLink(link, now) ? link : null
}

/** Counts a wrong password; `isLiveLink` is false from the fifth on. */
export function wrongPassword<T extends Ending>(link: T): T {
  return { ...link, wrongPasswords: link.wrongPasswords + 1 }
}

const hourMs = 3_600_000

/** Time for which a link works. */
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
