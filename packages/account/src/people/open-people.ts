import type { Fs, Log, RandomBytes, Timers } from '@riftline/base/node'
import { createFileMailQueue } from '../mail/mail-queues.ts'
import { removeUnfinished } from '../storage/json-files.ts'
import { peopleFolder } from './people-folder.ts'
import type { PeopleStore } from './people-store.ts'

export interface OpenPeopleOptions {
  readonly dataFolder: string
  /** Null: people are kept in files. */
  readonly databaseUrl: string | null
  /** Whether mails leave by SMTP; else they stay files, with either store. */
  readonly sendsMail: boolean
  readonly fs: Fs
  readonly randomBytes: RandomBytes
  readonly timers: Timers
  readonly log: Log
}

/** The store that goes with the ledger's. For the process that holds the ledger. */
export async function openPeople(options: OpenPeopleOptions): Promise<PeopleStore> {
  const { dataFolder, databaseUrl, sendsMail, fs, randomBytes, timers, log } = options
  if (databaseUrl === null) {
    const { openFilePeopleStore } = await import('./file-people-store.ts')
    return openFilePeopleStore({ dataFolder, fs, randomBytes, log })
  }
  const { openPostgresPeopleStore } = await import('./postgres/postgres-people-store.ts')
  const shared = { databaseUrl, randomBytes, timers, log }
  if (sendsMail) return openPostgresPeopleStore(shared)
  const { outbox } = peopleFolder(dataFolder)
  await removeUnfinished(fs, outbox)
  return openPostgresPeopleStore({ ...shared, mails: createFileMailQueue(outbox, fs) })
}
