import { requireOptions } from '@riftline/base'
import {
  type Fs,
  type Log,
  nodeFs,
  type RandomBytes,
  replaceFile,
  silentLog,
  systemRandomBytes,
} from '@riftline/base/node'
import type { MailQueue } from '../mail/mail.ts'
import { createFileMailQueue } from '../mail/mail-queues.ts'
import { unusable } from '../storage/document.ts'
import { createJsonFiles, kept, removeUnfinished, toBytes } from '../storage/json-files.ts'
import { withComparedEmails } from './find-by-email.ts'
import { createLivePeople, type StoredPeople } from './live-people.ts'
import { forgottenFile, type PeopleFolder, peopleFolder, readPeopleFolder, secretFile } from './people-folder.ts'
import type { PeopleStore } from './people-store.ts'
import { createPersonIndex } from './person-index.ts'

/** Where people are kept as files. What is injected defaults to the real thing, the log to silence. */
export interface FilePeopleOptions {
  /** Its folder `account` is the store's own. */
  readonly dataFolder: string
  readonly fs?: Fs
  readonly randomBytes?: RandomBytes
  readonly log?: Log
  /** Default: files in the outbox. */
  readonly mails?: MailQueue
}

/**
 * People in `DATA_DIR/account`, read once and then in memory; a change is one file replaced. For the process that holds the
 * ledger's lock: it removes what a killed one left unfinished.
 *
 * @throws RiftlineError `people_unusable` with the path of a file that cannot be read as what its name says
 */
export async function openFilePeopleStore(options: FilePeopleOptions): Promise<PeopleStore> {
  requireOptions(options, ['dataFolder', 'fs', 'randomBytes', 'log', 'mails'])
  const { dataFolder, fs = nodeFs, randomBytes = systemRandomBytes, log = silentLog } = options
  const folder = peopleFolder(dataFolder)
  const { mails = createFileMailQueue(folder.outbox, fs) } = options
  await makeFolders(fs, dataFolder, folder)
  const unfinished = await removeAllUnfinished(fs, folder)
  if (unfinished > 0) log({ level: 'info', event: 'people_unfinished_removed', files: unfinished })
  const found = await readPeopleFolder(fs, folder)
  const read = { ...found, people: withComparedEmails(found.people) }
  refuseDoubles(folder, read)

  const replace = (name: string, bytes: Uint8Array): Promise<void> =>
    kept(() => replaceFile(fs, folder.root, name, bytes))
  const storage = {
    people: createJsonFiles(fs, folder.people),
    pending: createJsonFiles(fs, folder.pending),
    payments: createJsonFiles(fs, folder.payments),
    forgotten: (all: ReadonlyMap<string, number>) => replace(forgottenFile, toBytes(Object.fromEntries(all))),
    secret: (secret: Uint8Array) => replace(secretFile, Buffer.from(`${Buffer.from(secret).toString('hex')}\n`)),
  }
  return createLivePeople(read, storage, mails, randomBytes)
}

async function makeFolders(fs: Fs, dataFolder: string, { root, ...inner }: PeopleFolder): Promise<void> {
  for (const path of Object.values(inner)) await fs.makeFolder(path)
  for (const path of [root, dataFolder]) await fs.syncFolder(path)
}

async function removeAllUnfinished(fs: Fs, folder: PeopleFolder): Promise<number> {
  let removed = 0
  for (const path of Object.values(folder)) removed += await removeUnfinished(fs, path)
  return removed
}

/** No change makes two people with one address or account: somebody copied a file. */
function refuseDoubles(folder: PeopleFolder, { people }: StoredPeople): void {
  const index = createPersonIndex()
  for (const person of people) {
    if (!index.accepts(person))
      throw unusable(`${folder.people}/${person.id}.json`, 'another person has this e-mail or account')
    index.replace(null, person)
  }
}
