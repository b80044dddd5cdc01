import { randomBytes } from 'node:crypto'

/** Source of random bytes: `node:crypto` in production, a seeded source in tests. */
export type RandomBytes = (size: number) => Uint8Array

/** Size of one draw in bytes; a draw costs as much as a dozen ids. */
const poolBytes = 8192
let pool = new Uint8Array(0)
let used = 0

/** Random bytes of `node:crypto`; no byte is returned twice. */
export const systemRandomBytes: RandomBytes = (size) => {
  if (size > poolBytes) return randomBytes(size)
  if (used + size > pool.length) {
    pool = randomBytes(poolBytes)
    used = 0
  }
  used += size
  return pool.subarray(used - size, used)
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const digitCodes = Buffer.from(digits)

/** Draws equally likely base62 characters. Bytes from 248 (4 × 62) up are discarded, because folding them would favour some. */
export function randomBase62(length: number, randomBytes: RandomBytes): string {
  const text = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    for (const byte of randomBytes(length + 8)) {
      if (byte >= 248 || filled === length) continue
      text[filled] = digitCodes[byte % 62] ?? 0
      filled += 1
    }
  }
  return text.toString('latin1')
}

/** Writes a non-negative integer in base62, padded to a fixed width. @example toBase62(62, 3) // => '010' */
export function toBase62(value: number, width: number): string {
  let text = ''
  for (let rest = value; text.length < width; rest = Math.floor(rest / 62)) text = `${digits[rest % 62]}${text}`
  return text
}
