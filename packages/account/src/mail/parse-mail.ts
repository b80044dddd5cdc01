import * as z from 'zod'
import { storedText } from '../storage/document.ts'
import type { Mail } from './mail.ts'
import { mailId } from './mail-id.ts'

const text = z.string().regex(storedText)

const fields = { atUtc: text, to: text.min(1), subject: text, text, link: text.nullable() }

/** What an outbox file has: its name is the id. */
export const mailFileSchema: z.ZodType<Omit<Mail, 'id'>> = z.strictObject(fields)
export const mailSchema: z.ZodType<Mail> = z.strictObject({ id: z.string().regex(mailId), ...fields })
