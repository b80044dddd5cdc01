import { SourceError } from '../source-error.ts'

/**
 * Reads a service's rows one by one. One that is built otherwise is left out; where none is built as it should be, the service has
 * changed, and its first fault is thrown.
 *
 * @throws SourceError `shape`
 */
export function eachInShape<Row, Read>(
  rows: readonly Row[],
  read: (row: Row, at: number) => Read,
  onMisshapen: (row: Row) => void,
): readonly Read[] {
  const results: Read[] = []
  let fault: SourceError | undefined
  for (const [at, row] of rows.entries()) {
    try {
      results.push(read(row, at))
    } catch (error) {
      if (!(error instanceof SourceError) || error.fault !== 'shape') throw error
      fault ??= error
      onMisshapen(row)
    }
  }
  if (fault !== undefined && results.length === 0) throw fault
  return results
}
