import { join } from 'node:path'
import { systemClock } from '@riftline/base/node'
import { exportLedger } from '@riftline/ledger'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Mail } from '#account/mail/mail-queue.ts'
import { openPostgresPeopleStore } from '#account/people/postgres/postgres-people-store.ts'
import { parseExport } from '#ledger/document/ledger-import.ts'
import { openDatabase } from '#ledger/postgres/database.ts'
import { createDatabaseClock } from '#ledger/postgres/database-clock.ts'
import { importIntoDatabase } from '#ledger/postgres/import-ledger.ts'
import { prepareDatabase, verifyPostgresLedger } from '#ledger/postgres/migrate.ts'
import type { PostgresStore } from '#ledger/postgres/postgres-store.ts'
import { databaseContent } from '#ledger/postgres/transaction-content.ts'
import { openPostgresRateLimiter } from '#server/limits/postgres-rate-limiter.ts'
import { aLink, anEvent, aPayment, aPerson, aSession, aSignUp, start } from '../../account/people/examples.ts'
import { createManualClock, type ManualClock } from '../../support/clock.ts'
import { databaseTests } from '../../support/postgres.ts'
import { createTestDatabase, stillTimers, type TestDatabase } from '../../support/postgres-store.ts'
import { type SqlLiteral, sourcesBelow, sqlLiterals } from '../../support/sql-literals.ts'
import { recordSql, type SqlRecorder } from '../../support/sql-recorder.ts'
import { callOf, evidence } from '../store/credit-store.fixture.ts'
import { fillLedger } from '../store/filled-ledger.ts'

const packages = 'packages'
const sources = [
  ...sourcesBelow(join(packages, 'ledger/src/postgres')),
  ...sourcesBelow(join(packages, 'account/src/people/postgres')),
  join(packages, 'account/src/mail/mail-queue.ts'),
  join(packages, 'server/src/limits/postgres-rate-limiter.ts'),
]

/** Columns that are filled only by an import, which runs after the check of the others. */
const filledLater = ['ledger_import.finished_at']

