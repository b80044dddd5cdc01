import { RiftlineError, requireOptions } from '@riftline/base'
import { createSerial, type RandomBytes, systemRandomBytes } from '@riftline/base/node'
import type * as z from 'zod'
import { createMemoryMailQueue, type MailQueue } from '../mail/mail-queue.ts'
import { isForgotten, type Payment, paymentSchema } from '../payments/payment.ts'
import { checkWritten, type createJsonFiles } from '../storage/json-files.ts'
import {
  inOrder,
  type PendingSignUp,
  type PeopleStore,
  type Person,
  type PersonQuery,
  pendingSchema,
  personSchema,
} from './person.ts'
import { isLiveLink, withoutExpired } from './person-rules.ts'

/** Initial content of a store in memory. */
export interface StoredPeople {
  readonly people: readonly Person[]
  readonly pending: readonly PendingSignUp[]
  readonly payments: readonly Payment[]
  /** Time until which an address is remembered, by the hash of the address. */
  readonly forgotten: ReadonlyMap<string, number>
  readonly secret: Uint8Array | null
}

/** Storage of documents of one kind. A change is durable once its promise resolves. */
type DocumentStorage = ReturnType<typeof createJsonFiles>

/** Storage of each part of a store in memory. */
export interface PeopleStorage extends Readonly<Record<'people' | 'pending' | 'payments', DocumentStorage>> {
  forgotten(all: ReadonlyMap<string, number>): Promise<void>
  secret(secret: Uint8Array): Promise<void>
}

export const secretBytes = 32

