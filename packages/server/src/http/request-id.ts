import { type RandomBytes, randomBase62 } from '../auth/base62.ts'

const digitsPerId = 20
const idsPerDraw = 400

/** `req_` + 20 base62 characters. Always ours: one sent by the caller is ignored. */
export function createRequestId(randomBytes: RandomBytes): string {
  return `req_${randomBase62(digitsPerId, randomBytes)}`
}

/** Request ids from few large draws: a draw of its own costs as much as the rest of an id. */
export function createRequestIds(randomBytes: RandomBytes): () => string {
  let digits = Buffer.alloc(0)
  let used = 0
  return () => {
    if (used === digits.length) {
      digits = Buffer.from(randomBase62(idsPerDraw * digitsPerId, randomBytes), 'latin1')
      used = 0
    }
    used += digitsPerId
    return `req_${digits.toString('latin1', used - digitsPerId, used)}`
  }
}
