import { requireOptions } from '@riftline/base'
import { type Log, type RandomBytes, systemRandomBytes, systemTimers, type Timers } from '@riftline/base/node'
import type { Database } from '@riftline/ledger/postgres'
import { createPostgresMailQueue, type MailQueue } from '../../mail/mail-queue.ts'
import { expiredKeptMs, type Payment, paymentSchema } from '../../payments/payment.ts'
import { secretBytes } from '../live-people.ts'
import { inOrder, type PendingSignUp, type PeopleStore, pendingSchema } from '../person.ts'
import { mostWrongPasswords } from '../person-rules.ts'
import { peopleTables } from './schema.ts'
import { createDocumentTable, createPeopleTable } from './tables.ts'

/** Database and dependencies. */
export interface PostgresPeopleOptions {
  readonly databaseUrl: string
  readonly log: Log
  readonly randomBytes?: RandomBytes
  readonly timers?: Timers
  /** Queue of mails; by default the table `mail`. Without SMTP it is `createFileMailQueue`. */
  readonly mails?: MailQueue
}

/**
 * Opens people in PostgreSQL, beside the ledger's tables, for several processes on one database. Loads `pg` when called.
 * @throws RiftlineError `database_unreachable`, `database_unsuitable`
 */
export async function openPostgresPeopleStore(options: PostgresPeopleOptions): Promise<PeopleStore> {
  requireOptions(options, ['databaseUrl', 'log', 'randomBytes', 'timers', 'mails'])
  const { databaseUrl, log, randomBytes = systemRandomBytes, timers = systemTimers } = options
  const { openDatabase, prepareDatabase, prepareTables } = await import('@riftline/ledger/postgres')
  await prepareDatabase(databaseUrl)
  const database = openDatabase({ databaseUrl, log, timers, connections: { write: 4, read: 3 } })
  try {
    await prepareTables(database, peopleTables)
    await database.slow(compareEmails)
  } catch (error) {
    await database.close()
    throw error
  }
  return createStore(database, randomBytes, options.mails ?? createPostgresMailQueue(database))
}

function createStore(database: Database, randomBytes: RandomBytes, mails: MailQueue): PeopleStore {
  const { sweep: sweepPeople, ...people } = createPeopleTable(database)
  const pending = createDocumentTable<PendingSignUp>({
    ...{ database, table: 'pending', key: 'hash', schema: pendingSchema, keyOf: ({ hash }) => hash },
    columns: ({ emailKey, expiresAt }) => ({ email_key: emailKey, expires_at: expiresAt }),
  })
  const payments = createDocumentTable<Payment>({
    ...{ database, table: 'payment', key: 'id', schema: paymentSchema, keyOf: ({ id }) => id },
    columns: ({ accountId, createdAt }) => ({ account_id: accountId, created_at: createdAt }),
  })
  return {
    ...people,

    addPending: pending.add,
    pending: pending.get,
    changePending: pending.change,
    removePending: (hash) => pending.remove('hash = $1', [hash]),
    removePendingOf: (emailKey) => pending.remove('email_key = $1', [emailKey]),

    async addPayment(payment) {
      await payments.add(payment)
      return (await payments.get(payment.id)) ?? payment
    },
    payment: payments.get,
    changePayment: payments.change,
    payments: async (accountId) =>
      inOrder(await (accountId === undefined ? payments.all() : payments.list('account_id = $1', [accountId]))),
    paymentPage: (accountId, { skip, limit }) => payments.list(pageOfAccount, [accountId, skip, limit]),

    async forget(addressHash, until) {
      await database.write(
        `INSERT INTO forgotten (address_hash, until) VALUES ($1, $2)
         ON CONFLICT (address_hash) DO UPDATE SET until = greatest(forgotten.until, excluded.until)`,
        [addressHash, until],
      )
    },
    async forgottenUntil(addressHash) {
      const sql = 'SELECT until FROM forgotten WHERE address_hash = $1'
      return (await database.read<{ until: number }>(sql, [addressHash]))[0]?.until ?? null
    },
    async secret() {
      const made = Buffer.from(randomBytes(secretBytes))
      await database.write('INSERT INTO people_secret (bytes) VALUES ($1) ON CONFLICT DO NOTHING', [made])
      const [row] = await database.read<{ bytes: Uint8Array }>('SELECT bytes FROM people_secret')
      return row?.bytes ?? made
    },

    mails,
    async sweep(now) {
      const isOver = `expires_at <= $1 OR (document->>'wrongPasswords')::integer >= $2`
      await pending.remove(isOver, [now, mostWrongPasswords])
      const isForgotten = `document->>'status' = 'expired' AND (document->>'updatedAt')::bigint <= $1`
      await payments.remove(isForgotten, [now - expiredKeptMs])
      await sweepPeople(now)
      await database.write('DELETE FROM forgotten WHERE until <= $1', [now])
    },
    close: () => database.close(),
  }
}

const pageOfAccount = 'account_id = $1 ORDER BY created_at DESC, id COLLATE "C" DESC OFFSET $2 LIMIT $3'

/** Does in SQL what `withComparedEmails` does: the oldest of several people with one mailbox gets its key. Repeating changes nothing. */
const compareEmails = `
UPDATE person p SET email_key = one.key, version = version + 1
  FROM (SELECT id, key, row_number() OVER (PARTITION BY key ORDER BY created_at, id COLLATE "C") AS place
          FROM (SELECT id, created_at, replace(split_part(email_key, '@', 1), '.', '') || '@gmail.com' AS key FROM person
                 WHERE email_key ~ '@(gmail|googlemail)[.]com$') every) one
 WHERE p.id = one.id AND one.place = 1 AND p.email_key <> one.key
   AND NOT EXISTS (SELECT FROM person other WHERE other.email_key = one.key)`
