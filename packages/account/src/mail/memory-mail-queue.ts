import { checkWritten } from '../storage/document.ts'
import { comparedEmail } from './email.ts'
import type { Mail, MailQueue } from './mail.ts'
import { mailSchema } from './parse-mail.ts'

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

export function newestFirst(mails: readonly Mail[]): readonly Mail[] {
  return mails.toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

export function sentTo(email: string, mails: Iterable<Mail>): readonly Mail[] {
  const key = comparedEmail(email)
  return [...mails].filter(({ to }) => comparedEmail(to) === key)
}
