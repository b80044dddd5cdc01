import { type Account, type Customer, newCustomer, type Steps } from './customer.ts'
import { createKey, expectAllRevoked, limitKey, revokeKey, rotateKey } from './key-steps.ts'
import { buy, pay, refund } from './payment-steps.ts'
import type { Place } from './place.ts'
import { changeEmail, confirm, deleteAccount, resetPassword, signUp } from './sign-up-steps.ts'

export interface LifeOptions {
  readonly place: Place
  readonly random: () => number
  readonly name: string
  /** Expected end states of all accounts made. */
  readonly accounts: Account[]
}

/** Signs up, uses every function of the page, deletes the account, and starts again with another address. */
export async function* liveOnAndOn({ place, random, name, accounts }: LifeOptions): Steps<never> {
  for (let number = 1; ; number += 1) {
    const customer = newCustomer(place, `${name}${number}@example.org`, random)
    yield* signUp(customer)
    yield* confirm(customer)
    if (customer.account !== null) accounts.push(customer.account)
    yield* useIt(customer)
    yield* resetPassword(customer)
    yield* changeEmail(customer, `${name}${number}.new@example.org`)
    yield* useIt(customer)
    yield* deleteAccount(customer)
    await expectAllRevoked(customer)
  }
}

async function* useIt(customer: Customer): Steps {
  yield* createKey(customer)
  const kept = yield* buy(customer)
  yield* pay(customer, kept)
  yield* limitKey(customer)
  yield* rotateKey(customer)
  const returned = yield* buy(customer)
  yield* pay(customer, returned)
  yield* refund(customer, returned)
  yield* createKey(customer)
  yield* revokeKey(customer)
}
