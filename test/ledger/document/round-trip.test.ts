import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '@riftline/base/node'
import { type CreditStore, exportLedger, ledgerContent } from '@riftline/ledger'
import { importIntoFiles, openFileStore, readLedger, verifyLedger } from '@riftline/ledger/file'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { parseExport } from '#ledger/document/ledger-import.ts'
import { lineForms } from '#ledger/document/parse-ledger-line.ts'
import { importIntoDatabase } from '#ledger/postgres/import-ledger.ts'
import { verifyPostgresLedger } from '#ledger/postgres/migrate.ts'
import type { PostgresStore } from '#ledger/postgres/postgres-store.ts'
import { databaseContent } from '#ledger/postgres/transaction-content.ts'
import { createManualClock, type ManualClock } from '../../support/clock.ts'
import { databaseTests } from '../../support/postgres.ts'
import { createTestDatabase, type TestDatabase } from '../../support/postgres-store.ts'
import { fillLedger, happenings } from '../store/filled-ledger.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'riftline-round-trip-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function collected(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return all
}

/** Sorts a document's fields, stored answers and addresses, whose order is no part of its content. */
function sorted(lines: readonly string[]): readonly string[] {
  const ordered = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value
  const content = lines.filter((line) => !line.startsWith('{"type":"trailer"'))
  return content.map((line) => JSON.stringify(JSON.parse(line), ordered)).toSorted()
}

const files = {
  options: (dataFolder: string, clock: ManualClock) => ({
    ...{ dataFolder, clock, randomBytes, freeCredits: 20, log: silentLog },
  }),
  export: async (folder: string) => collected(exportLedger(ledgerContent(await readLedger(folder)))),
  async import(folder: string, lines: readonly string[], clock: ManualClock): Promise<void> {
    await importIntoFiles(files.options(folder, clock), await parseExport(lines))
    expect(await verifyLedger(folder)).toMatchObject({ sound: true, accounts: 5 })
  },
}

const databases = {
  export: (url: string, clock: ManualClock) => collected(exportLedger(databaseContent(url, new Date(clock.now())))),
  async import(database: TestDatabase, lines: readonly string[], clock: ManualClock): Promise<void> {
    await database.empty()
    await importIntoDatabase(database.url, await parseExport(lines), { clock })
    expect(await verifyPostgresLedger(database.url)).toMatchObject({ sound: true, accounts: 5, violations: [] })
  },
}

/** Every optional field of a document, and every value of a field with few values. */
const wanted = lineForms.flatMap(({ shape }) => wantedOf(typeOf(shape), shape))

function typeOf({ type }: z.core.$ZodShape): string {
  return type instanceof z.ZodLiteral ? String(type.value) : ''
}

function wantedOf(name: string, shape: z.core.$ZodShape): readonly string[] {
  return Object.entries(shape).flatMap(([field, schema]) => {
    const path = `${name}.${field}`
    let [inner, mayBeEmpty] = [schema, false]
    while (inner instanceof z.ZodNullable || inner instanceof z.ZodOptional) {
      inner = inner.def.innerType
      mayBeEmpty = true
    }
    if (inner instanceof z.ZodObject) return [...(mayBeEmpty ? [path] : []), ...wantedOf(path, inner.shape)]
    if (!(inner instanceof z.ZodLiteral)) return mayBeEmpty ? [path] : []
    return inner.def.values.filter((value) => value !== null).map((value) => `${path} = ${value}`)
  })
}

/** Names of the fields and values in a line, in the form of `wanted`. */
function filledIn(name: string, value: object): readonly string[] {
  return Object.entries(value).flatMap(([field, one]) => {
    const path = `${name}.${field}`
    if (one === null) return []
    return typeof one === 'object' ? [path, ...filledIn(path, one)] : [path, `${path} = ${one}`]
  })
}

function missing(documentLines: readonly string[]): readonly string[] {
  const filled = new Set(
    documentLines.flatMap((text) => {
      const line = JSON.parse(text) as { type: string }
      return filledIn(line.type, line)
    }),
  )
  return wanted.filter((one) => !filled.has(one))
}

