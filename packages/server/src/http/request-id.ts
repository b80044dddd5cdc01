import { type RandomBytes, randomBase62 } from '../auth/base62.ts'

/** `req_` + 20 base62 characters. Always ours: one sent by the caller is ignored. */
export function createRequestId(randomBytes: RandomBytes): string {
  return `req_${randomBase62(20, randomBytes)}`
}
