/** Groups rows by key, in their order. */
export function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) entryOf(groups, keyOf(row), () => []).push(row)
  return groups
}

/** The entry of a key, created if it is missing. */
export function entryOf<Key, Value>(entries: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = entries.get(key)
  if (known !== undefined) return known
  const created = create()
  entries.set(key, created)
  return created
}

/** A record with one value per name, in the order of the names. */
export function recordBy<Name extends string, Value>(names: readonly Name[], toValue: (name: Name) => Value) {
  return Object.fromEntries(names.map((name) => [name, toValue(name)])) as Record<Name, Value>
}

export function byId<Row extends { readonly id: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}
