/** Lists by key, each value once; an empty key names nothing. */
export interface Groups<T> {
  readonly map: ReadonlyMap<string, readonly T[]>
  add(key: string, value: T): void
}

export function createGroups<T>(): Groups<T> {
  const map = new Map<string, T[]>()
  return {
    map,
    add(key, value) {
      if (key === '') return
      const group = map.get(key)
      if (group === undefined) map.set(key, [value])
      else if (!group.includes(value)) group.push(value)
    },
  }
}
