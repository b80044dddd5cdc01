import { parseUbj } from '#core/trees/xgboost/read-document.ts'
import { joined } from '../joined.ts'
import { copyOf, type Json } from '../json.ts'
import type { Random } from '../random.ts'
import { anyJson } from './any-json.ts'
import { type Mutated, mutate } from './mutation.ts'
import { slotsOf } from './slots.ts'

/** Writes a number behind its marker, big-endian. */
const numbers: Readonly<Record<string, readonly [bytes: number, put: (view: DataView, value: number) => void]>> = {
  d: [4, (view, value) => view.setFloat32(0, value)],
  D: [8, (view, value) => view.setFloat64(0, value)],
  i: [1, (view, value) => view.setInt8(0, value)],
  U: [1, (view, value) => view.setUint8(0, value)],
  I: [2, (view, value) => view.setInt16(0, value)],
  l: [4, (view, value) => view.setInt32(0, value)],
  L: [8, (view, value) => view.setBigInt64(0, BigInt(Math.trunc(Number.isFinite(value) ? value : 0)))],
}

const text = new TextEncoder()

function numberBytes(kind: string, value: number): Uint8Array {
  const [bytes, put] = numbers[kind]!
  const view = new DataView(new ArrayBuffer(bytes))
  put(view, value)
  return new Uint8Array(view.buffer)
}

/** A length or a string: an int64, then bytes. */
function long(length: number, content: Uint8Array = new Uint8Array(0)): Uint8Array {
  return joined(text.encode('L'), numberBytes('L', length), content)
}

function textBytes(value: string): Uint8Array {
  const bytes = text.encode(value)
  return long(bytes.length, bytes)
}

/** UBJSON of a value; arrays of numbers are typed or not, with numbers of any kind. */
function encode(value: unknown, random: Random, depth = 0): Uint8Array {
  const kind = () => random.pick(random.oneIn(20) ? Object.keys(numbers) : ['d', 'l'])
  if (typeof value === 'number') {
    const own = kind()
    return joined(text.encode(own), numberBytes(own, value))
  }
  if (typeof value === 'string') return joined(text.encode('S'), textBytes(value))
  if (typeof value === 'boolean') return text.encode(value ? 'T' : 'F')
  if (typeof value !== 'object' || value === null || depth > 70) return text.encode('Z')
  if (!Array.isArray(value)) {
    const fields = Object.entries(value).map(([key, own]) => joined(textBytes(key), encode(own, random, depth + 1)))
    return joined(text.encode('{'), ...fields, text.encode('}'))
  }
  const items = value.length > 10_000 ? [] : Array.from(value as unknown[])
  if (items.length > 0 && items.every((item) => typeof item === 'number') && !random.oneIn(10)) {
    const whole = items.every(Number.isInteger) ? 'l' : 'd'
    const own = random.oneIn(20) ? kind() : whole
    return joined(text.encode(`[$${own}#`), long(items.length), ...items.map((item) => numberBytes(own, item)))
  }
  const content = items.map((item) => encode(item, random, depth + 1))
  if (random.oneIn(2)) return joined(text.encode('[#'), long(items.length), ...content)
  return joined(text.encode('['), ...content, text.encode(']'))
}

function asJson(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array)
  if (Array.isArray(value)) return value.map(asJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, asJson(own)]))
}

/** Changes values of a document in UBJSON, and how numbers and arrays are written. */
export function mutateUbj(file: Uint8Array, random: Random): Mutated & { readonly bytes: Uint8Array } {
  const document = copyOf(asJson(parseUbj(file))) as Json
  const mutated = mutate(document, slotsOf(document), anyJson, random)
  return { ...mutated, bytes: encode(document, random) }
}
