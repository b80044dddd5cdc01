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
import * as z from 'zod'
import { createFileMailQueue, type MailQueue, readMails } from '../mail/mail-queue.ts'
import { paymentId, paymentSchema } from '../payments/payment.ts'
import {
  createJsonFiles,
  kept,
  parseStored,
  readIfThere,
  readJsonFiles,
  removeUnfinished,
  sha256Hex,
  toBytes,
  unusable,
} from '../storage/json-files.ts'
import { createLivePeople, type StoredPeople, secretBytes } from './live-people.ts'
import { inOrder, type PeopleStore, pendingSchema, personId, personSchema, withComparedEmails } from './person.ts'

/** Data folder and dependencies; by default the real disk and random source, and no log. */
export interface FilePeopleOptions {
  /** Data folder; its subfolder `account` belongs to the store. */
  readonly dataFolder: string
  readonly fs?: Fs
  readonly randomBytes?: RandomBytes
  readonly log?: Log
}

/**
 * Opens people in `DATA_DIR/account`. Reads once; each change replaces one file. Removes unfinished files: needs the ledger's lock.
 * @throws RiftlineError `people_unusable` with the path of an unreadable file
 */
export async function openFilePeopleStore(options: FilePeopleOptions): Promise<PeopleStore> {
  requireOptions(options, ['dataFolder', 'fs', 'randomBytes', 'log'])
  const { dataFolder, fs = nodeFs, randomBytes = systemRandomBytes, log = silentLog } = options
  const folder = peopleFolder(dataFolder)
  const { root, ...inner } = folder
  for (const path of Object.values(inner)) await fs.makeFolder(path)
  for (const path of [root, dataFolder]) await fs.syncFolder(path)
  let unfinished = 0
  for (const path of Object.values(folder)) unfinished += await removeUnfinished(fs, path)
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
  return createLivePeople(read, storage, createFileMailQueue(folder.outbox, fs), randomBytes)
}

/** Refuses two people with one address or account. No change makes them, so a file was copied. */
function refuseDoubles(folder: PeopleFolder, { people }: StoredPeople): void {
  const taken = new Set<string>()
  for (const { id, emailKey, accountId } of people) {
    for (const name of [`email ${emailKey}`, `account ${accountId}`]) {
      if (taken.has(name)) throw unusable(`${folder.people}/${id}.json`, 'another person has this e-mail or account')
      taken.add(name)
    }
  }
}

const forgottenFile = 'forgotten.json'
const secretFile = 'secret'

type PeopleFolder = ReturnType<typeof peopleFolder>

export function peopleFolder(dataFolder: string) {
  const root = `${dataFolder}/account`
  const inner = { people: `${root}/people`, pending: `${root}/pending`, payments: `${root}/payments` }
  return { root, ...inner, outbox: `${root}/outbox` }
}

const forgottenSchema: z.ZodType<Readonly<Record<string, number>>> = z.record(z.string().regex(sha256Hex), z.int())

/** Reads everything but the mails. @throws RiftlineError `people_unusable` with the path of the file */
async function readPeopleFolder(fs: Fs, folder: PeopleFolder): Promise<StoredPeople> {
  const forgottenPath = `${folder.root}/${forgottenFile}`
  const forgotten = (await readIfThere(fs, forgottenPath)) ?? '{}'
  return {
    people: await readNamed(fs, folder.people, personId, personSchema, ({ id }) => id),
    pending: await readNamed(fs, folder.pending, sha256Hex, pendingSchema, ({ hash }) => hash),
    payments: await readNamed(fs, folder.payments, paymentId, paymentSchema, ({ id }) => id),
    forgotten: new Map(Object.entries(parseStored(forgottenSchema, forgottenPath, forgotten))),
    secret: await readSecret(fs, `${folder.root}/${secretFile}`),
  }
}

/** Reads documents whose file names match their ids; a copied file would be a second person with the same account. */
async function readNamed<T>(
  fs: Fs,
  folder: string,
  name: RegExp,
  schema: z.ZodType<T>,
  keyOf: (document: T) => string,
): Promise<readonly T[]> {
  const files = await readJsonFiles(fs, folder, name, schema)
  return files.map(([name, document]) => {
    if (keyOf(document) !== name) throw unusable(`${folder}/${name}.json`, 'holds the document of another name')
    return document
  })
}

async function readSecret(fs: Fs, path: string): Promise<Uint8Array | null> {
  const text = await readIfThere(fs, path)
  if (text === null) return null
  const hex = text.trim()
  if (!new RegExp(`^[0-9a-f]{${2 * secretBytes}}$`).test(hex))
    throw unusable(path, `expected ${secretBytes} bytes in hex`)
  return Buffer.from(hex, 'hex')
}

/** Snapshot of the folder's content. */
export interface PeopleView extends Pick<PeopleStore, 'people' | 'payments'> {
  readonly mails: Pick<MailQueue, 'list'>
}

/**
 * Reads `DATA_DIR/account` beside a running server, without a lock. Documents that change during the read may be of different ages.
 * @throws RiftlineError `people_unusable` with the path of an unreadable file
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
