import { addSums, packSums, type Sums, unpackSums, zeroSums } from './sums.ts'

/** Sums by a key of several numbers, such as team and day. */
export interface KeyedSums<Field extends string> {
  add(key: readonly number[], more: Readonly<Sums<Field>>): void
  /** In order of the keys. */
  entries(): readonly (readonly [key: readonly number[], sums: Readonly<Sums<Field>>])[]
  /** The artifact's rows: the key, then the sums. */
  pack(): readonly (readonly number[])[]
}

/** Continues packed rows; `keep` decides which of them still count. */
export function createKeyedSums<Field extends string>(
  fields: readonly Field[],
  keyLength: number,
  rows: readonly (readonly number[])[] = [],
  keep: (key: readonly number[]) => boolean = () => true,
): KeyedSums<Field> {
  const all = new Map<string, { readonly key: readonly number[]; readonly sums: Sums<Field> }>()
  for (const row of rows) {
    const key = row.slice(0, keyLength)
    if (keep(key)) all.set(key.join(' '), { key, sums: unpackSums(fields, row, keyLength) })
  }
  const inOrder = (): readonly (readonly [readonly number[], Sums<Field>])[] =>
    [...all.values()].map(({ key, sums }) => [key, sums] as const).sort(([a], [b]) => compareKeys(a, b))
  return {
    add: (key, more) => {
      const name = key.join(' ')
      const found = all.get(name)
      if (found !== undefined) {
        addSums(fields, found.sums, more)
        return
      }
      const sums = zeroSums(fields)
      addSums(fields, sums, more)
      all.set(name, { key, sums })
    },
    entries: inOrder,
    pack: () => inOrder().map(([key, sums]) => [...key, ...packSums(fields, sums)]),
  }
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) {
    const difference = a[i]! - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
