import type { Json } from '../json.ts'
import type { Random } from '../random.ts'

/** A place in a document: the keys that lead to it, the last one being a key of `holder`. */
interface Path {
  readonly keys: readonly string[]
  /** Path for a person: `$.tree_info[0].num_leaves`. */
  readonly name: string
}

/** All places of a document, grouped by key (array elements under the array's key), found once for each original. */
export type Slots = readonly (readonly Path[])[]

/** A place in a mutant: `holder[key]`. */
export interface Slot {
  readonly holder: Json
  readonly key: string
  readonly name: string
}

export function slotsOf(document: unknown): Slots {
  const byKey = new Map<string, Path[]>()
  const waiting: { value: unknown; keys: readonly string[]; name: string; label: string }[] = []
  waiting.push({ value: document, keys: [], name: '$', label: '' })
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { value, keys, name, label } = at
    if (typeof value !== 'object' || value === null) continue
    for (const key of Object.keys(value)) {
      const element = Array.isArray(value)
      const path = { keys: [...keys, key], name: element ? `${name}[${key}]` : `${name}.${key}` }
      const group = element ? `${label}[]` : key
      const paths = byKey.get(group)
      if (paths === undefined) byKey.set(group, [path])
      else paths.push(path)
      waiting.push({ value: (value as Json)[key], label: group, ...path })
    }
  }
  return [...byKey.values()]
}

/**
 * Draws a place by key first, so that the only `num_class` is as likely as a thousand leaf values. Returns null when an
 * earlier mutation has removed the path to it.
 */
export function pickSlot(document: unknown, slots: Slots, random: Random): Slot | null {
  const path = random.pick(random.pick(slots))
  let holder = document as Json
  for (let i = 0; i < path.keys.length - 1; i++) {
    const next = Object.hasOwn(holder, path.keys[i] as string) ? holder[path.keys[i] as string] : undefined
    if (typeof next !== 'object' || next === null) return null
    holder = next as Json
  }
  const key = path.keys.at(-1) as string
  return Object.hasOwn(holder, key) ? { holder, key, name: path.name } : null
}
