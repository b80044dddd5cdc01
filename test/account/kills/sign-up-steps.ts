import { expect } from 'vitest'
import {
  type Customer,
  comes,
  cut,
  emailOf,
  expectMoved,
  get,
  post,
  type Steps,
  signIn,
  tokensFor,
} from './customer.ts'

export const freeCredits = 20

export async function* signUp(customer: Customer): Steps {
  const email = emailOf(customer)
  const fields = { email, password: customer.password }
  const tokens = () => tokensFor(customer, email, '/confirm')
  const answer = yield cut(customer, 'sign-up', '/sign-up', fields)
  expectMoved(answer, '/check-inbox')
  if (answer === null && (await tokens()).length === 0) {
    expectMoved(await post(customer, '/sign-up', fields), '/check-inbox')
  }
  expect((await tokens()).length).toBe(1)
}

export async function* confirm(customer: Customer): Steps {
  const { place, password } = customer
  const email = emailOf(customer)
  const [token = ''] = await tokensFor(customer, email, '/confirm')
  const answer = yield cut(customer, 'confirm', '/confirm', { token, password })
  expectMoved(answer, '/keys?done=welcome')
  const again = await post(customer, '/confirm', { token, password })
  expect(answer === null ? [303, 410] : [410]).toContain(again.status)
  if (answer === null && again.status === 410) await signIn(customer)
  customer.passwordAt = performance.now()
  expect((await get(customer, '/keys')).status).toBe(200)
  const people = (await place.people()).filter((person) => person.email === email)
  expect(people.length).toBe(1)
  customer.account = { id: people[0]!.accountId, paid: new Map(), isDeleted: false }
}

export async function* resetPassword(customer: Customer): Steps {
  const email = emailOf(customer)
  const tokens = () => tokensFor(customer, email, '/reset')
  const asked = yield cut(customer, 'forgotten password', '/forgot', { email })
  expectMoved(asked, '/check-inbox')
  if (asked === null && (await tokens()).length === 0) await post(customer, '/forgot', { email })
  const [token = '', ...others] = await tokens()
  expect([token, ...others]).toEqual([expect.stringMatching(/./)])
  const password = `${customer.password} again`
  const answer = yield cut(customer, 'password reset', '/reset', { token, password })
  expectMoved(answer, '/sign-in?done=password-saved')
  const again = await post(customer, '/reset', { token, password })
  expect(answer === null ? [303, 410] : [410]).toContain(again.status)
  expectMoved(await get(customer, '/keys'), '/sign-in?next=/keys')
  customer.password = password
  await signIn(customer)
}

export async function* changeEmail(customer: Customer, next: string): Steps {
  const { place, emails } = customer
  const tokens = () => tokensFor(customer, next, '/email')
  const asked = yield cut(customer, 'new e-mail', '/settings/email', { email: next })
  expectMoved(asked, '/settings?done=email-sent')
  if (asked === null && (await tokens()).length === 0) await post(customer, '/settings/email', { email: next })
  const [token = ''] = await tokens()
  const answer = yield cut(customer, 'e-mail confirmed', '/email', { token })
  expectMoved(answer, '/settings?done=email-changed')
  const again = await post(customer, '/email', { token })
  expect(answer === null ? [303, 410] : [410]).toContain(again.status)
  const people = (await place.people()).filter(({ accountId }) => accountId === customer.account?.id)
  expect(people.map(({ email }) => email)).toEqual([next])
  expect((await get(customer, '/settings')).status).toBe(200)
  emails.push(next)
}

export async function* deleteAccount(customer: Customer): Steps {
  const { place, emails, account } = customer
  const email = emailOf(customer)
  const isGone = async () => !(await place.people()).some(({ accountId }) => accountId === account?.id)
  const answer = yield cut(customer, 'deletion', '/settings/delete', { email })
  expectMoved(answer, '/?done=deleted')
  if (answer === null && (await get(customer, '/settings')).status === 200) {
    expectMoved(await post(customer, '/settings/delete', { email }), '/?done=deleted')
  } else if (answer === null) await comes('the end of a deletion', isGone)
  expect(await isGone()).toBe(true)
  if (account !== null) account.isDeleted = true
  expectMoved(await get(customer, '/keys'), '/sign-in?next=/keys')
  const mails = (await place.mails()).filter(({ to }) => emails.includes(to))
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, 'Your riftline account was deleted']])
  for (const each of emails) expect(await place.whereIs(each)).toHaveLength(each === email ? 1 : 0)
}
