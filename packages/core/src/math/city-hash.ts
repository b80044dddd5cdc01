/**
 * CityHash64 of a text's UTF-8 bytes, version 1.0, by which CatBoost knows categories; most packages have 1.1, whose hashes differ. Of the
 * 64 bits the low 32, as a signed integer. Some microseconds a text.
 *
 * Source: Pike and Alakuijala, https://github.com/google/cityhash/blob/1.0.2/src/city.cc
 *
 * @example cityHash32('a') // => -805065478
 */
export function cityHash32(text: string): number {
  const bytes = new TextEncoder().encode(text)
  return Number(BigInt.asIntN(32, cityHash64(bytes)))
}

const k0 = 0xc3a5c85c97cb3127n
const k1 = 0xb492b66fbe98f273n
const k2 = 0x9ae16a3b2f90404fn
const k3 = 0xc949d7c7509e6557n
const mixer = 0x9ddfea08eb382d69n

/** Hash by the length: sums and products are cut to 64 bits where bits above them would come down, before a shift. */
function cityHash64(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const word = (at: number) => view.getBigUint64(at < 0 ? bytes.length + at : at, true)
  if (bytes.length > 64) return ofLong(word, bytes.length)
  if (bytes.length > 32) return of33to64(word, BigInt(bytes.length))
  if (bytes.length > 16) return of17to32(word, BigInt(bytes.length))
  return of0to16(bytes, view, word)
}

/** Reads eight bytes; a negative place counts from the end. */
type Words = (at: number) => bigint

function of0to16(bytes: Uint8Array, view: DataView, word: Words): bigint {
  const { length } = bytes
  const size = BigInt(length)
  if (length > 8) return join(word(0), rotate(word(-8) + size, size)) ^ word(-8)
  if (length >= 4) {
    const [first, last] = [view.getUint32(0, true), view.getUint32(length - 4, true)]
    return join(size + (BigInt(first) << 3n), BigInt(last))
  }
  if (length === 0) return k2
  const y = bytes[0]! + bytes[length >> 1]! * 256
  const z = length + bytes[length - 1]! * 4
  return cut(mix((BigInt(y) * k2) ^ (BigInt(z) * k3)) * k2)
}

function of17to32(word: Words, size: bigint): bigint {
  const a = word(0) * k1
  const b = word(8)
  const c = word(-8) * k2
  const d = word(-16) * k0
  return join(rotate(a - b, 43n) + rotate(c, 30n) + d, a + rotate(b ^ k3, 20n) - c + size)
}

function of33to64(word: Words, size: bigint): bigint {
  const [vFirst, vSecond] = ofHalf(word(0) + (size + word(-16)) * k0, word(8), word(16), word(24))
  const [wFirst, wSecond] = ofHalf(word(16) + word(-32), word(-24), word(-16), word(-8))
  const r = mix((vFirst + wSecond) * k2 + (wFirst + vSecond) * k0)
  return cut(mix(r * k0 + vSecond) * k2)
}

function ofHalf(start: bigint, second: bigint, third: bigint, z: bigint): [bigint, bigint] {
  const middle = start + second
  const end = middle + third
  return [end + z, rotate(start + z, 52n) + rotate(end, 31n) + rotate(start, 37n) + rotate(middle, 7n)]
}

function ofLong(word: Words, length: number): bigint {
  let x = word(0)
  let y = word(-16) ^ k1
  let z = word(-56) ^ k0
  let v = weak(word, length - 64, BigInt(length), y)
  let w = weak(word, length - 32, BigInt(length) * k1, k0)
  z += mix(v[1]) * k1
  x = rotate(z + x, 39n) * k1
  y = rotate(y, 33n) * k1
  for (let at = 0; at + 64 < length; at += 64) {
    x = (rotate(x + y + v[0] + word(at + 16), 37n) * k1) ^ w[1]
    y = (rotate(y + v[1] + word(at + 48), 42n) * k1) ^ v[0]
    z = rotate(z ^ w[0], 33n)
    v = weak(word, at, v[1] * k1, x + w[0])
    w = weak(word, at + 32, z + w[1], y)
    ;[z, x] = [cut(x), z]
    y = cut(y)
  }
  return join(join(v[0], w[0]) + mix(y) * k1 + z, join(v[1], w[1]) + x)
}

/** Hash of 32 bytes and two numbers. */
function weak(word: Words, at: number, first: bigint, second: bigint): [bigint, bigint] {
  const start = first + word(at)
  const end = start + word(at + 8) + word(at + 16)
  return [cut(end + word(at + 24)), cut(rotate(second + start + word(at + 24), 21n) + rotate(end, 44n) + start)]
}

function join(low: bigint, high: bigint): bigint {
  const a = mix(cut(low ^ high) * mixer)
  return cut(mix(cut(high ^ a) * mixer) * mixer)
}

function mix(value: bigint): bigint {
  const bits = cut(value)
  return bits ^ (bits >> 47n)
}

function rotate(value: bigint, right: bigint): bigint {
  const bits = cut(value)
  return cut((bits >> right) | (bits << (64n - right)))
}

function cut(value: bigint): bigint {
  return BigInt.asUintN(64, value)
}
