import { type ByteReader, createByteReader } from '../../read/byte-reader.ts'
import { maximumFeatures } from '../../read/json-fields.ts'
import { inflateUpTo } from '../../zip/inflate.ts'

const signature = 'CML\0DVB\0'

/** More than this is not a list of names. */
const largestBlock = 2 ** 26

/**
 * The names of the slots of column `column` in a table of ML.NET's binary format, in which annotations of the columns
 * are kept; null where the column has none. A slot without a name has an empty one.
 *
 * Source: https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.Data/DataLoadSave/Binary/BinaryLoader.cs
 * and Codecs.cs beside it
 *
 * @param path what errors call the table
 */
export async function readSlotNames(table: Uint8Array, path: string, column: string): Promise<string[] | null> {
  const annotationsAt = findAnnotations(table, path, column)
  if (annotationsAt === 0) return null
  const block = findSlotNames(createByteReader(table, path, annotationsAt))
  if (block === null) return null
  const end = block.start + block.size
  if (!block.compressed) return readNames(createByteReader(table, path, block.start, end))
  const inflated = await inflateUpTo(
    table.subarray(block.start, end),
    largestBlock,
    `${path}@0x${block.start.toString(16)}`,
  )
  return readNames(createByteReader(inflated, `${path} SlotNames`))
}

/** Place of the annotations of a column, 0 where it has none. Of columns with one name the last counts. */
function findAnnotations(table: Uint8Array, path: string, column: string): number {
  const header = createByteReader(table, path)
  const start = String.fromCharCode(...header.bytes(8))
  if (start !== signature) throw header.fault(0, JSON.stringify(signature), start)
  header.skip(16) // versions
  const columnsAt = header.size64()
  header.skip(16) // end, rows
  const columns = header.integer(0, 2 ** 31 - 1)
  const reader = createByteReader(table, path, columnsAt)
  let found = 0
  for (let i = 0; i < columns; i++) {
    const name = reader.text()
    skipCodec(reader)
    reader.skip(1) // compression
    reader.leb128() // rows a block
    reader.skip(8) // place of the blocks
    const annotationsAt = reader.size64()
    if (name === column) found = annotationsAt
  }
  return found
}

/** Reads the name of a codec and skips its parameters. */
function skipCodec(reader: ByteReader): string {
  const name = reader.text()
  reader.skip(reader.leb128())
  return name
}

function findSlotNames(reader: ByteReader): { start: number; size: number; compressed: boolean } | null {
  for (let annotations = reader.leb128(); annotations > 0; annotations--) {
    const kind = reader.text()
    const codec = skipCodec(reader)
    const at = reader.position()
    const compression = reader.uint8()
    const start = reader.size64()
    const size = reader.leb128()
    if (kind !== 'SlotNames') continue
    if (codec !== 'VBuffer') throw reader.fault(at, 'a vector of names', codec)
    if (compression > 1) throw reader.fault(at, 'compression 0 (none) or 1 (deflate)', compression)
    return { start, size, compressed: compression === 1 }
  }
  return null
}

/** One vector of texts, dense or sparse; the texts are one string and where each of them ends in it. */
function readNames(reader: ByteReader): string[] {
  reader.integer(1, 1) // vectors
  const slots = reader.integer(1, maximumFeatures)
  const active = reader.integer(-1, slots)
  const indexes = reader.int32s(reader.integer(0, slots))
  if (active >= 0 && active !== indexes.length) {
    throw reader.fault(reader.position(), `${active} indexes`, indexes.length)
  }
  const endsAt = reader.position()
  const count = active < 0 ? slots : active
  const ends = reader.int32s(reader.integer(count, count))
  const text = reader.text()
  const names = new Array<string>(slots).fill('')
  let from = 0
  ends.forEach((end, i) => {
    const to = end & 0x7fffffff // the highest bit says that the name is missing: then it ends where it begins
    const slot = active < 0 ? i : indexes[i]!
    if (to < from || to > text.length) throw reader.fault(endsAt, `ends from ${from} to ${text.length}`, to)
    if (slot < 0 || slot >= slots) throw reader.fault(endsAt, `slots from 0 to ${slots - 1}`, slot)
    names[slot] = text.slice(from, to)
    from = to
  })
  return names
}
