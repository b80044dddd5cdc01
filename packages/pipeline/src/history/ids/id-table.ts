import type { IdTable } from '../types.ts'

/** Finds or gives ids by name. */
export interface OpenIdTable {
  idOf(name: string): number
  close(): IdTable
}

/** The key of a name, in which case and space around it do not count. */
export function nameKey(name: string): string {
  return `name:${name.trim().toLowerCase()}`
}

/** Continues the table `known`. */
export function createIdTable(known: IdTable = { last: 0, ids: {} }): OpenIdTable {
  const ids = new Map(Object.entries(known.ids))
  let last = known.last
  return {
    idOf: (name) => {
      const key = nameKey(name)
      const found = ids.get(key)
      if (found !== undefined) return found
      last += 1
      ids.set(key, last)
      return last
    },
    close: () => ({ last, ids: Object.fromEntries(ids) }),
  }
}
