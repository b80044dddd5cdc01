import { RiftlineError } from '@riftline/base'
import { createSerial } from '@riftline/base/node'
import type * as z from 'zod'
import { checkWritten } from '../storage/json-files.ts'

/** Storage of documents of one kind. Whatever a promise resolves is durable. */
export interface DocumentStorage<T> {
  save(key: string, value: T): Promise<void>
  drop(keys: readonly string[]): Promise<void>
}

/** Storage of a store in memory: it stores nothing. */
export const noStorage: DocumentStorage<unknown> = { save: async () => {}, drop: async () => {} }

/** Documents of one kind in memory; each is stored before it is seen. Changes come one after the other. */
export interface LiveDocuments<T> {
  get(key: string): T | null
  values(): readonly T[]
  /** False, and nothing changes, where the key or what is unique besides is taken. */
  add(value: T): Promise<boolean>
  /** Null where there is none, or where what must be unique is another's. */
  change(key: string, change: (value: T) => T): Promise<T | null>
  remove(keys: readonly string[]): Promise<void>
  /** Resolves when all changes that were asked for have ended. */
  idle(): Promise<void>
}

export interface LiveDocumentsParts<T> {
  /** Name of one document, for messages. */
  readonly what: string
  readonly schema: z.ZodType<T>
  readonly keyOf: (value: T) => string
  readonly storage: DocumentStorage<T>
  /** Whether two documents with different keys may be there at once; any by default. */
  readonly agree?: (one: T, other: T) => boolean
}

export function createLiveDocuments<T>(parts: LiveDocumentsParts<T>, stored: Iterable<T> = []): LiveDocuments<T> {
  const { what, schema, keyOf, storage, agree } = parts
  const serial = createSerial()
  const documents = new Map([...stored].map((value) => [keyOf(value), value]))
  /** Keys of changes that failed in the middle: nobody knows what the storage has of them. */
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

  /** First stores what memory has of unsure keys, which is what callers were told. */
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
    get: (key) => documents.get(key) ?? null,
    values: () => [...documents.values()],
    add: (value) => change(async () => !documents.has(keyOf(value)) && (await store(value))),
    change: (key, edit) =>
      change(async () => {
        const before = documents.get(key)
        if (before === undefined) return null
        const after = edit(before)
        if (after === before) return before
        if (keyOf(after) !== key) throw new RiftlineError('invalid_argument', `${what}: its key never changes`)
        return (await store(after)) ? after : null
      }),
    remove: (keys) =>
      change(async () => {
        const known = keys.filter((key) => documents.has(key))
        if (known.length === 0) return
        await storing(known, () => storage.drop(known))
        for (const key of known) documents.delete(key)
      }),
    idle: () => serial(async () => {}),
  }
}