/** Creates a store over documents in memory. A change is stored before it is visible. Look-ups scan all people, as files hold few. */
export function createLivePeople(
  stored: StoredPeople,
  storage: PeopleStorage,
  mails: MailQueue,
  randomBytes: RandomBytes,
): PeopleStore {
  const agree = (one: Person, other: Person): boolean =>
    one.emailKey !== other.emailKey && one.accountId !== other.accountId
  const byId = ({ id }: { readonly id: string }): string => id
  const people = createLiveDocuments('person', personSchema, byId, storage.people, stored.people, agree)
  const payments = createLiveDocuments('payment', paymentSchema, byId, storage.payments, stored.payments)
  const byHash = ({ hash }: PendingSignUp): string => hash
  const pending = createLiveDocuments('sign-up', pendingSchema, byHash, storage.pending, stored.pending)
  const addresses = createGivenUpAddresses(stored, storage, randomBytes)
  const paymentsOf = (accountId?: string): readonly Payment[] =>
    inOrder(payments.values().filter((payment) => accountId === undefined || payment.accountId === accountId))

  return {
    person: async (id) => people.get(id),
    findPerson: async (by) => people.values().find((person) => isFoundBy(person, by)) ?? null,
    people: async () => inOrder(people.values()),
    addPerson: people.add,
    changePerson: people.change,
    removePerson: (id) => people.removeIf((person) => person.id === id),

    async addPending(signUp) {
      await pending.add(signUp)
    },
    pending: async (hash) => pending.get(hash),
    changePending: pending.change,
    removePending: (hash) => pending.removeIf((signUp) => signUp.hash === hash),
    removePendingOf: (emailKey) => pending.removeIf((signUp) => signUp.emailKey === emailKey),

    async addPayment(payment) {
      await payments.add(payment)
      return payments.get(payment.id) ?? payment
    },
    payment: async (id) => payments.get(id),
    changePayment: payments.change,
    payments: async (accountId) => paymentsOf(accountId),
    paymentPage: async (accountId, { skip, limit }) =>
      paymentsOf(accountId)
        .toReversed()
        .slice(skip, skip + limit),

    forget: addresses.forget,
    forgottenUntil: addresses.forgottenUntil,
    secret: addresses.secret,
    mails,
    async sweep(now) {
      await pending.removeIf((signUp) => !isLiveLink(signUp, now))
      await payments.removeIf((payment) => isForgotten(payment, now))
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

/** Creates documents of one kind in memory; each is stored before it is visible. @param agree whether two documents may coexist */
function createLiveDocuments<T>(
  what: string,
  schema: z.ZodType<T>,
  keyOf: (value: T) => string,
  storage: DocumentStorage,
  stored: readonly T[],
  agree?: (one: T, other: T) => boolean,
) {
  const serial = createSerial()
  const documents = new Map(stored.map((value) => [keyOf(value), value]))
  /** Keys of changes that failed half way: the storage may have the old or the new document. */
  const unsure = new Set<string>()

  async function store(value: T): Promise<boolean> {
    checkWritten(schema, what, value)
    const key = keyOf(value)
    if (agree !== undefined && [...documents].some(([other, of]) => other !== key && !agree(value, of))) return false
    await storing([key], () => storage.save(key, value))
    documents.set(key, value)
    return true
  }

  async function storing(keys: readonly string[], act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      for (const key of keys) unsure.add(key)
      throw error
    }
  }

  /** Stores the documents of unsure keys again before a change, because memory holds the state that callers were told. */
  function change<R>(act: () => Promise<R>): Promise<R> {
    return serial(async () => {
      for (const key of unsure) {
        const value = documents.get(key)
        await (value === undefined ? storage.drop([key]) : storage.save(key, value))
        unsure.delete(key)
      }
      return act()
    })
  }

  return {
    get: (key: string): T | null => documents.get(key) ?? null,
    values: (): readonly T[] => [...documents.values()],
    /** Adds a document; returns false and changes nothing when its key, or another unique value, is taken. */
    add: (value: T) => change(async () => !documents.has(keyOf(value)) && (await store(value))),
    /** Changes a document; null when there is none, or when a value that must be unique belongs to another. */
    change: (key: string, edit: (value: T) => T) =>
      change(async () => {
        const before = documents.get(key)
        if (before === undefined) return null
        const after = edit(before)
        if (after === before) return before
        if (keyOf(after) !== key) throw new RiftlineError('invalid_argument', `${what}: its key never changes`)
        return (await store(after)) ? after : null
      }),
    removeIf: (isOver: (value: T) => boolean) =>
      change(async () => {
        const keys = [...documents.values()].filter(isOver).map(keyOf)
        if (keys.length === 0) return
        await storing(keys, () => storage.drop(keys))
        for (const key of keys) documents.delete(key)
      }),
    /** Resolves when all requested changes have ended. */
    idle: () => serial(async () => {}),
  }
}

/** Hashes of given-up addresses, and the secret that keys the hashes. */
function createGivenUpAddresses(stored: StoredPeople, storage: PeopleStorage, randomBytes: RandomBytes) {
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
    forget: (addressHash: string, until: number) =>
      change((all) => all.set(addressHash, Math.max(until, all.get(addressHash) ?? until))),
    forgottenUntil: async (addressHash: string) => forgotten.get(addressHash) ?? null,
    secret: () =>
      serial(async () => {
        if (secret !== null) return secret
        const made = randomBytes(secretBytes)
        await storage.secret(made)
        secret = made
        return made
      }),
    async sweep(now: number) {
      const past = [...forgotten].filter(([, until]) => until <= now)
      if (past.length > 0) await change((all) => past.forEach(([hash]) => void all.delete(hash)))
    },
    idle: () => serial(async () => {}),
  }
}

/** Options of a store in memory. */
export interface MemoryPeopleOptions {
  readonly randomBytes?: RandomBytes
}

/** Opens a store in memory, for tests. It follows the rules of the other stores and ends with the process. */
export function createMemoryPeopleStore(options: MemoryPeopleOptions = {}): PeopleStore {
  requireOptions(options, ['randomBytes'])
  const { randomBytes = systemRandomBytes } = options
  const empty = { people: [], pending: [], payments: [], forgotten: new Map(), secret: null }
  const none = { save: async () => {}, drop: async () => {} }
  const storage = { people: none, pending: none, payments: none, forgotten: none.save, secret: none.save }
  return createLivePeople(empty, storage, createMemoryMailQueue(), randomBytes)
}