describe.skipIf(databaseTests.skip)(`the SQL of ledger, account and server${databaseTests.why}`, () => {
  let recorder: SqlRecorder
  let database: TestDatabase
  let emptyColumns: readonly string[] = []
  const clock: ManualClock = createManualClock()

  beforeAll(async () => {
    recorder = recordSql()
    database = await createTestDatabase()
    await database.query(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET track_functions = 'all'`)
    const people = await openPostgresPeopleStore({ databaseUrl: database.url, log: () => {}, timers: stillTimers })
    const limiter = await openPostgresRateLimiter({
      databaseUrl: database.url,
      limit: 5,
      log: () => {},
      timers: {
        ...stillTimers,
        every: (_, act) => {
          prune = act
          return () => {}
        },
      },
    })
    const store = await database.open({ clock })
    await fillLedger(store, clock, [], () => store.beat())
    await fillPeople(people)
    await limiter.take('aaaaaaaa')
    await store.claim({
      accountId: (await store.accounts())[0]?.id ?? '',
      path: '/v1/predict',
      key: 'runs',
      fingerprint: 'a'.repeat(64),
      requestId: 'req_runs',
    })
    emptyColumns = await columnsWithoutValue(database)

    // From here on every nullable column has a value in some row.
    const setUp = new Set(recorder.statements)
    await useLedger(store)
    await usePeople(people)
    await limiter.take('aaaaaaaa')
    prune()
    await probe()
    await store.close()
    await moveLedger()
    await people.close()
    await limiter.close()
    expect(setUp.size).toBeGreaterThan(20)
  }, 120_000)
  afterAll(() => recorder?.stop())
  let prune = (): void => {}

  it('every nullable column has a value in some row that the statements meet', () => {
    expect(emptyColumns.filter((column) => !filledLater.includes(column))).toEqual([])
  })

  it('every SQL statement in the sources was run', () => {
    const run = [...recorder.statements]
    const all = sources.flatMap(sqlLiterals)
    const missing = all.filter(({ pattern }: SqlLiteral) => !run.some((sql) => pattern.test(sql)))
    expect(missing.map(({ file, text }) => `${file.slice(packages.length + 1)}: ${text.trim().slice(0, 120)}`)).toEqual(
      [],
    )
    expect(all.length).toBeGreaterThan(80)
  })

  it('every function of the schema was called', async () => {
    // PostgreSQL reports the counts of a connection after its end.
    const neverCalled = () =>
      database.query<{ name: string }>(
        `SELECT p.proname AS name FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
          WHERE p.pronamespace = 'public'::regnamespace AND l.lanname = 'plpgsql' AND p.prorettype <> 'trigger'::regtype
            AND NOT EXISTS (SELECT FROM pg_stat_user_functions s WHERE s.funcid = p.oid AND s.calls > 0) ORDER BY 1`,
      )
    await vi.waitFor(async () => expect(await neverCalled()).toEqual([]), 10_000)
  })

  async function useLedger(store: PostgresStore): Promise<void> {
    const [one, other] = await store.accounts()
    const { id } = one!
    await store.findAccount(id)
    await store.findKeys(['0'.repeat(64)])
    await Promise.all([store.keys(id), store.keyUses(id), store.grants(id), store.banOf(other!.id), store.usage(id)])
    await store.balance(id)
    await store.usageByDay(id, '2026-11')
    await store.statement(id, '2026-11')
    const [key] = await store.keys(id)
    await store.setKey(key!.id, { monthlyLimit: 1_000_000 })
    await store.usedByKey(key!.id)
    await store.statementPage(id, { month: '2026-11', keyId: key!.id, limit: 2 })
    const page = await store.statementPage(id, { month: '2026-11', limit: 2 })
    await store.statementPage(id, { month: '2026-11', before: page.next ?? undefined, limit: 2 })
    await store.otherAccountsAt('203.0.113.0', id, 0)
    await store.firstUse(['203.0.113.0'], id)
    await store.useAddress({ accountId: id, address: '203.0.113.7', requestId: 'req_u' }, 0)
    await store.unban(id, 'operator', true)
    await store.grant(id, { kind: 'topup', ref: 'more', credits: 1000 })
    await store.grant(id, { kind: 'topup', ref: 'more', credits: 1000 })
    const held = async (): Promise<Parameters<PostgresStore['capture']>[0]> => {
      const result = await store.hold(callOf(id, 2, { keyId: key!.id }))
      if (result.kind !== 'held') throw new Error('not held')
      return result.hold
    }
    store.voidHold(await held())
    // Lost answers make the store repeat its statements.
    recorder.refuseOnce('ledger_hold(')
    await store.capture(await held())
    recorder.loseAnswerOf('ledger_capture(')
    await store.capture(await held())
    const refunded = await held()
    await store.capture(refunded)
    recorder.loseAnswerOf('ledger_refund(')
    await store.refund(refunded.requestId, 'operator')
    const claim = {
      accountId: id,
      path: '/v1/predict',
      key: 'drop',
      fingerprint: 'a'.repeat(64),
      requestId: 'req_drop',
    }
    await store.claim(claim)
    store.dropClaim(claim)
    const lost = await held()
    recorder.refuseOnce('ledger_void(')
    store.voidHold(lost)
    await store.beat()
    await store.beat()
    clock.advance(12 * 3_600_000)
    await store.grant(id, { kind: 'topup', ref: 'later', credits: 1 })
    await store.ban(id, evidence({ otherAccountId: other!.id, address: '203.0.113.7' }))
  }

  async function moveLedger(): Promise<void> {
    const lines: string[] = []
    const at = new Date(clock.now())
    for await (const line of exportLedger(databaseContent(database.url, at))) lines.push(line)
    const target = await createTestDatabase()
    await importIntoDatabase(target.url, await parseExport(lines), { clock })
    await verifyPostgresLedger(target.url)
    // The clock was ahead, and an operator accepts the present one.
    const behind = createManualClock()
    behind.advance(3_600_000)
    const turned = await createTestDatabase()
    await importIntoDatabase(turned.url, await parseExport(lines), { clock: behind, acceptClock: true })
    await (await database.open({ clock: behind, acceptClock: true })).close()
    const limits = 'DROP COLUMN monthly_limit, DROP COLUMN expires_at, DROP COLUMN scopes'
    const withoutLimits = `ALTER TABLE api_key ${limits}; DROP INDEX charge_open_key, usage_day_key;`
    await target.query(`${withoutLimits} ALTER TABLE charge DROP COLUMN calls; UPDATE ledger_schema SET version = 4`)
    await prepareDatabase(target.url)
    await target.query('INSERT INTO ledger_schema (version) VALUES (99)')
    await expect(prepareDatabase(target.url)).rejects.toMatchObject({ code: 'database_unsuitable' })
  }

  /** Runs the statements about the database itself: its clock, and whether it still commits. */
  async function probe(): Promise<void> {
    let tick = (): void => {}
    const every = (_: number, act: () => void) => {
      tick = act
      return () => {}
    }
    const probed = openDatabase({ databaseUrl: database.url, log: () => {}, timers: { ...stillTimers, every } })
    for (const _ of [1, 2, 3]) {
      tick()
      await probed.probe()
    }
    await createDatabaseClock({ clock: systemClock, log: () => {}, read: probed.read }).check()
    await probed.close()
  }
})

const aMail: Mail = {
  id: '1795262400000-aaaaaaaaaaaa',
  atUtc: '2026-11-21T12:00:00',
  to: 'anna@example.org',
  subject: 'a subject',
  text: 'a text',
  link: 'https://example.org/',
}

type People = Awaited<ReturnType<typeof openPostgresPeopleStore>>

async function fillPeople(people: People): Promise<void> {
  await people.addPerson(
    aPerson('anna', {
      sessions: [aSession('one')],
      links: [aLink('mail', { kind: 'email', email: 'new@example.org' })],
      events: [{ ...anEvent(), detail: 'pay_1' }],
    }),
  )
  await people.addPending(aSignUp('berta'))
  await people.addPayment(
    aPayment('one', { ref: 'stripe:1', session: 's', invoice: 'i', subscription: 'u', customer: 'c', charge: 'h' }),
  )
  await people.forget('f'.repeat(64), start + 1)
  await people.secret()
  await people.mails.add(aMail)
}

async function usePeople(people: People): Promise<void> {
  const person = (await people.findPerson({ emailKey: 'anna@example.org' }))!
  await people.findPerson({ accountId: person.accountId })
  await people.findPerson({ sessionHash: person.sessions[0]!.hash })
  await people.findPerson({ linkHash: person.links[0]!.hash })
  await people.person(person.id)
  await people.people()
  await people.changePerson(person.id, (latest) => ({
    ...latest,
    alertBelow: 3,
    events: [...latest.events, anEvent()],
  }))
  const signUp = aSignUp('berta')
  await people.pending(signUp.hash)
  await people.changePending(signUp.hash, (latest) => ({ ...latest, wrongPasswords: 1 }))
  const { id, accountId } = aPayment('one')
  await people.payment(id)
  await people.changePayment(id, (latest) => ({ ...latest, status: 'granted' }))
  await people.payments()
  await people.payments(accountId)
  await people.paymentPage(accountId, { skip: 0, limit: 50 })
  await people.forget('f'.repeat(64), start + 2)
  await people.forgottenUntil('f'.repeat(64))
  await people.secret()
  await people.mails.list()
  await people.mails.remove(aMail.id)
  await people.mails.removeTo('anna@example.org')
  await people.sweep(start + 500 * 86_400_000)
  await people.removePending(signUp.hash)
  await people.removePendingOf(signUp.emailKey)
  await people.removePerson(person.id)
}

/** Nullable columns without a value in any row. */
async function columnsWithoutValue(database: TestDatabase): Promise<readonly string[]> {
  const columns = await database.query<{ table_name: string; column_name: string }>(
    `SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND is_nullable = 'YES' ORDER BY 1, 2`,
  )
  const empty: string[] = []
  for (const { table_name: table, column_name: column } of columns) {
    const [row] = await database.query<{ count: string }>(`SELECT count(${column}) AS count FROM ${table}`)
    if (row?.count === '0') empty.push(`${table}.${column}`)
  }
  return empty
}
