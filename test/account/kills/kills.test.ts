import { silentLog, systemClock, systemRandomBytes } from '@riftline/base/node'
import { seededRandom } from '@riftline/core'
import type { CreditStore } from '@riftline/ledger'
import { openFileStore, verifyLedger } from '@riftline/ledger/file'
import { openPostgresStore, verifyPostgresLedger } from '@riftline/ledger/postgres'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runsAll } from '../../support/amount.ts'
import { databaseTests } from '../../support/postgres.ts'
import { runSeed as seed } from '../../support/seeds.ts'
import type { Account } from './customer.ts'
import { createTiming, killOften } from './kill.ts'
import { liveOnAndOn } from './life.ts'
import { openDatabasePlace, openFilePlace, type Place, pack } from './place.ts'
import { freeCredits } from './sign-up-steps.ts'

/** Number of kills. Only real processes show the effect of `kill -9`. KILLS=500 makes more; RIFTLINE_SEED=n repeats a run. */
const kills = Number(process.env.KILLS ?? 100)
const customers = ['ada', 'ben', 'cem', 'dag']

async function runKills(place: Place): Promise<void> {
  const random = seededRandom(seed).uniform
  const accounts: Account[] = []
  const timing = createTiming(random)
  for (const server of place.servers) await server.start()
  const lives = customers.map((name) => liveOnAndOn({ place, random, name, accounts }))
  await killOften({ place, lives, random, timing }, kills)
  for (const server of place.servers) expect(await server.stop()).toBe(0)
  expect(place.servers.flatMap((server) => server.errors())).toEqual([])
  expect(timing.lost()).toBeGreaterThan(kills / 10)
  await checkLedger(place, accounts)
}

/** Checks for one account per person, one grant per payment and one reversal per refund. */
async function checkLedger({ dataFolder, databaseUrl }: Place, accounts: readonly Account[]): Promise<void> {
  const report = await (databaseUrl === null ? verifyLedger(dataFolder) : verifyPostgresLedger(databaseUrl))
  expect(report).toMatchObject({ sound: true, violations: [] })
  const ledger = await openLedger(dataFolder, databaseUrl)
  onTestFinished(() => ledger.close())
  const made = (await ledger.accounts()).filter(({ name }) => name.startsWith('web-'))
  expect(made.map(({ id }) => id).sort()).toEqual(accounts.map(({ id }) => id).sort())
  for (const { id, paid, isDeleted } of accounts) {
    const topUps = (await ledger.grants(id)).filter(({ kind }) => kind === 'topup')
    const left = topUps.map(({ ref, remaining, reversedAt }) => [ref, remaining, reversedAt !== null])
    const due = Array.from(paid, ([payment, status]) => {
      const isTaken = status === 'refunded'
      return [`test:${payment}`, isTaken ? 0 : pack.credits, isTaken]
    })
    expect(left.sort()).toEqual(due.sort())
    const granted = [...paid.values()].filter((status) => status === 'granted').length
    expect(await ledger.balance(id)).toBe(freeCredits + granted * pack.credits)
    if (isDeleted) expect((await ledger.keys(id)).filter(({ revokedAt }) => revokedAt === null)).toEqual([])
  }
}

function openLedger(dataFolder: string, databaseUrl: string | null): Promise<CreditStore> {
  const options = { clock: systemClock, randomBytes: systemRandomBytes, freeCredits, log: silentLog }
  return databaseUrl === null
    ? openFileStore({ ...options, dataFolder })
    : openPostgresStore({ ...options, databaseUrl })
}

const promise = 'nothing answered is lost, nothing is doubled, and nothing stays half done'

it.runIf(runsAll)(
  `${kills} kills of the account page (seed ${seed}): ${promise}`,
  async () => {
    await runKills(await openFilePlace())
  },
  900_000,
)

describe.skipIf(databaseTests.skip)(`in a database${databaseTests.why}`, () => {
  it(`${kills} kills of two account pages on one database (seed ${seed}): ${promise}`, async () => {
    await runKills(await openDatabasePlace())
  }, 900_000)
})
