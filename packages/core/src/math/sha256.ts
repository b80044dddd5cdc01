import { power } from './log.ts'

/**
 * SHA-256 (FIPS 180-4) of bytes in hexadecimal digits. Browsers have only an asynchronous one, and no `node:crypto`.
 * @example sha256(new Uint8Array()).slice(0, 8) // => 'e3b0c442'
 */
export function sha256(bytes: Uint8Array): string {
  const blocks = Math.ceil((bytes.length + 9) / 64)
  const padded = new Uint8Array(64 * blocks)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0)
  const hash = Uint32Array.from(rootBits.slice(0, 8), ([square]) => square!)
  for (let block = 0; block < blocks; block++) addBlock(hash, view, 64 * block)
  return Array.from(hash, (word) => word.toString(16).padStart(8, '0')).join('')
}

/** First 32 bits after the point of the square root and of the cube root of the first 64 primes. */
const rootBits: readonly (readonly [square: number, cube: number])[] = firstPrimes(64).map((prime) => [
  fractionBits(Math.sqrt(prime)),
  fractionBits(power(prime, 1 / 3)),
])

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return primes
}

function fractionBits(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32)
}

function addBlock(hash: Uint32Array, view: DataView, from: number): void {
  const words = new Uint32Array(64)
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(from + 4 * i)
  for (let i = 16; i < 64; i++) {
    const [early, late] = [words[i - 15]!, words[i - 2]!]
    const s0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const s1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words[i] = words[i - 16]! + s0 + words[i - 7]! + s1
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const chosen = (e & f) ^ (~e & g)
    const first = (h + s1 + chosen + rootBits[i]![1] + words[i]!) | 0
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
    const most = (a & b) ^ (a & c) ^ (b & c)
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + s0 + most) | 0]
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] = hash[i]! + word
}

function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}
