import { randomBytes } from 'node:crypto'
import { type CreditStore, createMemoryStore } from '@riftline/ledger'
import { isWellFormedApiKey, type NewApiKey } from '@riftline/server'
import { describe, expect, it } from 'vitest'
import { firstStartMessage } from '#cli/serve/start-messages.ts'
import { createDemoKey } from '#server/start/open-credits.ts'
import { createManualClock } from '../support/clock.ts'
import { databaseTests } from '../support/postgres.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres-store.ts'

let database: TestDatabase | null = null

/** Creates an empty ledger and returns a function that opens a store on it, by kind of store. */
const stores: Readonly<Record<string, () => Promise<() => Promise<CreditStore>>>> = {
  memory: async () => {
    const store = createMemoryStore({ clock: createManualClock(), randomBytes, freeCredits: 20 })
    return async () => store
  },
  ...(databaseTests.skip
    ? {}
    : {
        postgres: async () => {
          database ??= await createTestDatabase()
          const { open, empty } = database
          await empty()
          return () => open()
        },
      }),
}

describe.each(Object.entries(stores))('on a ledger in %s', (_, create) => {
  const demoOf = async (credits: CreditStore) => {
    const accounts = await credits.accounts()
    const keys = await Promise.all(accounts.map(({ id }) => credits.keys(id)))
    const balances = await Promise.all(accounts.map(({ id }) => credits.balance(id)))
    return { names: accounts.map(({ name }) => name), keys: keys.flat().map(({ id }) => id), balances }
  }

  it('a first start creates one account with one key, and a later start creates nothing', async () => {
    const open = await create()
    const credits = await open()
    const made = await createDemoKey(credits, randomBytes)
    expect(isWellFormedApiKey(made?.key ?? '')).toBe(true)
    expect(made?.key).toContain(`rl_live_${made?.id}_`)
    expect(await demoOf(credits)).toEqual({ names: ['demo'], keys: [made?.id], balances: [1020] })
    expect(await createDemoKey(credits, randomBytes)).toBeNull()
    await credits.revokeKey(made?.id ?? '')
    expect(await createDemoKey(credits, randomBytes)).toBeNull()
    expect(await demoOf(credits)).toEqual({ names: ['demo'], keys: [made?.id], balances: [1020] })
    await credits.close()
  })

  it.each(['createAccount', 'grant', 'addKey'] as const)(
    'the next start completes one that was cut off before %s',
    async (step) => {
      const open = await create()
      const credits = await open()
      const dying = new Proxy(credits, {
        get(target, name: keyof CreditStore) {
          if (name === step) return () => Promise.reject(new Error('killed'))
          const member = target[name]
          return typeof member === 'function' ? member.bind(target) : member
        },
      })
      await expect(createDemoKey(dying, randomBytes)).rejects.toThrow('killed')
      const made = await createDemoKey(credits, randomBytes)
      expect(await demoOf(credits)).toEqual({ names: ['demo'], keys: [made?.id], balances: [1020] })
      await credits.close()
    },
  )

  it('servers that start at the same time create one key together', async () => {
    for (let round = 0; round < 5; round += 1) {
      const open = await create()
      const servers = [await open(), await open(), await open()]
      const made = await Promise.all(servers.map((credits) => createDemoKey(credits, randomBytes)))
      const keys = made.filter((key): key is NewApiKey => key !== null)
      expect(keys).toHaveLength(1)
      expect(await demoOf(servers[0]!)).toEqual({ names: ['demo'], keys: [keys[0]?.id], balances: [1020] })
      for (const credits of servers) await credits.close()
    }
  })

  it('a ledger that begins with another account, or has a banned demo account, gets no key', async () => {
    const open = await create()
    const credits = await open()
    const { id } = await credits.createAccount('acme')
    await credits.createAccount('demo')
    expect(await createDemoKey(credits, randomBytes)).toBeNull()
    expect((await credits.keys(id)).length).toBe(0)
    await credits.close()
    const other = await (await create())()
    await other.ban((await other.createAccount('demo')).id)
    expect(await createDemoKey(other, randomBytes)).toBeNull()
    await other.close()
  })
})

it.each([
  [20, 'Demo account with 1000 credits and 20 more each month.'],
  [5, 'Demo account with 1000 credits and 5 more each month.'],
  [0, 'Demo account with 1000 credits.'],
])("a first start prints the demo account's credits when %i are free each month", (freeCredits, sentence) => {
  const catalogue = { asOf: '2026-02-28T00:00:00', teams: [], players: [], champions: [], tournaments: [] }
  expect(firstStartMessage('http://127.0.0.1:8080', 'a key', catalogue, freeCredits)).toContain(sentence)
})
