import { type Fs, nodeFs } from '@riftline/base/node'
import { readMails } from '../mail/file-mail-queue.ts'
import type { MailQueue } from '../mail/mail.ts'
import { inOrder } from './in-order.ts'
import { peopleFolder, readPeopleFolder } from './people-folder.ts'
import type { PeopleStore } from './people-store.ts'

/** What is in the folder at one time. */
export interface PeopleView extends Pick<PeopleStore, 'people' | 'payments'> {
  readonly mails: Pick<MailQueue, 'list'>
}

/**
 * Reads `DATA_DIR/account` beside a running server: takes no lock, writes nothing and removes nothing. Each document is whole;
 * of two that change meanwhile, one may be older. A folder that is not there has none.
 *
 * @throws RiftlineError `people_unusable` with the path of a file that cannot be read as what its name says
 */
export async function readPeople(dataFolder: string, fs: Fs = nodeFs): Promise<PeopleView> {
  const folder = peopleFolder(dataFolder)
  const { people, payments } = await readPeopleFolder(fs, folder)
  const mails = await readMails(fs, folder.outbox)
  return {
    people: async () => inOrder(people),
    payments: async (accountId) =>
      inOrder(payments.filter((payment) => accountId === undefined || payment.accountId === accountId)),
    mails: { list: async () => mails },
  }
}
