import { type RandomBytes, randomBase62 } from '../auth/base62.ts'

/** `req_` + 20 base62 characters. Always ours: one sent by the caller is ignored. */
export function createRequestId(randomBytes: RandomBytes): string {
  return `req_${randomBase62(20, randomBytes)}`
}

const poolSize = 8192

/** Random bytes in small pieces, drawn from the source in large ones: a draw costs as much as a request id otherwise. */
export function poolRandomBytes(randomBytes: RandomBytes): RandomBytes {
  let pool = new Uint8Array()
  let used = 0
  return (size) => {
    if (size > poolSize) return randomBytes(size)
    if (used + size > pool.length) {
      pool = Uint8Array.from(randomBytes(poolSize))
      used = 0
    }
    used += size
    return pool.subarray(used - size, used)
  }
}
