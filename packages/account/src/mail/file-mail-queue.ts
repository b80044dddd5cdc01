import { dirname } from 'node:path'
import type { Fs } from '@riftline/base/node'
import { checkWritten } from '../storage/document.ts'
import { createJsonFiles, kept, readJsonFiles } from '../storage/json-files.ts'
import type { Mail, MailQueue } from './mail.ts'
import { mailId } from './mail-id.ts'
import { newestFirst, sentTo } from './memory-mail-queue.ts'
import { mailFileSchema, mailSchema } from './parse-mail.ts'

/**
 * A file a mail, `<id>.json`, in a folder that is made with the first. The folder is the queue: who removes a file by hand has
 * removed the mail.
 *
 * @param folder `DATA_DIR/account/outbox`
 */
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
