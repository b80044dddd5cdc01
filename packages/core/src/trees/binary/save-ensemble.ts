import { invalidArgument, RiftlineError } from '@riftline/base'
import type { TreeEnsemble } from '../form/tree-ensemble.ts'
import { crc32 } from '../read/crc32.ts'
import { describeEnsemble } from './description.ts'
import { aligned, checkedFrom, columnsOf, formatVersion, headerBytes, isLittleEndian, magic } from './layout.ts'

/**
 * A parsed model as one compact file that `loadEnsemble` reads many times faster than any dump, to the same bits. The file
 * carries a format version and a checksum; a later version of the library that changes the format reads the older one.
 *
 * @throws RiftlineError `invalid_argument` for something that is not a parsed model, `unsupported_platform` on a
 *   big-endian machine
 * @example
 * const bytes = saveEnsemble(ensemble)
 * compileEnsemble(loadEnsemble(bytes)) // scores as compileEnsemble(ensemble) does
 */
export function saveEnsemble(ensemble: TreeEnsemble): Uint8Array {
  if (typeof ensemble !== 'object' || ensemble?.trees === undefined) {
    throw invalidArgument('ensemble', 'a parsed tree ensemble', ensemble)
  }
  if (!isLittleEndian()) throw new RiftlineError('unsupported_platform', 'saveEnsemble: needs a little-endian machine')
  const description = new TextEncoder().encode(JSON.stringify(describeEnsemble(ensemble)))
  const columns = columnsOf(ensemble.trees, ensemble.baseScore)
  const start = aligned(headerBytes + description.length)
  const size = columns.reduce((end, column) => end + aligned(column.byteLength), start)

  const bytes = new Uint8Array(size)
  const header = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(magic))
  header.setUint32(8, formatVersion, true)
  header.setUint32(16, size, true)
  header.setUint32(20, description.length, true)
  bytes.set(description, headerBytes)
  let at = start
  for (const column of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at)
    at += aligned(column.byteLength)
  }
  header.setUint32(12, crc32(bytes.subarray(checkedFrom)), true)
  return bytes
}
