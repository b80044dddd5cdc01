import { RiftlineError, toUtc } from '@riftline/base'
import type { RandomBytes } from '@riftline/base/node'
import type { Account } from '@riftline/ledger'
import { comparedEmail, parseEmail } from '../mail/email.ts'
import type { Mail } from '../mail/mail-queue.ts'
import { inviteMessage } from '../mail/messages.ts'
import type { Payment } from '../payments/payment.ts'
import { createPerson, findByEmail, type MailedLink, type Person } from '../people/person.ts'
import { bannedAccounts, isLiveSession, isSignIn, newLink, withLink, withoutSessions } from '../people/person-rules.ts'
import { newPersonId } from '../people/tokens.ts'
import { type DeletionDeps, deletePerson } from './delete-person.ts'

/**
 * Administration of people. An account is named by its id or its unique name; times are `YYYY-MM-DDTHH:mm:ss`, UTC.
 * @throws RiftlineError `validation_error`, `account_not_found`, `person_not_found`, `person_exists`, `payment_provider_unreachable`,
 *   `payment_under_way`
 */
export interface PeopleAdministration {
  /** Mails a link valid for 7 days and returns it. @param account an account without a person; null: using the link creates one */
  invite(email: string, account: string | null): Promise<Invitation>
  people(): Promise<readonly PersonLine[]>
  outbox(): Promise<readonly Omit<Mail, 'id'>[]>
  /** Returns the newest payments, of all or of one status, oldest first. */
  payments(query?: PaymentsQuery): Promise<readonly PaymentLine[]>
  /** Ends all sessions of an account's person. */
  signOut(account: string): Promise<{ readonly account: string; readonly ended: number }>
  /** Deletes the person of an account, exactly as the person could. */
  forget(account: string): Promise<{ readonly account: string; readonly status: 'deleted' }>
}

/** Invitation that was mailed; an operator can also pass its link on. */
export interface Invitation {
  readonly email: string
  /** Account to join; null when using the link creates one. */
  readonly account: string | null
  /** Complete URL with its token. It is a secret. */
  readonly link: string
  readonly expiresAtUtc: string
}

/** Row of `riftline account people`. */
export interface PersonLine {
  /** Account of the person; null for an open invitation without one. */
  readonly account: string | null
  readonly email: string
  readonly status: 'invited' | 'active' | 'banned' | 'deleting'
  readonly createdAtUtc: string
  readonly lastSignInAtUtc: string | null
}

/** Filter for `payments`. */
export interface PaymentsQuery {
  /** Status to show; null shows all. */
  readonly status?: string | null
  /** Maximum number of rows; 1,000 by default. */
  readonly limit?: number
}

/** Row of `riftline account payments`. */
export interface PaymentLine extends Pick<Payment, 'id' | 'item' | 'status' | 'amount'> {
  readonly account: string
  /** Provider's name for the payment, needed for a refund; null while it has none. */
  readonly reference: string | null
  readonly createdAtUtc: string
}

export type PeopleDeps = DeletionDeps & { readonly randomBytes: RandomBytes; readonly origin: string }

export function createPeopleAdministration(deps: PeopleDeps): PeopleAdministration {
  const { people, ledger, clock } = deps
  const personOf = async ({ id }: Account): Promise<Person> => {
    const person = await people.findPerson({ accountId: id })
    if (person === null) throw new RiftlineError('person_not_found', `account ${id} has no person`)
    return person
  }
  return {
    invite: (email, account) => invite(deps, email, account),
    async people() {
      const banned = await bannedAccounts(ledger)
      return (await people.people()).map((person) => lineOf(person, banned.has(person.accountId)))
    },
    outbox: async () => (await people.mails.list()).map(({ id, ...mail }) => mail),
    async payments({ status = null, limit = mostPayments } = {}) {
      const all = await people.payments()
      return all
        .filter((payment) => status === null || payment.status === status)
        .slice(-limit)
        .map(paymentLine)
    },
    async signOut(name) {
      const account = await ledger.findAccount(name)
      const person = await personOf(account)
      let ended = 0
      await people.changePerson(person.id, (latest) => {
        ended = latest.sessions.filter((session) => isLiveSession(session, clock.now())).length
        return withoutSessions(latest)
      })
      return { account: account.id, ended }
    },
    async forget(name) {
      const account = await ledger.findAccount(name)
      await deletePerson(deps, await personOf(account))
      return { account: account.id, status: 'deleted' }
    },
  }
}

async function invite(deps: PeopleDeps, text: string, name: string | null): Promise<Invitation> {
  const { ledger, mailer, origin } = deps
  const email = parseEmail(text)
  if (email === null)
    throw new RiftlineError('validation_error', `email: expected an e-mail address, got ${JSON.stringify(text)}`)
  const account = name === null ? null : await ledger.findAccount(name)
  const { token, link } = newLink(deps, 'invite')
  await addInvited(deps, email, account, link)
  const url = `${origin}/invite?token=${token}`
  await mailer.send(email, inviteMessage(url))
  return { email, account: account?.id ?? null, link: url, expiresAtUtc: toUtc(link.expiresAt) }
}

async function addInvited(
  { people, clock, randomBytes }: PeopleDeps,
  email: string,
  account: Account | null,
  link: MailedLink,
): Promise<void> {
  const known = await findByEmail(people, email)
  if (known?.status === 'invited' && (account === null || known.accountId === account.id)) {
    await people.changePerson(known.id, (latest) => withLink(latest, link))
    return
  }
  const id = newPersonId(randomBytes)
  const names = { id, accountId: account?.id ?? id, email, emailKey: comparedEmail(email) }
  const beginning = { status: 'invited', passwordHash: null, createdAt: clock.now(), links: [link] } as const
  const person = createPerson({ ...names, ...beginning })
  if (known !== null || !(await people.addPerson(person)))
    throw new RiftlineError('person_exists', 'this address or this account has a person already')
}

const mostPayments = 1000

function paymentLine(payment: Payment): PaymentLine {
  const { id, accountId, item, status, amount, charge, invoice, session, createdAt } = payment
  const reference = charge ?? invoice ?? session
  return { id, account: accountId, item, status, amount, reference, createdAtUtc: toUtc(createdAt) }
}

function lineOf(person: Person, isBanned: boolean): PersonLine {
  const { accountId, id, email, status, createdAt, events } = person
  const signedIn = events.findLast(isSignIn)
  return {
    account: accountId === id ? null : accountId,
    email,
    status: status === 'active' && isBanned ? 'banned' : status,
    createdAtUtc: toUtc(createdAt),
    lastSignInAtUtc: signedIn === undefined ? null : toUtc(signedIn.at),
  }
}
