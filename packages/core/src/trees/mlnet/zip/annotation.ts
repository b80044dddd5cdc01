import { type ByteReader, createByteReader } from '../../read/byte-reader.ts'
import { maximumFeatures } from '../../read/json-fields.ts'
import { inflateUpTo } from '../../zip/archive.ts'

const signature = 'CML\0DVB\0'

/** Largest accepted block; lists of names are smaller. */
const largestBlock = 2 ** 26

/** Kind of annotation: names of a column's slots, or the values of a key's numbers. */
export type Annotation = 'SlotNames' | 'KeyValues'

/**
 * Reads an annotation of a column in a table of ML.NET's binary format; null if the column has none, or if its values are not texts,
 * numbers or booleans. A slot without a name has an empty one.
 * Source: https://github.com/dotnet/machinelearning/blob/cd2fbd617c13bcb98ec8b6554bfa20ac603e4572/src/Microsoft.ML.Data/DataLoadSave/Binary/BinaryLoader.cs
 */
export async function readAnnotation(
  table: Uint8Array,
  { path, column, kind }: { readonly path: string; readonly column: string; readonly kind: Annotation },
): Promise<string[] | number[] | boolean[] | null> {
  const annotationsAt = findAnnotations(table, path, column)
  if (annotationsAt === 0) return null
  const block = findVector(createByteReader(table, path, annotationsAt), kind)
  if (block === null) return null
  const end = block.start + block.size
  if (!block.compressed) return readVector(createByteReader(table, path, block.start, end), block.values)
  const inflated = await inflateUpTo(
    table.subarray(block.start, end),
    largestBlock,
    `${path}@0x${block.start.toString(16)}`,
  )
  return readVector(createByteReader(inflated, `${path} ${kind}`), block.values)
}

/** Place of the annotations of a column, 0 if it has none. If columns have the same name the last one counts. */
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
    readCodec(reader)
    reader.skip(1) // compression
    reader.leb128() // rows per block
    reader.skip(8) // place of the blocks
    const annotationsAt = reader.size64()
    if (name === column) found = annotationsAt
  }
  return found
}

/** Reads the name of a codec and its parameters. */
function readCodec(reader: ByteReader): readonly [name: string, parameters: Uint8Array] {
  return [reader.text(), reader.bytes(reader.leb128())]
}

function findVector(reader: ByteReader, wanted: Annotation) {
  for (let annotations = reader.leb128(); annotations > 0; annotations--) {
    const kind = reader.text()
    const [codec, parameters] = readCodec(reader)
    const at = reader.position()
    const compression = reader.uint8()
    const start = reader.size64()
    const size = reader.leb128()
    if (kind !== wanted) continue
    if (codec !== 'VBuffer') throw reader.fault(at, 'a vector', codec)
    if (compression > 1) throw reader.fault(at, 'compression 0 (none) or 1 (deflate)', compression)
    const values = createByteReader(parameters, kind).text()
    return { start, size, compressed: compression === 1, values }
  }
  return null
}

/** Reads one vector, dense or sparse: number of slots, places of the present values, values. */
function readVector(reader: ByteReader, codec: string): string[] | number[] | boolean[] | null {
  reader.integer(1, 1) // vectors
  const slots = reader.integer(1, maximumFeatures)
  const active = reader.integer(-1, slots)
  const indexes = reader.int32s(reader.integer(0, slots))
  if (active >= 0 && active !== indexes.length) {
    throw reader.fault(reader.position(), `${active} indexes`, indexes.length)
  }
  const at = reader.position()
  const odd = indexes.find((slot) => slot < 0 || slot >= slots)
  if (odd !== undefined) throw reader.fault(at, `slots from 0 to ${slots - 1}`, odd)
  const count = active < 0 ? slots : active
  const spread = <T>(values: readonly T[], none: T): T[] => {
    if (active < 0) return [...values]
    const all = new Array<T>(slots).fill(none)
    indexes.forEach((slot, i) => {
      all[slot] = values[i]!
    })
    return all
  }
  if (codec === 'TextSpan') return spread(readTexts(reader, count), '')
  if (codec === 'Boolean') return spread(readBooleans(reader, count), false)
  const read = numbers[codec]
  return read === undefined ? null : spread(read(reader, count), 0)
}

/** Reads texts, stored as their ends in one string. */
function readTexts(reader: ByteReader, count: number): string[] {
  const endsAt = reader.position()
  const ends = reader.int32s(reader.integer(count, count))
  const text = reader.text()
  let from = 0
  return ends.map((end) => {
    const to = end & 0x7fffffff // the highest bit marks a missing text, which is empty
    if (to < from || to > text.length) throw reader.fault(endsAt, `ends from ${from} to ${text.length}`, to)
    const one = text.slice(from, to)
    from = to
    return one
  })
}

/** Reads one bit per boolean, the lowest first. */
function readBooleans(reader: ByteReader, count: number): boolean[] {
  const bytes = reader.bytes(Math.ceil(count / 8))
  return Array.from({ length: count }, (_, i) => ((bytes[i >> 3]! >> (i & 7)) & 1) === 1)
}

/** Readers of numbers by codec, which has the name of the .NET type. */
const numbers: Readonly<Record<string, (reader: ByteReader, count: number) => number[]>> = {
  Single: (reader, count) => reader.float32s(count),
  Double: (reader, count) => reader.float64s(count),
  Int32: (reader, count) => reader.int32s(count),
  UInt32: (reader, count) => reader.int32s(count).map((value) => value >>> 0),
  Byte: (reader, count) => [...reader.bytes(count)],
  SByte: (reader, count) => [...reader.bytes(count)].map((byte) => (byte << 24) >> 24),
}
