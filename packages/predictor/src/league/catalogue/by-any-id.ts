/**
 * Rows by id and by the ids that they had before two were joined.
 *
 * @example byAnyId([{ id: 1, formerIds: [4] }]).get(4)?.id // => 1
 */
export function byAnyId<Row extends { readonly id: number; readonly formerIds?: readonly number[] | undefined }>(
  rows: readonly Row[],
): ReadonlyMap<number, Row> {
  const byId = new Map<number, Row>()
  for (const row of rows) for (const id of row.formerIds ?? []) byId.set(id, row)
  for (const row of rows) byId.set(row.id, row)
  return byId
}
