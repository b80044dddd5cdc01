import { requireOptions } from '@riftline/base'
import { createSerial, type RandomBytes, systemRandomBytes } from '@riftline/base/node'
import { createMemoryMailQueue, type MailQueue } from '../mail/mail-queue.ts'
import { isForgotten, type Payment, paymentSchema } from '../payments/payment.ts'
import { createLiveDocuments, type DocumentStorage, noStorage } from './live-documents.ts'
import type { PeopleStore, PersonQuery } from './people-store.ts'
import { inOrder, type PendingSignUp, type Person, pendingSchema, personSchema } from './person.ts'
import { isLiveSignUp, withoutExpired } from './person-rules.ts'

/** Everything that a store in memory begins with. */
export interface StoredPeople {
  readonly people: readonly Person[]
  readonly pending: readonly PendingSignUp[]
  readonly payments: readonly Payment[]
  /** End of the time that an address is remembered, by its hash. */
  readonly forgotten: ReadonlyMap<string, number>
  readonly secret: Uint8Array | null
}

/** Storage of the parts of a store in memory. */
export interface PeopleStorage {
  readonly people: DocumentStorage<Person>
  readonly pending: DocumentStorage<PendingSignUp>
  readonly payments: DocumentStorage<Payment>
  forgotten(all: ReadonlyMap<string, number>): Promise<void>
  secret(secret: Uint8Array): Promise<void>
}

export const secretBytes = 32

/** A store over documents in memory; a change is stored before it is seen. */
export function createLivePeople(
  stored: StoredPeople,
  storage: PeopleStorage,
  mails: MailQueue,
  randomBytes: RandomBytes,
): PeopleStore {
  const people = createLiveDocuments(
    {
      ...{ what: 'person', schema: personSchema, keyOf: ({ id }: Person) => id, storage: storage.people },
      agree: (one, other) => one.emailKey !== other.emailKey && one.accountId !== other.accountId,
    },
    stored.people,
  )
  const pending = createLiveDocuments(
    { what: 'sign-up', schema: pendingSchema, keyOf: (signUp) => signUp.hash, storage: storage.pending },
    stored.pending,
  )
  const payments = createLivePayments(stored, storage)
  const addresses = createGivenUpAddresses(stored, storage, randomBytes)

  async function removePendingIf(isRemoved: (signUp: PendingSignUp) => boolean): Promise<void> {
    await pending.remove(
      pending
        .values()
        .filter(isRemoved)
        .map(({ hash }) => hash),
    )
  }

  return {
    person: async (id) => people.get(id),
    findPerson: async (by) => people.values().find((person) => isFoundBy(person, by)) ?? null,
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
    removePendingOf: (emailKey) => removePendingIf((signUp) => signUp.emailKey === emailKey),

    ...payments.store,
    ...addresses.store,
    mails,
    async sweep(now) {
      await removePendingIf((signUp) => !isLiveSignUp(signUp, now))
      await payments.sweep(now)
      for (const person of people.values())
        if (withoutExpired(person, now) !== person)
          await people.change(person.id, (current) => withoutExpired(current, now))
      await addresses.sweep(now)
    },
    async close() {
      await Promise.all([people.idle(), pending.idle(), payments.idle(), addresses.idle()])
    },
  }
}

function isFoundBy(person: Person, by: PersonQuery): boolean {
  if ('emailKey' in by) return person.emailKey === by.emailKey
  if ('accountId' in by) return person.accountId === by.accountId
  if ('sessionHash' in by) return person.sessions.some(({ hash }) => hash === by.sessionHash)
  return person.links.some(({ hash }) => hash === by.linkHash)
}

/** A part of a store: its methods, and what the whole asks of it. */
interface StorePart<Methods extends keyof PeopleStore> {
  readonly store: Readonly<Pick<PeopleStore, Methods>>
  sweep(now: number): Promise<void>
  idle(): Promise<void>
}

function createLivePayments(
  stored: StoredPeople,
  storage: PeopleStorage,
): StorePart<'addPayment' | 'payment' | 'changePayment' | 'payments' | 'paymentPage'> {
  const payments = createLiveDocuments(
    { what: 'payment', schema: paymentSchema, keyOf: (payment) => payment.id, storage: storage.payments },
    stored.payments,
  )
  const paymentsOf = (accountId: string | undefined): readonly Payment[] =>
    payments.values().filter((payment) => accountId === undefined || payment.accountId === accountId)
  return {
    store: {
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
    },
    async sweep(now) {
      const over = payments.values().filter((payment) => isForgotten(payment, now))
      await payments.remove(over.map(({ id }) => id))
    },
    idle: payments.idle,
  }
}

/** Hashes of addresses that were given up, and the secret that keys them. */
function createGivenUpAddresses(
  stored: StoredPeople,
  storage: PeopleStorage,
  randomBytes: RandomBytes,
): StorePart<'forget' | 'forgottenUntil' | 'secret'> {
  const serial = createSerial()
  let { forgotten, secret } = stored

  function change(edit: (all: Map<string, number>) => void): Promise<void> {
    return serial(async () => {
      const all = new Map(forgotten)
      edit(all)
      await storage.forgotten(all)
      forgotten = all
    })
  }

  return {
    store: {
      forget: (addressHash, until) =>
        change((all) => all.set(addressHash, Math.max(until, all.get(addressHash) ?? until))),
      forgottenUntil: async (addressHash) => forgotten.get(addressHash) ?? null,
      secret: () =>
        serial(async () => {
          if (secret !== null) return secret
          const made = randomBytes(secretBytes)
          await storage.secret(made)
          secret = made
          return made
        }),
    },
    async sweep(now) {
      const past = [...forgotten].filter(([, until]) => until <= now)
      if (past.length > 0) await change((all) => past.forEach(([hash]) => void all.delete(hash)))
    },
    idle: () => serial(async () => {}),
  }
}

/** Options of a store in memory. */
export interface MemoryPeopleOptions {
  readonly randomBytes?: RandomBytes
  /** Default: a queue in memory. */
  readonly mails?: MailQueue
}

/** Opens a store in memory, for tests: it has the rules of the others, and ends with the process. */
export function createMemoryPeopleStore(options: MemoryPeopleOptions = {}): PeopleStore {
  requireOptions(options, ['randomBytes', 'mails'])
  const { randomBytes = systemRandomBytes, mails = createMemoryMailQueue() } = options
  const empty = { people: [], pending: [], payments: [], forgotten: new Map(), secret: null }
  const storage = { people: noStorage, pending: noStorage, payments: noStorage }
  return createLivePeople(empty, { ...storage, forgotten: async () => {}, secret: async () => {} }, mails, randomBytes)
}
