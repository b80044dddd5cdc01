import type { IdTable } from '../types.ts'

/** Finds or gives ids; both keys of an entity, its id in the source and its name, lead to the same id. */
export interface OpenIdTable {
  idOf(sourceId: string | null, name: string): number
  close(): IdTable
}

/** The key of an entity that is known by its name only. */
export function nameKey(name: string): string {
  return `name:${name.trim().toLowerCase()}`
}

/**
 * Continues the table `known`. A source id is the stronger key, so that a renamed team keeps its id. A new source id takes the id
 * of an equal name, since sources do change their ids, unless another source id of this folder (`present`) has it: then there
 * are two of that name.
 */
export function createIdTable(
  known: IdTable = { last: 0, ids: {} },
  present: ReadonlySet<string> = new Set(),
): OpenIdTable {
  const ids = new Map(Object.entries(known.ids))
  const claimed = new Set<number>()
  for (const [key, id] of ids) if (present.has(key)) claimed.add(id)
  let last = known.last

  const idOfName = (key: string): number => {
    const id = ids.get(key)
    if (id !== undefined) return id
    last += 1
    ids.set(key, last)
    return last
  }
  return {
    idOf: (sourceId, name) => {
      const key = nameKey(name)
      if (sourceId === null) return idOfName(key)
      const found = ids.get(sourceId)
      if (found !== undefined) {
        if (!ids.has(key)) ids.set(key, found)
        return found
      }
      const named = ids.get(key)
      const id = named === undefined || claimed.has(named) ? ++last : named
      if (named === undefined) ids.set(key, id)
      ids.set(sourceId, id)
      claimed.add(id)
      return id
    },
    close: () => ({ last, ids: Object.fromEntries(ids) }),
  }
}
