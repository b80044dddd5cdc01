import type { Database } from '@riftline/ledger/postgres'
import { checkRead, checkWritten } from '../storage/document.ts'
import { comparedEmail } from './email.ts'
import type { MailQueue } from './mail.ts'
import { newestFirst } from './memory-mail-queue.ts'
import { mailSchema } from './parse-mail.ts'

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
