import { joined } from '../joined.ts'
import type { Random } from '../random.ts'
import type { Mutated } from './mutation.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Change = (bytes: Bytes, random: Random) => readonly [Bytes, string]

/** A range of any length, usually short. */
function stretch(bytes: Bytes, random: Random): readonly [number, number] {
  const from = random.below(bytes.length + 1)
  const length = random.below(random.pick([4, 4, 64, 64, 4096]))
  return [from, Math.min(bytes.length, from + length)]
}

function overwrite(bytes: Bytes, at: number, random: Random): string {
  const view = new DataView(bytes.buffer)
  const number = random.pick([0, 1, -1, 2, 255, 0x7fffffff, 0x80000000, 0xffffffff, 0x10000, 0x01000000])
  if (at + 4 <= bytes.length) view.setUint32(at, number, true)
  return `uint32 at ${at} becomes ${number}`
}

const changes: Readonly<Record<string, Change>> = {
  truncate: (bytes, random) => {
    const length = random.below(bytes.length + 1)
    return [bytes.slice(0, length), `to ${length}`]
  },
  'lose the head': (bytes, random) => {
    const from = random.below(Math.min(bytes.length + 1, 600))
    return [bytes.slice(from), `of ${from}`]
  },
  'flip a bit': (bytes, random) => {
    const at = random.below(Math.max(1, bytes.length))
    if (at < bytes.length) bytes[at] = (bytes[at] as number) ^ (1 << random.below(8))
    return [bytes, `at ${at}`]
  },
  'other byte': (bytes, random) => {
    const at = random.below(Math.max(1, bytes.length))
    if (at < bytes.length)
      bytes[at] = random.pick([0, 1, 0x7f, 0x80, 0xff, 32, 34, 45, 46, 48, 57, 61, 91, 93, 101, 123, 125])
    return [bytes, `at ${at}`]
  },
  'other number': (bytes, random) => [bytes, overwrite(bytes, random.below(Math.max(1, bytes.length)), random)],
  'other number near an end': (bytes, random) => {
    const near = random.below(Math.min(bytes.length + 1, 128))
    return [bytes, overwrite(bytes, random.oneIn(2) ? near : Math.max(0, bytes.length - near), random)]
  },
  insert: (bytes, random) => {
    const at = random.below(bytes.length + 1)
    const some = Uint8Array.from({ length: 1 + random.below(9) }, () => random.below(256))
    return [joined(bytes.subarray(0, at), some, bytes.subarray(at)), `${some.length} at ${at}`]
  },
  remove: (bytes, random) => {
    const [from, to] = stretch(bytes, random)
    return [joined(bytes.subarray(0, from), bytes.subarray(to)), `${from} to ${to}`]
  },
  repeat: (bytes, random) => {
    const [from, to] = stretch(bytes, random)
    return [joined(bytes.subarray(0, to), bytes.subarray(from)), `${from} to ${to}`]
  },
  move: (bytes, random) => {
    const [from, to] = stretch(bytes, random)
    const rest = joined(bytes.subarray(0, from), bytes.subarray(to))
    const at = random.below(rest.length + 1)
    return [
      joined(rest.subarray(0, at), bytes.subarray(from, to), rest.subarray(at)),
      `${from} to ${to} moves to ${at}`,
    ]
  },
}

/** Damages a copy of a file's bytes in one to three ways, without knowledge of its format. */
export function mutateBytes(file: Uint8Array, random: Random): Mutated & { readonly bytes: Bytes } {
  const names = Object.keys(changes)
  const kinds = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => random.pick(names))
  let bytes = Uint8Array.from(file)
  const notes = kinds.map((kind) => {
    const [changed, note] = (changes[kind] as Change)(bytes, random)
    bytes = changed
    return `${kind}: ${note}`
  })
  return { kinds, notes, bytes }
}
