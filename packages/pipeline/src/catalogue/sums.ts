import { entryOf } from '../group-by.ts'

/** Named sums over games, days or folders; averages are computed only at the end. */
export type Sums<Field extends string> = Record<Field, number>

export function zeroSums<Field extends string>(fields: readonly Field[]): Sums<Field> {
  // A loop is faster than Object.fromEntries, and this runs for every player of every game.
  const sums = {} as Sums<Field>
  for (const field of fields) sums[field] = 0
  return sums
}

export function addSums<Field extends string>(
  fields: readonly Field[],
  target: Sums<Field>,
  more: Readonly<Sums<Field>>,
): void {
  for (const field of fields) target[field] += more[field]
}

/** The share of `part` in `whole`; null instead of a division by zero. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

/** (Kills + assists) / deaths, with zero deaths counted as one; null if no game is known. */
export function kdaOf(kills: number, deaths: number, assists: number, games: number): number | null {
  return games === 0 ? null : (kills + assists) / Math.max(1, deaths)
}

export interface KeyedSums<Field extends string> {
  add(key: readonly number[], more: Readonly<Sums<Field>>): void
  entries(): readonly (readonly [key: readonly number[], sums: Readonly<Sums<Field>>])[]
  pack(): readonly (readonly number[])[]
}

/** Continues packed rows; `keep` selects the rows that still count. */
export function createKeyedSums<Field extends string>(
  fields: readonly Field[],
  keyLength: number,
  rows: readonly (readonly number[])[] = [],
  keep: (key: readonly number[]) => boolean = () => true,
): KeyedSums<Field> {
  const all = new Map<string, { readonly key: readonly number[]; readonly sums: Sums<Field> }>()
  for (const row of rows) {
    const key = row.slice(0, keyLength)
    if (!keep(key)) continue
    const sums = Object.fromEntries(fields.map((field, index) => [field, row[keyLength + index] ?? 0]))
    all.set(key.join(' '), { key, sums: sums as Sums<Field> })
  }
  const inOrder = (): readonly (readonly [readonly number[], Sums<Field>])[] =>
    [...all.values()].map(({ key, sums }) => [key, sums] as const).sort(([a], [b]) => compareKeys(a, b))
  return {
    add: (key, more) => {
      const { sums } = entryOf(all, key.join(' '), () => ({ key, sums: zeroSums(fields) }))
      addSums(fields, sums, more)
    },
    entries: inOrder,
    pack: () => inOrder().map(([key, sums]) => [...key, ...fields.map((field) => sums[field])]),
  }
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) {
    const difference = a[i]! - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