it('wanted has optional fields and values of the line forms', () => {
  expect(wanted).toEqual(
    expect.arrayContaining(['account.ban.evidence', 'key.lastUsedAt', 'charge.reason = crash', 'grant.kind = plan']),
  )
})

describe.skipIf(databaseTests.skip)(`a ledger with every optional field filled${databaseTests.why}`, () => {
  let shared: Promise<TestDatabase> | undefined
  const database = (): Promise<TestDatabase> => (shared ??= createTestDatabase())
  const numRuns = 25

  it('a ledger moves from files to PostgreSQL and back with every line unchanged', async () => {
    const target = await database()
    await fc.assert(
      fc.asyncProperty(happenings, async (numbers) => {
        const [folder, back, clock] = [newFolder(), newFolder(), createManualClock()]
        const store = await openFileStore(files.options(folder, clock))
        await fillLedger(store, clock, numbers)
        await store.close()
        const lines = await files.export(folder)
        expect(missing(lines)).toEqual([])
        await databases.import(target, lines, clock)
        const inDatabase = await databases.export(target.url, clock)
        expect(sorted(inDatabase)).toEqual(sorted(lines))
        await files.import(back, inDatabase, clock)
        expect(sorted(await files.export(back))).toEqual(sorted(lines))
      }),
      { numRuns },
    )
  }, 600_000)

  it('a ledger moves from PostgreSQL to files and to another database with every line unchanged', async () => {
    const target = await database()
    await fc.assert(
      fc.asyncProperty(happenings, async (numbers) => {
        const [folder, clock] = [newFolder(), createManualClock()]
        await target.empty()
        const store: CreditStore = await target.open({ clock })
        await fillLedger(store, clock, numbers, () => (store as PostgresStore).beat())
        const lines = await databases.export(target.url, clock)
        await store.close()
        expect(missing(lines)).toEqual([])
        await files.import(folder, lines, clock)
        const inFiles = await files.export(folder)
        expect(sorted(inFiles)).toEqual(sorted(lines))
        await databases.import(target, inFiles, clock)
        expect(sorted(await databases.export(target.url, clock))).toEqual(sorted(lines))
      }),
      { numRuns },
    )
  }, 600_000)
})

describe.skipIf(databaseTests.skip)(`a failed import into PostgreSQL${databaseTests.why}`, () => {
  it('verify reports the unfinished import and a start is refused until the next import', async () => {
    const [folder, clock] = [newFolder(), createManualClock()]
    const store = await openFileStore(files.options(folder, clock))
    await fillLedger(store, clock, [])
    await store.close()
    const document = await parseExport(await files.export(folder))
    const database = await createTestDatabase()
    await (await database.open({ clock })).close()
    await database.query('ALTER TABLE address_exempt RENAME TO elsewhere')
    const failed = importIntoDatabase(database.url, document, { clock })
    await expect(failed).rejects.toThrow('SQLSTATE 42P01: relation "address_exempt" does not exist')
    await database.query('ALTER TABLE elsewhere RENAME TO address_exempt')

    const report = await verifyPostgresLedger(database.url)
    expect(report).toMatchObject({ sound: false, accounts: 0, violations: [{ invariant: 'import' }] })
    expect(report.violations[0]?.message).toContain('an import of 5 accounts')
    await expect(database.open({ clock })).rejects.toMatchObject({ code: 'import_unfinished' })

    await importIntoDatabase(database.url, document, { clock })
    expect(await verifyPostgresLedger(database.url)).toMatchObject({ sound: true, accounts: 5 })
    const opened = await database.open({ clock })
    onTestFinished(() => opened.close())
  }, 60_000)

  it('an import refused for existing accounts leaves no trace in the database', async () => {
    const [database, clock] = [await createTestDatabase(), createManualClock()]
    const store = await database.open({ clock })
    onTestFinished(() => store.close())
    await store.createAccount('mine')
    const document = await parseExport(
      await collected(exportLedger(databaseContent(database.url, new Date(clock.now())))),
    )
    await expect(importIntoDatabase(database.url, document, { clock })).rejects.toMatchObject({
      code: 'ledger_not_empty',
    })
    expect(await verifyPostgresLedger(database.url)).toMatchObject({ sound: true, accounts: 1 })
  }, 60_000)
})
