import { comparedEmail } from '#account/mail/email.ts'
import type { Payment } from '#account/payments/payment.ts'
import type { MailedLink, PendingSignUp, Person, PersonEvent, PersonSession } from '#account/people/person.ts'
import { tokenHash } from '#account/people/tokens.ts'

/** The time at which the manual clock starts. */
export const start: number = Date.parse('2026-11-21T12:00:00Z')
export const minuteMs = 60_000
export const hourMs: number = 60 * minuteMs
export const dayMs: number = 24 * hourMs

export const aPasswordHash: string = `scrypt$17$8$1$${'s'.repeat(22)}$${'h'.repeat(43)}`

export function aPerson(name: string, change: Partial<Person> = {}): Person {
  const email = `${name}@example.org`
  return {
    id: `per_${name.padStart(12, '0')}`,
    accountId: `acc_${name}`,
    email,
    emailKey: comparedEmail(email),
    passwordHash: aPasswordHash,
    status: 'active',
    createdAt: start,
    alertBelow: 0,
    alerted: false,
    sessions: [],
    links: [],
    forms: [],
    events: [],
    ...change,
  }
}

export function aSession(name: string, at: number = start, change: Partial<PersonSession> = {}): PersonSession {
  const hash = tokenHash(name)
  const times = { createdAt: at, lastSeenAt: at, passwordAt: at }
  return { id: hash.slice(0, 16), hash, ...times, network: '192.0.2.7', browser: 'Firefox', ...change }
}

export function aLink(name: string, change: Partial<MailedLink> = {}): MailedLink {
  const times = { createdAt: start, expiresAt: start + hourMs }
  return { hash: tokenHash(name), kind: 'reset', ...times, email: null, wrongPasswords: 0, ...change }
}

export function anEvent(at: number = start, kind: PersonEvent['kind'] = 'signed-in'): PersonEvent {
  return { at, kind, network: '2001:db8::/64', browser: 'Firefox', detail: null }
}

export function aSignUp(name: string, change: Partial<PendingSignUp> = {}): PendingSignUp {
  const email = `${name}@example.org`
  return {
    hash: tokenHash(name),
    email,
    emailKey: comparedEmail(email),
    passwordHash: aPasswordHash,
    network: '192.0.2.7',
    createdAt: start,
    expiresAt: start + dayMs,
    wrongPasswords: 0,
    ...change,
  }
}

export function aPayment(name: string, change: Partial<Payment> = {}): Payment {
  return {
    id: `pay_${name.padStart(16, '0')}`,
    accountId: 'acc_anna',
    provider: 'test',
    item: 'pack:small',
    name: 'Small “pack”',
    credits: 1000,
    amount: 500,
    currency: 'eur',
    status: 'open',
    form: 'f'.repeat(22),
    createdAt: start,
    updatedAt: start,
    ref: null,
    checkoutUrl: 'https://example.org/pay?a=1',
    session: null,
    invoice: null,
    subscription: null,
    customer: null,
    charge: null,
    period: { from: start, to: start + 30 * dayMs },
    refundedAmount: 0,
    reversedCredits: 0,
    ...change,
  }
}
