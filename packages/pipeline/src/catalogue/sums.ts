/** Named sums over games, days and folders; averages are divided at the very end. */
export type Sums<Field extends string> = Record<Field, number>

export function zeroSums<Field extends string>(fields: readonly Field[]): Sums<Field> {
  // A loop and not Object.fromEntries: this runs for every player of every game.
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

/** The numbers in the order of `fields`, as rows of the artifact have them. */
export function packSums<Field extends string>(fields: readonly Field[], sums: Readonly<Sums<Field>>): number[] {
  return fields.map((field) => sums[field])
}

export function unpackSums<Field extends string>(
  fields: readonly Field[],
  row: readonly number[],
  from: number,
): Sums<Field> {
  return Object.fromEntries(fields.map((field, index) => [field, row[from + index] ?? 0])) as Sums<Field>
}

/** Null instead of a division by zero: no game was known. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

/** Kills and assists per death, no death counting as one; null where no game is known. */
export function kdaOf(kills: number, deaths: number, assists: number, games: number): number | null {
  return games === 0 ? null : (kills + assists) / Math.max(1, deaths)
}
