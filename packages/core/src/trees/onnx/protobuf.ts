import { type ByteReader, createByteReader } from '../read/byte-reader.ts'

/** Type of a field: a number in one of protobuf's encodings, text, bytes, or a message of a schema. */
type FieldType = 'integer' | 'float' | 'double' | 'text' | 'bytes' | Schema

/** Field of a message; a list if it repeats. */
interface Field {
  readonly name: string
  readonly type: FieldType
  readonly repeats?: true
}

/** Fields of a message by number. */
export interface Schema {
  readonly [number: number]: Field
}

/** Decoded message: an absent field is undefined, or an empty list if it repeats. */
export type ProtobufMessage = Readonly<Record<string, unknown>>

type Fields = Record<string, unknown>

/** Wire types of protobuf. */
const varint = 0
const eightBytes = 1
const delimited = 2
const fourBytes = 5

const wireTypes: Readonly<Record<string, number>> = { integer: varint, float: fourBytes, double: eightBytes }

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Deepest nesting of messages; ONNX without subgraphs needs less. */
const deepest = 16

/**
 * Decodes the fields of a protobuf message that the schema names, and skips others. Repeated numbers may be packed or not, integers are signed,
 * and if a single field occurs several times the last one counts. Errors name the place of the faulty byte.
 */
export function decodeMessage(bytes: Uint8Array, schema: Schema): ProtobufMessage {
  return takeMessage(createByteReader(bytes, ''), schema, { depth: 0, end: bytes.length })
}

/** Message that is being read: messages around it, and the place at which it ends. */
interface Frame {
  readonly depth: number
  readonly end: number
}

/** Empty list of all messages, since each empty message of two bytes would otherwise hold several. */
const none: readonly unknown[] = Object.freeze([])

function takeMessage(reader: ByteReader, schema: Schema, frame: Frame): ProtobufMessage {
  const { depth, end } = frame
  if (depth > deepest) throw reader.fault(reader.position(), `at most ${deepest} messages within each other`, depth)
  const message: Fields = {}
  for (const { name, repeats } of Object.values(schema) as Field[]) if (repeats === true) message[name] = none
  while (reader.position() < end) {
    const start = reader.position()
    const tag = takeVarint(reader)
    if (tag < 8) throw reader.fault(start, 'a field of protobuf', tag)
    const field = schema[Math.floor(tag / 8)]
    if (field === undefined) skip(reader, tag % 8, end)
    else takeField(reader, field, tag % 8, frame, message)
    if (reader.position() > end) throw reader.fault(start, `a field of at most ${end - start} bytes`, 'more')
  }
  return message
}

function takeField(
  reader: ByteReader,
  { name, type, repeats }: Field,
  wire: number,
  { depth, end }: Frame,
  into: Fields,
): void {
  const own = wireTypes[type as string] ?? delimited
  const isPacked = repeats === true && wire === delimited && own !== delimited
  if (wire !== own && !isPacked) throw reader.fault(reader.position(), `${name} in wire type ${own}`, wire)
  const add = (value: unknown): void => {
    if (repeats !== true) into[name] = value
    else if (into[name] === none) into[name] = [value]
    else (into[name] as unknown[]).push(value)
  }
  const size = wire === delimited ? takeLength(reader, end) : 0
  const partEnd = reader.position() + size
  if (isPacked) {
    while (reader.position() < partEnd) add(takeNumber(reader, type))
    if (reader.position() > partEnd) throw reader.fault(partEnd, `the end of ${name}`, 'a number')
  } else if (own !== delimited) add(takeNumber(reader, type))
  else if (typeof type === 'object') add(takeMessage(reader, type, { depth: depth + 1, end: partEnd }))
  else add(type === 'text' ? utf8.decode(reader.bytes(size)) : reader.bytes(size))
}

/** Length of the field that follows, which ends with its message or before. */
function takeLength(reader: ByteReader, end: number): number {
  const start = reader.position()
  const length = takeVarint(reader)
  const most = end - reader.position()
  if (length >= 0 && length <= most) return length
  throw reader.fault(start, `a length up to ${most}`, length)
}

function takeNumber(reader: ByteReader, type: FieldType): number {
  if (type === 'float') return reader.float32()
  return type === 'double' ? reader.float64() : takeVarint(reader)
}

/** Reads a varint of 64 bits in two's complement; rounded beyond 2^53. */
function takeVarint(reader: ByteReader): number {
  const start = reader.position()
  let low = 0
  let high = 0
  let factor = 1
  for (let i = 0; i < 10; i++) {
    const byte = reader.uint8()
    if (i === 4) factor = 1
    // The tenth byte has a single bit, bit 63.
    if (i < 4) low += (byte & 127) * factor
    else high += (byte & (i < 9 ? 127 : 1)) * factor
    if (byte < 128) return (high < 2 ** 35 ? high : high - 2 ** 36) * 2 ** 28 + low
    factor *= 128
  }
  throw reader.fault(start, 'a varint of at most 10 bytes', 'a longer one')
}

function skip(reader: ByteReader, wire: number, end: number): void {
  if (wire === varint) takeVarint(reader)
  else if (wire === eightBytes) reader.skip(8)
  else if (wire === fourBytes) reader.skip(4)
  else if (wire === delimited) reader.skip(takeLength(reader, end))
  else throw reader.fault(reader.position(), 'a field of protobuf', `wire type ${wire}`)
}
