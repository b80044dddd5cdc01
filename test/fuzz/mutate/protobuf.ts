import { hostileNumbers } from '../hostile.ts'
import { joined } from '../joined.ts'
import type { Random } from '../random.ts'
import { words } from '../words.ts'
import type { Mutated } from './mutation.ts'

/** Numbers of the fields of a message that are messages, and theirs. */
interface Nested {
  readonly [number: number]: Nested
}

const tensor: Nested = {}
const value: Nested = { 2: { 1: { 2: { 1: {} } } } }
/** ONNX: the graph with nodes, constants, inputs and outputs. */
const model: Nested = { 7: { 1: { 5: { 5: tensor } }, 5: tensor, 11: value, 12: value } }

interface Field {
  number: number
  readonly wire: number
  /** Fields of a message, else the bytes of the value without their length. */
  content: Field[] | Uint8Array<ArrayBuffer>
}

function varint(value: bigint): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, value)
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  return Uint8Array.of(...bytes, Number(rest))
}

/** Reads a valid message. */
function decode(bytes: Uint8Array, nested: Nested): Field[] {
  const fields: Field[] = []
  let at = 0
  const number = () => {
    let found = 0
    for (let factor = 1; ; factor *= 128) {
      found += (bytes[at]! & 127) * factor
      if (bytes[at++]! < 128) return found
    }
  }
  while (at < bytes.length) {
    const tag = number()
    const wire = tag % 8
    const start = at
    const size = wire === 0 ? number() && 0 : wire === 1 ? 8 : wire === 5 ? 4 : number()
    const from = wire === 0 ? start : at
    at += wire === 0 ? 0 : size
    const inner = nested[Math.floor(tag / 8)]
    const content = Uint8Array.from(bytes.subarray(from, at))
    fields.push({ number: Math.floor(tag / 8), wire, content: inner === undefined ? content : decode(content, inner) })
  }
  return fields
}

function encode(fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  const parts = fields.flatMap(({ number, wire, content }) => {
    const bytes = Array.isArray(content) ? encode(content) : content
    return [varint(BigInt(number * 8 + wire)), ...(wire === 2 ? [varint(BigInt(bytes.length))] : []), bytes]
  })
  return Uint8Array.from(joined(...parts))
}

const integers = [0n, 1n, -1n, 2n, 7n, 11n, 127n, 2n ** 31n - 1n, 2n ** 31n, -(2n ** 31n), 2n ** 53n + 1n, 2n ** 63n]

const texts = words(
  ';X;Y;variable;Identity;Concat;Slice;Scaler;Cast;TreeEnsemble;TreeEnsembleRegressor;TreeEnsembleClassifier;BRANCH_EQ;BRANCH_LT;LEAF',
  'LOGISTIC;SOFTMAX_ZERO;PROBIT;MIN;AVERAGE;SUM;n_targets;post_transform;base_values;nodes_values;nodes_values_as_tensor;nodes_treeids',
)

/** Changes bytes as what they may be: a float, a double, a varint, or a text. */
function changedValue(bytes: Uint8Array<ArrayBuffer>, random: Random): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice()
  const view = new DataView(copy.buffer)
  const at = (size: number) => size * random.below(Math.floor(copy.length / size))
  const kind = random.below(5)
  if (kind === 0 && copy.length >= 4) view.setFloat32(at(4), random.pick(hostileNumbers), true)
  else if (kind === 1 && copy.length >= 8) view.setFloat64(at(8), random.pick(hostileNumbers), true)
  else if (kind === 2) return new TextEncoder().encode(random.pick(texts))
  else {
    const place = random.below(copy.length + 1)
    const removed = kind === 3 ? 1 : 0
    return Uint8Array.from(
      joined(copy.subarray(0, place), varint(random.pick(integers)), copy.subarray(place + removed)),
    )
  }
  return copy
}

type Change = (fields: Field[], at: number, random: Random) => void

const changes: Readonly<Record<string, Change>> = {
  'remove a field': (fields, at) => fields.splice(at, 1),
  'repeat a field': (fields, at, random) => fields.splice(random.below(fields.length), 0, structuredClone(fields[at]!)),
  'swap fields': (fields, at, random) => {
    const other = random.below(fields.length)
    ;[fields[at]!.content, fields[other]!.content] = [fields[other]!.content, fields[at]!.content]
  },
  'other number of a field': (fields, at, random) => {
    fields[at]!.number = random.pick([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 20])
  },
  'other value': (fields, at, random) => {
    const { content, wire } = fields[at]!
    if (wire === 0) fields[at]!.content = varint(random.pick(integers))
    else if (!Array.isArray(content)) fields[at]!.content = changedValue(content, random)
  },
  'shorter or longer list': (fields, at, random) => {
    const { content, wire } = fields[at]!
    if (wire !== 2) return
    const length = random.below(content.length + 1)
    if (Array.isArray(content)) content.length = length
    else fields[at]!.content = random.oneIn(2) ? content.slice(0, length) : Uint8Array.from(joined(content, content))
  },
}

/** Messages of a message and itself. */
function messagesOf(fields: Field[]): Field[][] {
  return [fields, ...fields.flatMap(({ content }) => (Array.isArray(content) ? messagesOf(content) : []))]
}

/** Changes one to three fields of a model in ONNX; lengths fit again, so that a reader reaches the damage. */
export function mutateOnnx(file: Uint8Array, random: Random): Mutated & { readonly bytes: Uint8Array } {
  const document = decode(file, model)
  const kinds = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => random.pick(Object.keys(changes)))
  for (const kind of kinds) {
    const fields = random.pick(messagesOf(document))
    if (fields.length > 0) changes[kind]!(fields, random.below(fields.length), random)
  }
  return { kinds, notes: kinds, bytes: encode(document) }
}
