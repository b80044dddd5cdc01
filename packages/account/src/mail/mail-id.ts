import { type RandomBytes, randomBase62 } from '@riftline/base/node'

/** The name of a mail, and of its file. */
export const mailId: RegExp = /^\d{13}-[0-9A-Za-z]{12}$/

/** Sorts by time. */
export function newMailId(now: number, randomBytes: RandomBytes): string {
  return `${String(now).padStart(13, '0')}-${randomBase62(12, randomBytes)}`
}
