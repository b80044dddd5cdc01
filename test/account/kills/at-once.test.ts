import { describe, expect, it } from 'vitest'
import { databaseTests } from '../../support/postgres.ts'
import { allScopes } from '../keys-of-page.ts'
import type { Answer } from './browser.ts'
import { type Customer, cut, formOf, get, newCustomer, type Steps, tokensFor } from './customer.ts'
import { buy } from './payment-steps.ts'
import { openDatabasePlace } from './place.ts'
import { freeCredits, signUp } from './sign-up-steps.ts'

/** Runs a customer's steps without kills, so that every answer arrives. */
async function undisturbed<Result>({ server }: Customer, steps: Steps<Result>): Promise<Result> {
  let answer: Answer | null = null
  for (;;) {
    const next = await steps.next(answer)
    if (next.done === true) return next.value
    answer = await next.value.send(server().url)
  }
}

describe.skipIf(databaseTests.skip)(`two account pages on one database${databaseTests.why}`, () => {
  it('requests repeated to two account pages at once make one person, one key, one payment and one grant', async () => {
    const place = await openDatabasePlace()
    for (const server of place.servers) await server.start()
    let turn = 0
    const customer = newCustomer(place, 'ada@example.org', () => (turn++ % 2) / 2)
    const twenty = (path: string, fields: Readonly<Record<string, string>>): Promise<readonly (Answer | null)[]> => {
      const { send } = cut(customer, path, path, fields)
      return Promise.all(Array.from({ length: 20 }, () => send(customer.server().url)))
    }
    const statuses = (answers: readonly (Answer | null)[]) => answers.map((answer) => answer?.status ?? 0).sort()
    await undisturbed(customer, signUp(customer))
    const [token = ''] = await tokensFor(customer, 'ada@example.org', '/confirm')
    const confirmed = cut(customer, 'confirm', '/confirm', { token, password: customer.password })
    const links = Array.from({ length: 4 }, () => confirmed.send(customer.server().url))
    expect(statuses(await Promise.all(links)).filter((status) => status !== 410)).toContain(303)
    const [person, ...others] = await place.people()
    expect([person?.email, others]).toEqual(['ada@example.org', []])
    customer.account = { id: person?.accountId ?? '', paid: new Map(), isDeleted: false }

    const keys = await twenty('/keys', { ...allScopes, name: 'one', form: await formOf(customer, '/keys') })
    expect(statuses(keys)).toEqual([200, ...Array<number>(19).fill(409)])
    expect((await get(customer, '/keys')).text.match(/data-key=/g)?.length).toBe(1)

    const [, first = ''] = /data-key="([^"]+)"/.exec((await get(customer, '/keys')).text) ?? []
    const rotation = { stops: 'now', form: await formOf(customer, `/keys/${first}`) }
    expect(statuses(await twenty(`/keys/${first}/rotate`, rotation))).toEqual([200, ...Array<number>(19).fill(409)])
    const active = async () =>
      [...(await get(customer, '/keys')).text.matchAll(/data-key="([^"]+)" data-status="active"/g)].map(([, id]) => id)
    const [second = '', ...more] = await active()
    expect([second === first, more]).toEqual([false, []])
    expect(statuses(await twenty(`/keys/${second}/revoke`, {}))).toEqual(Array<number>(20).fill(303))
    expect(await active()).toEqual([])

    const form = await formOf(customer, '/credits')
    const opened = await twenty('/credits/checkout', { item: 'pack:small', form })
    expect(new Set(opened.map((answer) => answer?.location)).size).toBe(1)
    const id = await undisturbed(customer, buy(customer))
    expect((await place.payments(customer.account.id)).length).toBe(2)

    const path = `/credits/test/${id}`
    const paid = await Promise.all([
      twenty(path, { action: 'pay' }),
      Promise.all(Array.from({ length: 20 }, () => get(customer, `/credits/return?payment=${id}`))),
    ])
    expect(statuses(paid[0])).toEqual([303, ...Array<number>(19).fill(409)])
    await expectBalance(customer, freeCredits + 1000)
    expect(statuses(await twenty(path, { action: 'refund' }))).toEqual([303, ...Array<number>(19).fill(409)])
    await expectBalance(customer, freeCredits)
    for (const server of place.servers) expect(server.errors()).toEqual([])
  })
})

async function expectBalance(customer: Customer, credits: number): Promise<void> {
  expect((await get(customer, '/credits')).text).toContain(`<data id="balance" value="${credits}"`)
}
