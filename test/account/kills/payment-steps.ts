import { expect } from 'vitest'
import type { Payment } from '#account/payments/payment.ts'
import { type Customer, comes, cut, expectMoved, formOf, get, post, type Steps } from './customer.ts'
import { pack } from './place.ts'
import { freeCredits } from './sign-up-steps.ts'

export async function* buy(customer: Customer): Steps<string> {
  const before = await paymentsOf(customer)
  const fields = { item: `pack:${pack.id}`, form: await formOf(customer, '/credits') }
  const answer = yield cut(customer, 'checkout', '/credits/checkout', fields)
  const again = await post(customer, '/credits/checkout', fields)
  const made = (await paymentsOf(customer)).filter(({ id }) => !before.some((payment) => payment.id === id))
  expect(made.map(({ status }) => status)).toEqual(['open'])
  const id = made[0]!.id
  for (const one of [answer, again]) expectMoved(one, `/credits/test/${id}`)
  return id
}

export async function* pay(customer: Customer, id: string): Steps {
  yield* acted(customer, id, 'pay')
  expectMoved(await get(customer, `/credits/return?payment=${id}`), '/credits?done=paid')
  customer.account?.paid.set(id, 'granted')
  await expectBalance(customer)
}

export async function* refund(customer: Customer, id: string): Steps {
  yield* acted(customer, id, 'refund')
  customer.account?.paid.set(id, 'refunded')
  await expectBalance(customer)
}

/** Pays or refunds: an action that reached the provider is recorded in the end, and the customer repeats one that did not. */
async function* acted(customer: Customer, id: string, action: 'pay' | 'refund'): Steps {
  const [path, back] = [`/credits/test/${id}`, `/credits/return?payment=${id}`]
  const status = { pay: 'granted', refund: 'refunded' }[action]
  const charge = { pay: 'test_ch_', refund: 'test_re_' }[action]
  const answer = yield cut(customer, action, path, { action })
  expectMoved(answer, back)
  const now = await paymentOf(customer, id)
  if (answer !== null) expect(now.status).toBe(status)
  else if (now.charge?.startsWith(charge)) {
    await comes(`a ${action} that was cut off`, async () => (await paymentOf(customer, id)).status === status)
  } else expectMoved(await post(customer, path, { action }), back)
  expect((await post(customer, path, { action })).status).toBe(409)
  expect((await paymentOf(customer, id)).status).toBe(status)
}

async function paymentsOf({ place, account }: Customer): Promise<readonly Payment[]> {
  return place.payments(account?.id ?? '')
}

async function paymentOf(customer: Customer, id: string): Promise<Payment> {
  return (await paymentsOf(customer)).find((payment) => payment.id === id)!
}

async function expectBalance(customer: Customer): Promise<void> {
  const { text } = await get(customer, '/credits')
  const granted = [...(customer.account?.paid.values() ?? [])].filter((state) => state === 'granted').length
  expect(/<data id="balance" value="(\d+)"/.exec(text)?.[1]).toBe(String(freeCredits + pack.credits * granted))
}
