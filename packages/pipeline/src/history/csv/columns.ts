import { RiftlineError } from '@riftline/base'

/** The position of every named column in the records of one file; -1 where the file lacks it, so that its cells read as empty. */
export type Columns<Name extends string> = Readonly<Record<Name, number>>

/**
 * Finds columns by name, in any order, among any others.
 *
 * @throws RiftlineError `history_invalid` that names every missing required column, or every named one that occurs twice.
 */
export function findColumns<Required extends string, Optional extends string>(
  file: string,
  header: readonly string[],
  required: readonly Required[],
  optional: readonly Optional[],
): Columns<Required | Optional> {
  const names = header.map((name) => name.trim())
  const missing = required.filter((name) => !names.includes(name))
  if (missing.length > 0) {
    throw new RiftlineError(
      'history_invalid',
      `${file}, line 1: missing required column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}`,
    )
  }
  const wanted: readonly (Required | Optional)[] = [...required, ...optional]
  const twice = wanted.filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice.length > 0) {
    throw new RiftlineError(
      'history_invalid',
      `${file}, line 1: expected every column once, got ${twice.join(', ')} twice`,
    )
  }
  return Object.fromEntries(wanted.map((name) => [name, names.indexOf(name)])) as Columns<Required | Optional>
}
