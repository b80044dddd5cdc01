import type { Json } from '../json.ts'
import type { Random } from '../random.ts'
import type { Slots } from './slots.ts'

/** Damages (or merely changes) a document in place. Returns a description, or null when there was nothing to change. */
export type Mutation = (document: Json, slots: Slots, random: Random) => string | null

export type Mutations = Readonly<Record<string, Mutation>>

export interface Mutated {
  readonly kinds: readonly string[]
  /** Descriptions of the mutations, for a person. */
  readonly notes: readonly string[]
}

/** Applies one to four of the mutations in place. */
export function mutate(document: Json, slots: Slots, mutations: Mutations, random: Random): Mutated {
  const wanted = random.pick([1, 1, 1, 1, 1, 2, 2, 3, 4])
  const names = Object.keys(mutations)
  const kinds: string[] = []
  const notes: string[] = []
  for (let attempts = 0; kinds.length < wanted && attempts < 12; attempts++) {
    const kind = random.pick(names)
    const note = attempt(mutations[kind] as Mutation, document, slots, random)
    if (note === null) continue
    kinds.push(kind)
    notes.push(`${kind}: ${note}`)
  }
  return { kinds, notes }
}

/** Returns null also for a place inside a hostile value, which is frozen. */
function attempt(mutation: Mutation, document: Json, slots: Slots, random: Random): string | null {
  try {
    return mutation(document, slots, random)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Short text of a value for a note. */
export function brief(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 60))
  if (Object.is(value, -0)) return '-0'
  return typeof value === 'object' && value !== null ? Object.prototype.toString.call(value) : String(value)
}
