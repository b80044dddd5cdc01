import { createByteReader } from '../read/byte-reader.ts'
import { parseText } from '../read/json-fields.ts'

/**
 * Parses XGBoost's JSON, which may have the numbers `NaN`, which becomes null, and `Infinity`.
 * @throws ArtifactError for text that is not JSON in any other way
 */
export function parseJsonText(text: string): unknown {
  try {
    return parseText(text)
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error
  }
  // One regular expression for strings and words would overflow its stack at a long string, and try damaged text again from every quote.
  let isString = false
  const parts = text.split('"').map((part) => {
    if (!isString) {
      isString = true
      return part.replace(/-?\bNaN\b/g, 'null').replace(/\bInfinity\b/g, '1e999')
    }
    isString = endsInEscape(part)
    return part
  })
  return parseText(parts.join('"'))
}

/** Whether the quote behind a part of a string belongs to it: an odd number of backslashes is before it. */
function endsInEscape(part: string): boolean {
  let end = part.length
  while (part[end - 1] === '\\') end--
  return (part.length - end) % 2 === 1
}

/** Whether bytes begin like UBJSON, with a length behind the first brace; JSON has a blank, a quote or a brace there. */
export function isUbj(bytes: Uint8Array): boolean {
  return bytes[0] === code('{') && /[LlIiU]/.test(String.fromCharCode(bytes[1] ?? 0))
}

function code(character: string): number {
  return character.charCodeAt(0)
}

const deepest = 64

/** Type of number in UBJSON: its size, its reader, and the array that holds several. */
interface Numbers {
  readonly bytes: number
  readonly get: (view: DataView, at: number) => number
  readonly create: (length: number) => { [index: number]: number }
}

const numbers: Readonly<Record<string, Numbers>> = {
  d: { bytes: 4, get: (view, at) => view.getFloat32(at), create: (length) => new Float32Array(length) },
  D: { bytes: 8, get: (view, at) => view.getFloat64(at), create: (length) => new Float64Array(length) },
  i: { bytes: 1, get: (view, at) => view.getInt8(at), create: (length) => new Int8Array(length) },
  U: { bytes: 1, get: (view, at) => view.getUint8(at), create: (length) => new Uint8Array(length) },
  I: { bytes: 2, get: (view, at) => view.getInt16(at), create: (length) => new Int16Array(length) },
  l: { bytes: 4, get: (view, at) => view.getInt32(at), create: (length) => new Int32Array(length) },
  L: { bytes: 8, get: int64, create: (length) => new Float64Array(length) },
}

/** Reads an int64, which is rounded beyond 2^53; no number of a model is that large. */
function int64(view: DataView, at: number): number {
  return view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4)
}

type UbjReader = ReturnType<typeof createUbjReader>

/** Creates a reader of the parts of UBJSON. It compares a length with the bytes that are left before it allocates anything. */
function createUbjReader(bytes: Uint8Array) {
  const { position, left, skip, fault, uint8, bytes: take, end } = createByteReader(bytes, '$')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const utf8 = new TextDecoder()

  function marker(): string {
    return String.fromCharCode(uint8())
  }

  function typeOf(kind: string): Numbers {
    const type = numbers[kind]
    if (type === undefined) throw fault(position() - 1, 'the type of a number', kind)
    return type
  }

  function number(kind: string): number {
    const type = typeOf(kind)
    return type.get(view, skip(type.bytes))
  }

  /** Reads the length of a string or an array whose elements take at least `size` bytes each. */
  function length(size: number): number {
    const place = position()
    const value = number(marker())
    if (value >= 0 && Number.isInteger(value) && value * size <= left()) return value
    throw fault(place, 'a length within the file', value)
  }

  return {
    position,
    fault,
    marker,
    number,
    length,
    end,
    /** Reads the next byte if it is this character; returns whether it was. */
    meets(character: string): boolean {
      if (bytes[position()] !== code(character)) return false
      skip(1)
      return true
    },
    text: () => utf8.decode(take(length(1))),
    typedArray(): unknown {
      const type = typeOf(marker())
      const hash = marker()
      if (hash !== '#') throw fault(position() - 1, '#', hash)
      const count = length(type.bytes)
      const start = skip(count * type.bytes)
      const array = type.create(count)
      for (let i = 0; i < count; i++) array[i] = type.get(view, start + i * type.bytes)
      return array
    },
  }
}

/**
 * Parses UBJSON as XGBoost writes it, big-endian. Typed arrays of the file become typed arrays.
 * Source: https://github.com/dmlc/xgboost/blob/379b29f08/src/common/json.cc (`UBJReader`)
 */
export function parseUbj(bytes: Uint8Array): unknown {
  const reader = createUbjReader(bytes)
  const document = readValue(reader, reader.marker(), 0)
  reader.end()
  return document
}

function readValue(reader: UbjReader, kind: string, depth: number): unknown {
  if (depth > deepest) throw reader.fault(reader.position(), `at most ${deepest} levels`, depth)
  switch (kind) {
    case '{':
      return readObject(reader, depth + 1)
    case '[':
      return reader.meets('$') ? reader.typedArray() : readArray(reader, depth + 1)
    case 'S':
      return reader.text()
    case 'Z':
      return null
    case 'T':
    case 'F':
      return kind === 'T'
    case 'C':
      return reader.number('i')
    default:
      return reader.number(kind)
  }
}

/** Reads the elements of an array, whose number comes first or whose end is `]`. */
function readArray(reader: UbjReader, depth: number): unknown[] {
  const values: unknown[] = []
  if (reader.meets('#')) {
    for (let count = reader.length(1); count > 0; count--) values.push(readValue(reader, reader.marker(), depth))
  } else {
    while (!reader.meets(']')) values.push(readValue(reader, reader.marker(), depth))
  }
  return values
}

function readObject(reader: UbjReader, depth: number): object {
  const entries: [string, unknown][] = []
  while (!reader.meets('}')) {
    const key = reader.text()
    entries.push([key, readValue(reader, reader.marker(), depth)])
  }
  return Object.fromEntries(entries)
}
