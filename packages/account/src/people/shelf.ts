import { RiftlineError } from '@riftline/base'
import { createSerial } from '@riftline/base/node'
import type * as z from 'zod'
import { checkWritten } from '../storage/document.ts'

/** Where the documents of a shelf are kept. Whatever a promise resolves is durable. */
export interface Keeper<T> {
  save(key: string, value: T): Promise<void>
  drop(keys: readonly string[]): Promise<void>
}

/** Keeps nothing. */
export const forgetful: Keeper<unknown> = { save: async () => {}, drop: async () => {} }

/** Documents of one kind: in memory, and each kept before it is seen. Changes come one after the other. */
export interface Shelf<T> {
  get(key: string): T | null
  values(): readonly T[]
  /** False, and nothing changes, where the key is taken or the index refuses it. */
  add(value: T): Promise<boolean>
  /** Null where there is none, or where the index refuses it. */
  change(key: string, change: (value: T) => T): Promise<T | null>
  remove(keys: readonly string[]): Promise<void>
  /** Resolves when all changes that were asked for have ended. */
  idle(): Promise<void>
}

/** What else documents are found by. */
export interface ShelfIndex<T> {
  accepts(value: T): boolean
  replace(before: T | null, after: T | null): void
}

export interface ShelfParts<T> {
  /** Of one document, for messages. */
  readonly what: string
  readonly schema: z.ZodType<T>
  readonly keyOf: (value: T) => string
  readonly keeper: Keeper<T>
  readonly index?: ShelfIndex<T>
}

export function createShelf<T>(parts: ShelfParts<T>, kept: Iterable<T> = []): Shelf<T> {
  const { what, schema, keyOf, keeper, index } = parts
  const serial = createSerial()
  const documents = new Map<string, T>()
  /** Of these nobody knows what the disk has: their change failed in the middle. */
  const unsure = new Set<string>()

  function place(value: T): void {
    index?.replace(documents.get(keyOf(value)) ?? null, value)
    documents.set(keyOf(value), value)
  }

  async function keep(value: T): Promise<boolean> {
    checkWritten(schema, what, value)
    if (index?.accepts(value) === false) return false
    await surely([keyOf(value)], () => keeper.save(keyOf(value), value))
    place(value)
    return true
  }

  async function surely(keys: readonly string[], act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      for (const key of keys) unsure.add(key)
      throw error
    }
  }

  /** Makes the disk agree with memory again, which is what callers were told, before anything else changes. */
  async function settle(): Promise<void> {
    for (const key of unsure) {
      const value = documents.get(key)
      if (value === undefined) await keeper.drop([key])
      else await keeper.save(key, value)
      unsure.delete(key)
    }
  }

  function change<R>(act: () => Promise<R>): Promise<R> {
    return serial(async () => {
      await settle()
      return act()
    })
  }

  for (const value of kept) place(value)
  return {
    get: (key) => documents.get(key) ?? null,
    values: () => [...documents.values()],
    add: (value) => change(async () => !documents.has(keyOf(value)) && (await keep(value))),
    change: (key, edit) =>
      change(async () => {
        const before = documents.get(key)
        if (before === undefined) return null
        const after = edit(before)
        if (after === before) return before
        if (keyOf(after) !== key) throw new RiftlineError('invalid_argument', `${what}: its key never changes`)
        return (await keep(after)) ? after : null
      }),
    remove: (keys) =>
      change(async () => {
        const known = keys.filter((key) => documents.has(key))
        if (known.length === 0) return
        await surely(known, () => keeper.drop(known))
        for (const key of known) {
          index?.replace(documents.get(key) ?? null, null)
          documents.delete(key)
        }
      }),
    idle: () => serial(async () => {}),
  }
}
