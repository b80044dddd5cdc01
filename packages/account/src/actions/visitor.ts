import type { AccountDeps } from '../account-deps.ts'
import type { OwnCall, PageCall } from '../frame/route.ts'
import type { Sender } from '../people/attempts.ts'
import type { Person, PersonEvent, PersonSession } from '../people/person.ts'
import { withEvent } from '../people/person-rules.ts'
import { newSessionId, newToken, tokenHash } from '../people/tokens.ts'

export interface NewSession {
  /** Value of the session cookie, which is stored nowhere else. */
  readonly token: string
  readonly session: PersonSession
}

export function newSession({ clock, randomBytes }: Pick<AccountDeps, 'clock' | 'randomBytes'>, call: PageCall) {
  const now = clock.now()
  const token = newToken(randomBytes)
  const session = {
    id: newSessionId(randomBytes),
    hash: tokenHash(token),
    createdAt: now,
    lastSeenAt: now,
    passwordAt: now,
    ...placeOf(call),
  }
  return { token, session }
}

export function eventOf(
  { clock }: Pick<AccountDeps, 'clock'>,
  call: PageCall,
  kind: PersonEvent['kind'],
  detail: string | null = null,
): PersonEvent {
  return { at: clock.now(), kind, ...placeOf(call), detail }
}

/** Records an event of the signed-in person in the same write as the change it describes. */
export function note(
  deps: Pick<AccountDeps, 'people' | 'clock'>,
  call: OwnCall,
  kind: PersonEvent['kind'],
  detail: string | null = null,
  change: (person: Person) => Person = (person) => person,
): Promise<Person | null> {
  const event = eventOf(deps, call, kind, detail)
  return deps.people.changePerson(call.who.person.id, (latest) => withEvent(change(latest), event))
}

/** Network and browser of a visitor, as the list of sessions shows them. */
export function placeOf({ visit, userAgent }: PageCall): Pick<PersonSession, 'network' | 'browser'> {
  return { network: visit.address?.network ?? 'unknown', browser: browserOf(userAgent) }
}

const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
] as const

const systems = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const

function browserOf(userAgent: string): string {
  const browser = browsers.find(([, form]) => form.test(userAgent))?.[0] ?? 'Unknown browser'
  const system = systems.find(([, form]) => form.test(userAgent))?.[0]
  return system === undefined ? browser : `${browser} on ${system}`
}

/** Person and networks whose budgets a request counts against. */
export function senderOf({ visit, who }: Pick<PageCall, 'visit' | 'who'>): Sender {
  return { person: who?.person.id ?? null, networks: networksOf({ visit }) }
}

export function networksOf({ visit: { address } }: Pick<PageCall, 'visit'>): readonly string[] {
  return address === null || address.exempt ? [] : [address.network, ...(address.wider ?? [])]
}

/** Queue share of a request: its widest network, because nobody controls many of these. */
export function shareOf({ visit: { address } }: Pick<PageCall, 'visit'>): string {
  return address?.wider?.at(-1) ?? address?.network ?? 'unknown'
}
