import type { SeededRandom } from '@riftline/core'
import type { CreditStore } from '#ledger/credit-store.ts'
import type { ManualClock } from '../../support/clock.ts'
import type { Books } from './books.ts'

export interface World {
  readonly random: SeededRandom
  readonly clock: ManualClock
  readonly books: Books
  readonly fireTimers: () => void
  /** Gives a new number for each name, so that no name occurs twice in a seed. */
  readonly next: () => number
}

const day = 86_400_000

/** Runs callers and operators side by side until `steps` are done or the store no longer answers. */
export async function work(world: World, store: CreditStore, steps: number): Promise<void> {
  const { random, clock, books } = world
  let months = 0
  const running: Promise<void>[] = []
  const start = (act: Promise<void>): void => {
    running.push(act.catch(() => {}))
  }
  if (books.accounts.size === 0) {
    const { id } = await store.createAccount(`name-${world.next()}`)
    books.accounts.add(id)
  }
  for (let step = 0; step < steps; step += 1) {
    const accounts = [...books.accounts]
    const accountId = accounts[random.below(accounts.length)] ?? ''
    const chance = random.below(100)
    if (chance < 60) start(call(world, store, accountId))
    else if (chance < 66) start(topUp(world, store, accountId))
    else if (chance < 68) start(addAccount(world, store))
    else if (chance < 70) start(store.useAddress({ accountId, address: '192.0.2.1', requestId: 'r' }, 0).then(() => {}))
    else if (chance < 78) world.fireTimers()
    else if (chance < 82) clock.advance(random.below(60_000))
    else if (chance < 84 && months < 2) {
      months += 1
      clock.advance(30 * day)
    } else if (chance < 86) await Promise.all(running)
    else for (let turns = random.below(24); turns > 0; turns -= 1) await null
  }
  if (random.below(2) === 0) await Promise.all(running)
}

async function call({ random, books, next }: World, store: CreditStore, accountId: string): Promise<void> {
  const requestId = `req-${next()}`
  const credits = 1 + random.below(5)
  const entry = { accountId, credits, paid: false, delivered: false, refunded: false, repeated: false }
  const claim = { accountId, path: '/v1/predict', key: requestId, fingerprint: 'a'.repeat(64), requestId }
  const isKeyed = random.below(3) === 0
  if (isKeyed) await store.claim(claim)
  const result = await store.hold({
    requestId,
    accountId,
    operation: 'predict',
    model: 'fasttree',
    keyId: null,
    credits,
  })
  if (result.kind !== 'held') return
  if (random.below(16) === 0) return store.voidHold(result.hold)
  books.calls.set(requestId, entry)
  await store.capture(result.hold, isKeyed ? { claim, status: 200, body: '{}' } : undefined)
  entry.paid = true
  const chance = random.below(8)
  if (chance < 5) {
    entry.delivered = true
    if (random.below(4) === 0) store.keep(requestId)
    else store.delivered(requestId)
  } else if (chance < 7) {
    await store.refund(requestId, 'disconnect')
    entry.refunded = true
  }
  const again = isKeyed ? await store.claim({ ...claim, requestId: `${requestId} again` }) : null
  if (again?.kind === 'stored') entry.repeated = true
}

async function topUp({ random, books, next }: World, store: CreditStore, accountId: string): Promise<void> {
  const [ref, credits] = [`ref-${next()}`, 1 + random.below(100)]
  await store.grant(accountId, { kind: 'topup', ref, credits })
  books.grants.set(`${accountId} ${ref}`, credits)
}

async function addAccount({ books, next }: World, store: CreditStore): Promise<void> {
  const { id } = await store.createAccount(`name-${next()}`)
  books.accounts.add(id)
}
