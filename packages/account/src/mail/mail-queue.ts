import { dirname } from 'node:path'
import { type Fs, type RandomBytes, randomBase62 } from '@riftline/base/node'
import type { Database } from '@riftline/ledger/postgres'
import * as z from 'zod'
import { checkRead, checkWritten, createJsonFiles, kept, readJsonFiles, storedText } from '../storage/json-files.ts'
import { comparedEmail } from './email.ts'

const text = z.string().regex(storedText)

export const mailId: RegExp = /^\d{13}-[0-9A-Za-z]{12}$/

/** Content of an outbox file, whose name is the id. */
const mailFileSchema = z.strictObject({
  atUtc: text,
  to: text.min(1),
  subject: text,
  text,
  /** The link in the text, alone on its line there; null where the mail has none. */
  link: text.nullable(),
})

const mailSchema = z.strictObject({
  /** Sorts by time: `<milliseconds, 13 digits>-<12 base62 digits>`. */
  id: z.string().regex(mailId),
  ...mailFileSchema.shape,
})

/** One mail, as it waits in the queue and as an outbox file has it (with `atUtc`). Plain ASCII. */
export type Mail = Readonly<z.infer<typeof mailSchema>>

/** Mails that were promised and not yet handed on. Durable once `add` resolves. */
export interface MailQueue {
  add(mail: Mail): Promise<void>
  /** Newest first. */
  list(): Promise<readonly Mail[]>
  remove(id: string): Promise<void>
  /** Removes every mail to an address (compared as `comparedEmail`): a person's who is deleted or has another by now. */
  removeTo(email: string): Promise<void>
}

export function newMailId(now: number, randomBytes: RandomBytes): string {
  return `${String(now).padStart(13, '0')}-${randomBase62(12, randomBytes)}`
}

/** Mails as files `<id>.json` in a folder that is made with the first. Removing a file by hand removes the mail. */
export function createFileMailQueue(folder: string, fs: Fs): MailQueue {
  const files = createJsonFiles(fs, folder)
  let isMade = false

  async function makeFolder(): Promise<void> {
    if (isMade) return
    await kept(async () => {
      await fs.makeFolder(folder)
      // The folder's own name, and that of `account`, which may be as new.
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

/** Newest first. @throws RiftlineError `people_unusable` */
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

/** Mails in the table `mail`, for every process on the database. */
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
