import { expect } from 'vitest'
import { allScopes } from '../keys-of-page.ts'
import type { Answer } from './browser.ts'
import { type Customer, cut, formOf, get, keepRecent, post, type Steps } from './customer.ts'

interface Row {
  readonly id: string
  readonly status: string
  readonly name: string
  readonly text: string
}

async function rowsOf(customer: Customer): Promise<readonly Row[]> {
  const { text } = await get(customer, '/keys')
  const rows = text.matchAll(/<tr data-key="([^"]+)" data-status="(\w+)"><td[^>]*>(?:<a[^>]*>)?([^<]*)(.*?)<\/tr>/gs)
  return Array.from(rows, ([, id = '', status = '', name = '', rest = '']) => ({ id, status, name, text: rest }))
}

/** The key on the page that shows it once; null when the answer was lost. */
function keyOn(answer: Answer | null): string | null {
  return /id="new-key">([^<]+)</.exec(answer?.text ?? '')?.[1] ?? null
}

async function statusWith(customer: Customer, key: string): Promise<number> {
  const url = `${customer.server().apiUrl}/v1/teams`
  const { status } = await fetch(url, { headers: { authorization: `Bearer ${key}`, connection: 'close' } })
  return status
}

/** Checks that a form sent again makes no second key, and that a key whose page was lost is listed as never used. */
async function expectOneKey(
  customer: Customer,
  before: readonly Row[],
  answers: readonly [first: Answer | null, again: Answer],
): Promise<Row | null> {
  const [first, again] = answers
  expect(first === null ? [200, 409] : [409]).toContain(again.status)
  const key = keyOn(first) ?? keyOn(again)
  const made = (await rowsOf(customer)).filter(({ id }) => !before.some((row) => row.id === id))
  expect(made.length).toBe(key === null ? Math.min(made.length, 1) : 1)
  for (const { status, text } of made) expect([status, text.includes('Never used')]).toEqual(['active', true])
  const [row = null] = made
  if (key !== null && row !== null) {
    expect(await statusWith(customer, key)).toBe(200)
    customer.keys.set(row.id, key)
  }
  return row
}

export async function* createKey(customer: Customer): Steps {
  await keepRecent(customer)
  customer.names += 1
  const before = await rowsOf(customer)
  const fields = { ...allScopes, name: `key ${customer.names}`, form: await formOf(customer, '/keys') }
  const answer = yield cut(customer, 'key', '/keys', fields)
  const row = await expectOneKey(customer, before, [answer, await post(customer, '/keys', fields)])
  if (row !== null) expect(row.name).toBe(fields.name)
}

/** An active key that the customer knows; a new one when every page with a key was lost. */
async function activeKey(customer: Customer): Promise<Row> {
  const active = (await rowsOf(customer)).find(({ id, status }) => status === 'active' && customer.keys.has(id))
  if (active !== undefined) return active
  await keepRecent(customer)
  const before = await rowsOf(customer)
  const fields = { ...allScopes, name: 'made once more', form: await formOf(customer, '/keys') }
  const made = await post(customer, '/keys', fields)
  const row = await expectOneKey(customer, before, [made, await post(customer, '/keys', fields)])
  return row!
}

export async function* rotateKey(customer: Customer): Steps {
  await keepRecent(customer)
  const old = await activeKey(customer)
  const before = await rowsOf(customer)
  const path = `/keys/${old.id}`
  const fields = { stops: 'now', form: await formOf(customer, path) }
  const answer = yield cut(customer, 'rotation', `${path}/rotate`, fields)
  const again = await post(customer, `${path}/rotate`, fields)
  const made = await expectOneKey(customer, before, [answer, again])
  const isOver = (await rowsOf(customer)).some(({ id, status }) => id === old.id && status === 'revoked')
  if (answer !== null || again.status === 200) expect([made?.name, isOver]).toEqual([old.name, true])
  // A customer who never saw the new key keeps using the old one.
  if (made === null) expect(isOver).toBe(false)
  expect(await statusWith(customer, customer.keys.get(old.id) ?? '')).toBe(isOver ? 401 : 200)
}

export async function* limitKey(customer: Customer): Steps {
  await keepRecent(customer)
  const { id } = await activeKey(customer)
  customer.names += 1
  const fields = { ...allScopes, limit: String(1000 + customer.names), expires: '2099-01-01' }
  const answer = yield cut(customer, 'limits', `/keys/${id}/limits`, fields)
  if (answer === null) await post(customer, `/keys/${id}/limits`, fields)
  else expect(answer.location).toBe(`/keys/${id}?done=limits-saved`)
  expect((await get(customer, `/keys/${id}`)).text).toContain(`value="${fields.limit}"`)
}

export async function* revokeKey(customer: Customer): Steps {
  const { id } = await activeKey(customer)
  const answer = yield cut(customer, 'revocation', `/keys/${id}/revoke`, {})
  if (answer === null) await post(customer, `/keys/${id}/revoke`, {})
  else expect(answer.location).toBe('/keys?done=revoked')
  expect((await rowsOf(customer)).find((row) => row.id === id)?.status).toBe('revoked')
  expect(await statusWith(customer, customer.keys.get(id) ?? '')).toBe(401)
}

export async function expectAllRevoked(customer: Customer): Promise<void> {
  for (const key of customer.keys.values()) expect(await statusWith(customer, key)).toBe(401)
}
