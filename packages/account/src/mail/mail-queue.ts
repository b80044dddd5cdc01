import { dirname } from 'node:path'
import { type Fs, type RandomBytes, randomBase62 } from '@riftline/base/node'
import type { Database } from '@riftline/ledger/postgres'
import * as z from 'zod'
import { checkRead, checkWritten, createJsonFiles, kept, readJsonFiles, storedText } from '../storage/json-files.ts'
import { comparedEmail } from './email.ts'

const text = z.string().regex(storedText)

export const mailId: RegExp = /^\d{13}-[0-9A-Za-z]{12}$/

/** Content of an outbox file; the file name is the mail's id. */
const mailFileSchema = z.strictObject({
  atUtc: text,
  to: text.min(1),
  subject: text,
  text,
  /** Link in the text, alone on its line; null for a mail without one. */
  link: text.nullable(),
})

const mailSchema = z.strictObject({
  /** Id that sorts by time: `<milliseconds, 13 digits>-<12 base62 digits>`. */
  id: z.string().regex(mailId),
  ...mailFileSchema.shape,
})

/** Mail in the queue; an outbox file has the same fields, with `atUtc`. Plain ASCII. */
export type Mail = Readonly<z.infer<typeof mailSchema>>

/** Queue of mails that were promised but not yet sent. A mail is durable once `add` resolves. */
export interface MailQueue {
  add(mail: Mail): Promise<void>
  /** Lists the mails, newest first. */
  list(): Promise<readonly Mail[]>
  remove(id: string): Promise<void>
  /** Removes every mail to an address (compared as `comparedEmail`), for a person who was deleted or changed the address. */
  removeTo(email: string): Promise<void>
}

export function newMailId(now: number, randomBytes: RandomBytes): string {
  return `${String(now).padStart(13, '0')}-${randomBase62(12, randomBytes)}`
}

/** Stores mails as files `<id>.json` in a folder created with the first one. An operator may remove a mail by removing its file. */
export function createFileMailQueue(folder: string, fs: Fs): MailQueue {
  const files = createJsonFiles(fs, folder)
  let isMade = false

  async function makeFolder(): Promise<void> {
    if (isMade) return
    await kept(async () => {
      await fs.makeFolder(folder)
      // Syncs the entries of the folder and of `account`, which may both be new.
      for (const above of [dirname(folder), dirname(dirname(folder))]) await fs.syncFolder(above)
    })
    isMade = true
  }

  const list = (): Promise<readonly Mail[]> => readMails(fs, folder)
  return {
    async add(mail) {
      checkWritten(mailSchema, 'mail', mail)
      await makeFolder()
      const { id, ...rest } = mail
      await files.save(id, rest)
    },
    list,
    async remove(id) {
      if (mailId.test(id)) await files.drop([id])
    },
    async removeTo(email) {
      const mails = sentTo(email, await list())
      if (mails.length > 0) await files.drop(mails.map(({ id }) => id))
    },
  }
}

/** Reads the mails of a folder, newest first. @throws RiftlineError `people_unusable` */
export async function readMails(fs: Fs, folder: string): Promise<readonly Mail[]> {
  const files = await readJsonFiles(fs, folder, mailId, mailFileSchema)
  return newestFirst(files.map(([id, mail]) => ({ id, ...mail })))
}

export function createMemoryMailQueue(): MailQueue {
  const mails = new Map<string, Mail>()
  return {
    async add(mail) {
      checkWritten(mailSchema, 'mail', mail)
      mails.set(mail.id, mail)
    },
    list: async () => newestFirst([...mails.values()]),
    async remove(id) {
      mails.delete(id)
    },
    async removeTo(email) {
      for (const { id } of sentTo(email, mails.values())) mails.delete(id)
    },
  }
}

function newestFirst(mails: readonly Mail[]): readonly Mail[] {
  return mails.toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

function sentTo(email: string, mails: Iterable<Mail>): readonly Mail[] {
  const key = comparedEmail(email)
  return [...mails].filter(({ to }) => comparedEmail(to) === key)
}

/** Stores mails in the table `mail`, shared by every process on the database. */
export function createPostgresMailQueue(database: Database): MailQueue {
  return {
    async add(mail) {
      checkWritten(mailSchema, 'mail', mail)
      await database.write('INSERT INTO mail (id, email_key, document) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
        mail.id,
        comparedEmail(mail.to),
        JSON.stringify(mail),
      ])
    },
    async list() {
      const rows = await database.slow<{ document: unknown }>('SELECT document FROM mail')
      return newestFirst(rows.map(({ document }) => checkRead(mailSchema, 'table mail', document)))
    },
    async remove(id) {
      await database.write('DELETE FROM mail WHERE id = $1', [id])
    },
    async removeTo(email) {
      await database.write('DELETE FROM mail WHERE email_key = $1', [comparedEmail(email)])
    },
  }
}
