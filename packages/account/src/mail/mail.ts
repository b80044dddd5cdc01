import { type RandomBytes, randomBase62 } from '@riftline/base/node'
import * as z from 'zod'
import { storedText } from '../storage/document.ts'

/** One mail, as it waits in the queue and as an outbox file has it (with `atUtc`). Plain ASCII. */
export interface Mail {
  /** Sorts by time: `<milliseconds, 13 digits>-<12 base62 digits>`. */
  readonly id: string
  readonly atUtc: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The link in the text, alone on its line there; null where the mail has none. */
  readonly link: string | null
}

/** Mails that were promised and not yet handed on. Durable once `add` resolves. */
export interface MailQueue {
  add(mail: Mail): Promise<void>
  /** Newest first. */
  list(): Promise<readonly Mail[]>
  remove(id: string): Promise<void>
  /** Removes every mail to an address (compared as `comparedEmail`): a person's who is deleted or has another by now. */
  removeTo(email: string): Promise<void>
}

/** The name of a mail, and of its file. */
export const mailId: RegExp = /^\d{13}-[0-9A-Za-z]{12}$/

/** Sorts by time. */
export function newMailId(now: number, randomBytes: RandomBytes): string {
  return `${String(now).padStart(13, '0')}-${randomBase62(12, randomBytes)}`
}

const text = z.string().regex(storedText)

const fields = { atUtc: text, to: text.min(1), subject: text, text, link: text.nullable() }

/** Content of an outbox file, whose name is the id. */
export const mailFileSchema: z.ZodType<Omit<Mail, 'id'>> = z.strictObject(fields)
export const mailSchema: z.ZodType<Mail> = z.strictObject({ id: z.string().regex(mailId), ...fields })
