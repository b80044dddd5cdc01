import { type Fs, nodeFs } from '@riftline/base/node'
import * as z from 'zod'
import type { MailQueue } from '../mail/mail.ts'
import { readMails } from '../mail/mail-queues.ts'
import { paymentId, paymentSchema } from '../payments/payment.ts'
import { parseDocument, sha256Hex, unusable } from '../storage/document.ts'
import { readIfThere, readJsonFiles } from '../storage/json-files.ts'
import { type StoredPeople, secretBytes } from './live-people.ts'
import { pendingSchema, personId, personSchema } from './parse-person.ts'
import type { PeopleStore } from './people-store.ts'
import { inOrder } from './person.ts'

/** Where everything is in `DATA_DIR/account`. */
export interface PeopleFolder {
  readonly root: string
  readonly people: string
  readonly pending: string
  readonly payments: string
  readonly outbox: string
}

export const forgottenFile = 'forgotten.json'
export const secretFile = 'secret'

export function peopleFolder(dataFolder: string): PeopleFolder {
  const root = `${dataFolder}/account`
  return {
    root,
    people: `${root}/people`,
    pending: `${root}/pending`,
    payments: `${root}/payments`,
    outbox: `${root}/outbox`,
  }
}

const forgottenSchema: z.ZodType<Readonly<Record<string, number>>> = z.record(z.string().regex(sha256Hex), z.int())

/**
 * Everything but the mails. Writes nothing; files that others put there are let alone.
 * @throws RiftlineError `people_unusable` with the path of the file
 */
export async function readPeopleFolder(fs: Fs, folder: PeopleFolder): Promise<StoredPeople> {
  const people = await readJsonFiles(fs, folder.people, personId, personSchema)
  const pending = await readJsonFiles(fs, folder.pending, sha256Hex, pendingSchema)
  const payments = await readJsonFiles(fs, folder.payments, paymentId, paymentSchema)
  return {
    people: named(folder.people, people, ({ id }) => id),
    pending: named(folder.pending, pending, ({ hash }) => hash),
    payments: named(folder.payments, payments, ({ id }) => id),
    forgotten: await readForgotten(fs, `${folder.root}/${forgottenFile}`),
    secret: await readSecret(fs, `${folder.root}/${secretFile}`),
  }
}

/** A copy under another name would be a second person with the same account. */
function named<T>(
  folder: string,
  files: readonly (readonly [name: string, document: T])[],
  keyOf: (document: T) => string,
): readonly T[] {
  return files.map(([name, document]) => {
    if (keyOf(document) !== name) throw unusable(`${folder}/${name}.json`, 'is the document of another name')
    return document
  })
}

async function readForgotten(fs: Fs, path: string): Promise<ReadonlyMap<string, number>> {
  const text = await readIfThere(fs, path)
  return new Map(text === null ? [] : Object.entries(parseDocument(forgottenSchema, path, text)))
}

async function readSecret(fs: Fs, path: string): Promise<Uint8Array | null> {
  const text = await readIfThere(fs, path)
  if (text === null) return null
  const hex = text.trim()
  if (!new RegExp(`^[0-9a-f]{${2 * secretBytes}}$`).test(hex))
    throw unusable(path, `expected ${secretBytes} bytes in hex`)
  return Buffer.from(hex, 'hex')
}

/** Content of the folder at one time. */
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
