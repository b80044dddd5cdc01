import { requireOptions } from '@riftline/base'
import { createSerial, type RandomBytes, systemRandomBytes } from '@riftline/base/node'
import type { MailQueue } from '../mail/mail.ts'
import { createMemoryMailQueue } from '../mail/mail-queues.ts'
import { isForgotten, type Payment, paymentSchema } from '../payments/payment.ts'
import { isLiveSignUp, withoutExpired } from './expiry.ts'
import { pendingSchema, personSchema } from './parse-person.ts'
import type { PeopleStore } from './people-store.ts'
import { inOrder, type PendingSignUp, type Person } from './person.ts'
import { createPersonIndex } from './person-index.ts'
import { createShelf, forgetful, type Keeper } from './shelf.ts'

/** Everything that a store in memory holds, as it was kept. */
export interface KeptPeople {
  readonly people: readonly Person[]
  readonly pending: readonly PendingSignUp[]
  readonly payments: readonly Payment[]
  /** Until when, by the hash of the address. */
  readonly forgotten: ReadonlyMap<string, number>
  readonly secret: Uint8Array | null
}

/** Where the parts of a store in memory are kept. */
export interface PeopleKeeper {
  readonly people: Keeper<Person>
  readonly pending: Keeper<PendingSignUp>
  readonly payments: Keeper<Payment>
  forgotten(all: ReadonlyMap<string, number>): Promise<void>
  secret(secret: Uint8Array): Promise<void>
}

export const secretBytes = 32

/** A store over what is in memory; a change is kept before it is seen. */
export function createLivePeople(
  kept: KeptPeople,
  keeper: PeopleKeeper,
  mails: MailQueue,
  randomBytes: RandomBytes,
): PeopleStore {
  const index = createPersonIndex()
  const people = createShelf(
    { what: 'person', schema: personSchema, keyOf: (person) => person.id, keeper: keeper.people, index },
    kept.people,
  )
  const pending = createShelf(
    { what: 'sign-up', schema: pendingSchema, keyOf: (signUp) => signUp.hash, keeper: keeper.pending },
    kept.pending,
  )
  const byAccount = new Map<string, Set<string>>()
  const payments = createShelf(
    {
      what: 'payment',
      schema: paymentSchema,
      keyOf: (payment) => payment.id,
      keeper: keeper.payments,
      index: {
        accepts: () => true,
        replace(before, after) {
          if (before !== null) byAccount.get(before.accountId)?.delete(before.id)
          if (after === null) return
          const ids = byAccount.get(after.accountId) ?? new Set()
          byAccount.set(after.accountId, ids.add(after.id))
        },
      },
    },
    kept.payments,
  )
  const paymentsOf = (accountId: string | undefined): readonly Payment[] =>
    accountId === undefined
      ? payments.values()
      : [...(byAccount.get(accountId) ?? [])].flatMap((id) => payments.get(id) ?? [])
  const serial = createSerial()
  let forgotten = kept.forgotten
  let secret = kept.secret

  function changeForgotten(change: (all: Map<string, number>) => void): Promise<void> {
    return serial(async () => {
      const all = new Map(forgotten)
      change(all)
      await keeper.forgotten(all)
      forgotten = all
    })
  }

  return {
    person: async (id) => people.get(id),
    async findPerson(by) {
      const id = index.find(by)
      return id === null ? null : people.get(id)
    },
    people: async () => inOrder(people.values()),
    addPerson: people.add,
    changePerson: people.change,
    removePerson: (id) => people.remove([id]),

    async addPending(signUp) {
      await pending.add(signUp)
    },
    pending: async (hash) => pending.get(hash),
    changePending: pending.change,
    removePending: (hash) => pending.remove([hash]),
    removePendingOf: (emailKey) =>
      pending.remove(
        pending
          .values()
          .filter((signUp) => signUp.emailKey === emailKey)
          .map(({ hash }) => hash),
      ),

    async addPayment(payment) {
      await payments.add(payment)
      return payments.get(payment.id) ?? payment
    },
    payment: async (id) => payments.get(id),
    changePayment: payments.change,
    payments: async (accountId) => inOrder(paymentsOf(accountId)),
    paymentPage: async (accountId, { skip, limit }) =>
      inOrder(paymentsOf(accountId))
        .toReversed()
        .slice(skip, skip + limit),

    forget: (addressHash, until) =>
      changeForgotten((all) => all.set(addressHash, Math.max(until, all.get(addressHash) ?? until))),
    forgottenUntil: async (addressHash) => forgotten.get(addressHash) ?? null,
    secret: () =>
      serial(async () => {
        if (secret !== null) return secret
        const made = randomBytes(secretBytes)
        await keeper.secret(made)
        secret = made
        return made
      }),

    mails,
    async sweep(now) {
      const over = pending.values().filter((signUp) => !isLiveSignUp(signUp, now))
      await pending.remove(over.map(({ hash }) => hash))
      await payments.remove(
        payments
          .values()
          .filter((payment) => isForgotten(payment, now))
          .map(({ id }) => id),
      )
      for (const person of people.values())
        if (withoutExpired(person, now) !== person)
          await people.change(person.id, (current) => withoutExpired(current, now))
      const past = [...forgotten].filter(([, until]) => until <= now)
      if (past.length > 0) await changeForgotten((all) => past.forEach(([hash]) => void all.delete(hash)))
    },
    async close() {
      await Promise.all([people.idle(), pending.idle(), payments.idle(), serial(async () => {})])
    },
  }
}

/** What a store that forgets takes from outside. */
export interface MemoryPeopleOptions {
  readonly randomBytes?: RandomBytes
  /** Default: a queue in memory. */
  readonly mails?: MailQueue
}

/** People in memory, for tests: with the rules of the others, and gone with the process. */
export function createMemoryPeopleStore(options: MemoryPeopleOptions = {}): PeopleStore {
  requireOptions(options, ['randomBytes', 'mails'])
  const { randomBytes = systemRandomBytes, mails = createMemoryMailQueue() } = options
  const empty = { people: [], pending: [], payments: [], forgotten: new Map(), secret: null }
  const keeper = { people: forgetful, pending: forgetful, payments: forgetful }
  return createLivePeople(empty, { ...keeper, forgotten: async () => {}, secret: async () => {} }, mails, randomBytes)
}
