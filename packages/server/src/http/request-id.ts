import { type RandomBytes, randomBase62 } from '@riftline/base/node'

const digitsPerId = 20
const idsPerDraw = 400

/** `req_` + 20 base62 characters, never the caller's own; from few large draws, since each draw costs as much as an id. */
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
