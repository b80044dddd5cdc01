import { caselessEmail, comparedEmail } from '../mail/email.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { PaymentStore } from '../payments/payment.ts'
import { inOrder, type PendingSignUp, type Person } from './person.ts'

/** By what a person is found. Hashes are SHA-256 in hex. */
export type PersonQuery =
  | { readonly emailKey: string }
  | { readonly accountId: string }
  | { readonly sessionHash: string }
  | { readonly linkHash: string }

/**
 * People, their sign-ups and payments: apart from the ledger. Whatever a promise resolves is durable, and a change is whole or
 * not there. Expired things stay until `sweep`; the rules of their age are the caller's.
 *
 * Errors are `RiftlineError`: `people_unusable` for content that cannot be read; `StorageError` when nothing can be kept.
 */
export interface PeopleStore extends PaymentStore {
  person(id: string): Promise<Person | null>
  findPerson(by: PersonQuery): Promise<Person | null>
  /** In order of `createdAt`. */
  people(): Promise<readonly Person[]>
  /** False, and nothing is kept, where another person has the id, the e-mail key or the account. */
  addPerson(person: Person): Promise<boolean>
  /**
   * Changes a person atomically: changes of one person come one after the other, also of several processes. `change` is pure
   * and may be called again; what it throws is thrown here, and nothing changes. Giving the same object back writes nothing.
   * @returns the person as it is now; null where there is none, or where a changed e-mail key belongs to another
   */
  changePerson(id: string, change: (person: Person) => Person): Promise<Person | null>
  /** With sessions, links and events. A second call changes nothing. */
  removePerson(id: string): Promise<void>

  addPending(signUp: PendingSignUp): Promise<void>
  pending(hash: string): Promise<PendingSignUp | null>
  /** As `changePerson`. */
  changePending(hash: string, change: (signUp: PendingSignUp) => PendingSignUp): Promise<PendingSignUp | null>
  removePending(hash: string): Promise<void>
  /** All sign-ups that wait for one address. */
  removePendingOf(emailKey: string): Promise<void>

  /** Keeps a keyed hash of a deleted person's address until a time. */
  forget(addressHash: string, until: number): Promise<void>
  /** Until when; null where it is not kept. */
  forgottenUntil(addressHash: string): Promise<number | null>
  /** 32 bytes that key those hashes: made at the first call, the same ever after. */
  secret(): Promise<Uint8Array>

  readonly mails: MailQueue
  /** Forgets what is past: sign-ups, links, sessions, forms, events, hashes, checkouts that nobody paid. */
  sweep(now: number): Promise<void>
  close(): Promise<void>
}

/**
 * Finds the person of a typed address. Of two who have had one Gmail mailbox since before dots were ignored, the one whose dots they are;
 * both look-ups are always made.
 */
export async function findByEmail(people: Pick<PeopleStore, 'findPerson'>, email: string): Promise<Person | null> {
  const keys = [caselessEmail(email), comparedEmail(email)]
  const [own = null, same = null] = await Promise.all(keys.map((emailKey) => people.findPerson({ emailKey })))
  return own ?? same
}

/** Gives people who are stored under a key with dots the one without, unless another has it; of several the oldest. */
export function withComparedEmails(people: readonly Person[]): readonly Person[] {
  const taken = new Set(people.map(({ emailKey }) => emailKey))
  return inOrder(people).map((person) => {
    const emailKey = comparedEmail(person.email)
    if (person.emailKey !== caselessEmail(person.email) || taken.has(emailKey)) return person
    taken.add(emailKey)
    return { ...person, emailKey }
  })
}
