import { nullFor, requireOptions } from '@riftline/base'
import type { Clock, Fs, Log, RandomBytes, Timers } from '@riftline/base/node'
import type { CreditStore } from '@riftline/ledger'
import { createPeopleAdministration, type PeopleAdministration } from './actions/people-administration.ts'
import { paymentMails } from './actions/watch-accounts.ts'
import type { AccountConfig, AccountFiles } from './config.ts'
import { createFileMailQueue } from './mail/mail-queue.ts'
import { createMailer, type Transport } from './mail/mailer.ts'
import type { PaymentProvider } from './payments/payment-provider.ts'
import { createPayments } from './payments/payments.ts'
import { peopleFolder } from './people/file-people-store.ts'
import type { PeopleStore } from './people/person.ts'
import { removeUnfinished } from './storage/json-files.ts'
import { originOf } from './urls.ts'

/** Options to open people, mail and payments. The ledger is already open and is not closed here. */
export interface PartsOptions extends Omit<OpenPeopleOptions, 'sendsMail'> {
  readonly config: AccountConfig
  readonly files: AccountFiles
  /** Origin of every link; paths are appended to it. */
  readonly origin: string
  readonly ledger: CreditStore
  readonly clock: Clock
}

export const partsOptions: readonly string[] = [
  ...['config', 'files', 'origin', 'ledger', 'clock'],
  ...['dataFolder', 'databaseUrl', 'fs', 'randomBytes', 'timers', 'log'],
]

/** Opens people, mail and payments. @param sends whether this process sends mails; else they wait for a server */
export async function openParts(options: PartsOptions, sends: boolean) {
  const { config, files, databaseUrl } = options
  const origin = originOf(options.origin)
  const transport = sends ? await openTransport(config) : null
  const people = await openPeople({ ...options, sendsMail: config.smtpUrl !== null })
  const mailer = createMailer({ ...options, queue: people.mails, transport, isShared: databaseUrl !== null })
  const provider = await openProvider({ ...options, origin }, people)
  const notify = paymentMails({ ...options, origin, people, mailer })
  const isUsable = usableAccounts(people, options.ledger)
  const payments = createPayments({ ...options, provider, plans: files.plans, store: people, notify, isUsable })
  return { origin, people, mailer, payments }
}

/** Returns null without an SMTP URL: mails stay files. */
async function openTransport({ smtpUrl, mailFrom }: AccountConfig): Promise<Transport | null> {
  if (smtpUrl === null) return null
  const { createSmtpTransport } = await import('./mail/smtp-transport.ts')
  return createSmtpTransport(smtpUrl, mailFrom)
}

/** Returns null when nothing is sold. */
async function openProvider(options: PartsOptions, store: PeopleStore): Promise<PaymentProvider | null> {
  const { config, clock, timers, origin } = options
  if (config.payments === 'test') {
    const { createTestProvider } = await import('./payments/test-provider.ts')
    return createTestProvider({ store, clock, accountUrl: origin })
  }
  if (config.stripe === null) return null
  const { createStripeProvider } = await import('./payments/stripe-provider.ts')
  return createStripeProvider({ ...config.stripe, accountUrl: origin, clock, timers })
}

/** Makes the test of whether an account's credits are usable: it has a person who is not being deleted, and no ban. */
export function usableAccounts(people: Pick<PeopleStore, 'findPerson'>, ledger: Pick<CreditStore, 'banOf'>) {
  return async (accountId: string) => {
    const person = await people.findPerson({ accountId })
    if (person === null || person.status === 'deleting') return false
    const isFree = ledger.banOf(accountId).then((ban) => ban === null)
    return (await nullFor(isFree, 'account_not_found')) ?? false
  }
}

export interface OpenPeopleAdministration {
  readonly administration: PeopleAdministration
  close(): Promise<void>
}

/**
 * Opens the administration of people for an operator, without pages, in the process that holds the ledger. The next server sends its mails.
 * @throws RiftlineError `people_unusable`, `database_unreachable`
 */
export async function openPeopleAdministration(options: PartsOptions): Promise<OpenPeopleAdministration> {
  requireOptions(options, partsOptions)
  const parts = await openParts(options, false)
  return {
    administration: createPeopleAdministration({ ...options, ...parts }),
    close: () => parts.people.close(),
  }
}

interface OpenPeopleOptions {
  readonly dataFolder: string
  /** Database URL; null keeps people in files. */
  readonly databaseUrl: string | null
  /** Whether mails are sent by SMTP; if not, they stay files with either store. */
  readonly sendsMail: boolean
  readonly fs: Fs
  readonly randomBytes: RandomBytes
  readonly timers: Timers
  readonly log: Log
}

/** Opens the people store that matches the ledger's store. Only for the process that holds the ledger. */
export async function openPeople(options: OpenPeopleOptions): Promise<PeopleStore> {
  const { dataFolder, databaseUrl, sendsMail, fs, randomBytes, timers, log } = options
  if (databaseUrl === null) {
    const { openFilePeopleStore } = await import('./people/file-people-store.ts')
    return openFilePeopleStore({ dataFolder, fs, randomBytes, log })
  }
  const { openPostgresPeopleStore } = await import('./people/postgres/postgres-people-store.ts')
  const shared = { databaseUrl, randomBytes, timers, log }
  if (sendsMail) return openPostgresPeopleStore(shared)
  const { outbox } = peopleFolder(dataFolder)
  await removeUnfinished(fs, outbox)
  return openPostgresPeopleStore({ ...shared, mails: createFileMailQueue(outbox, fs) })
}
