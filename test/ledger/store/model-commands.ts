import type { CreditStore } from '@riftline/ledger'
import type { IdempotencyClaim, NewGrant, StoredAnswer } from '#ledger/credit-store.ts'
import { createLedgerTime } from '#ledger/rules/ledger-time.ts'
import { callOf, evidence, monthMs } from './credit-store.fixture.ts'
import type { Call } from './model.ts'
import { breakOff, settleIn, takeFirst } from './model-lines.ts'
import { compareAccount, expectSame, type World } from './model-run.ts'

/** Runs one action on the store and the model and compares the results. `x` chooses among the possible actions. */
type Command = (world: World, account: number, x: number) => Promise<void>

const prices = [1, 2, 5, 10]
const addresses = ['203.0.113.7', '2001:db8::/64']
const hourMs = 3_600_000
const minuteMs = 60_000

/** Commands with their weights out of 256. */
const commands: readonly (readonly [weight: number, command: Command])[] = [
  [46, (world, account, x) => hold(world, account, nextId(world), pick(prices, x), null)],
  [40, capture],
  [10, giveUp],
  [28, takeAnswer],
  [10, breakLine],
  [12, readInPart],
  [6, refund],
  [20, async (world, account, x) => void (await claim(world, account, x))],
  [14, topUp],
  [8, plan],
  [5, reverse],
  [12, useAddress],
  [4, ban],
  [8, unban],
  [12, advance],
  [3, wait],
  [3, setClockBack],
  [3, setClockAhead],
  [1, revoke],
  [6, limit],
  [2, compareAccount],
  [2, restart],
  [1, restartTurnedBack],
]
const table = commands.flatMap(([weight, command]) => Array.from({ length: weight }, () => command))

export function pickCommand(byte: number): Command {
  return pick(table, byte)
}

function pick<T>(list: readonly T[], x: number): T {
  return list[x % list.length] as T
}

function nextId(world: World): string {
  world.calls += 1
  return `req_${world.calls}`
}

function idOf({ ids }: World, account: number): string {
  return pick(ids, account)
}

async function hold(
  world: World,
  account: number,
  requestId: string,
  credits: number,
  key: string | null,
): Promise<void> {
  const { store, model } = world
  const keyId = world.calls % 3 === 0 ? null : `key${account}${world.calls % 2}`
  const call = callOf(idOf(world, account), credits, { requestId, keyId })
  const result = await store.hold(call)
  const expected = model.hold(account, requestId, credits, key, keyId) as { readonly kind: string }
  if (result.kind === 'held' && expected.kind === 'held') world.holds.set(requestId, result.hold)
  else expectSame(result, expected)
}

/** Claims a key; a successful claim holds credits, or is dropped when there are too few. Returns the request id. */
async function claim(world: World, account: number, x: number): Promise<string> {
  const { store, model, receipts } = world
  const [path, key, body] = ['/v1/predict', `k${x & 1}`, String((x >> 1) & 1)]
  const wanted: IdempotencyClaim = {
    accountId: idOf(world, account),
    path,
    key,
    fingerprint: body.repeat(64),
    requestId: nextId(world),
  }
  const place = `${account} ${key}`
  const result = await store.claim(wanted)
  expectSame(result.kind, model.claim(place, wanted.requestId, body))
  if (result.kind === 'stored') {
    const { id = '' } = model.retries.get(place) ?? {}
    expectSame(result.answer, answerOf(id))
    receipts.repeated.add(id)
  }
  if (result.kind !== 'claimed') return wanted.requestId
  await hold(world, account, wanted.requestId, 1, place)
  if (world.holds.has(wanted.requestId)) {
    world.claims.set(wanted.requestId, wanted)
    return wanted.requestId
  }
  store.dropClaim(wanted)
  model.retries.delete(place)
  return wanted.requestId
}

/** An answer with its request id in the body. */
function answerOf(requestId: string): StoredAnswer {
  return { status: 200, body: `{"of":"${requestId}"}` }
}

async function capture(world: World, _account: number, x: number): Promise<void> {
  await captureOn(world, pick(world.model.holds, x), pick(world.lines, x >> 4))
}

/** Captures a call and queues its answer on a connection, after those that wait there. */
async function captureOn(world: World, call: Call | undefined, line: Call[]): Promise<void> {
  const { store, model, holds, claims } = world
  const held = holds.get(call?.id ?? '')
  if (call === undefined || held === undefined) return
  const claimed = claims.get(call.id)
  const balance = await store.capture(held, claimed && { ...answerOf(call.id), claim: claimed })
  model.end(call, true)
  line.push(call)
  if (model.account(call.account).ban === null) expectSame(balance, model.balance(call.account))
}

async function giveUp({ store, model, holds, claims }: World, _account: number, x: number): Promise<void> {
  const call = pick(model.holds, x)
  const held = holds.get(call?.id ?? '')
  if (call === undefined || held === undefined) return
  store.voidHold(held)
  const claimed = claims.get(call.id)
  if (claimed !== undefined) store.dropClaim(claimed)
  model.end(call, false)
}

async function takeAnswer(world: World, _account: number, x: number): Promise<void> {
  const line = pick(world.lines, x)
  const [call] = line
  takeFirst(world, line)
  if (call !== undefined && x % 4 === 0) await expectCode(world.store.refund(call.id, 'operator'), 'charge_not_open')
}

async function breakLine(world: World, _account: number, x: number): Promise<void> {
  await breakOff(world, pick(world.lines, x))
}

/** Makes up to eight calls, with or without a key, whose connection breaks after a part of each answer. */
async function readInPart(world: World, account: number, x: number): Promise<void> {
  const { model } = world
  for (let calls = x & 7; calls >= 0; calls -= 1) {
    const requestId = x & 8 ? nextId(world) : await claim(world, account, x >> 4)
    if (x & 8) await hold(world, account, requestId, 1, null)
    const line: Call[] = []
    await captureOn(
      world,
      model.holds.find(({ id }) => id === requestId),
      line,
    )
    await breakOff(world, line)
  }
}

/** Refunds a call whose answer is on its way, as an operator; the answer may still arrive. */
async function refund({ store, model }: World, _account: number, x: number): Promise<void> {
  const call = pick(model.open, x)
  if (call === undefined) return
  await store.refund(call.id, 'operator')
  model.refund(call)
  if (x % 4 === 0) await expectCode(store.refund(call.id, 'disconnect'), 'charge_not_open')
}

async function topUp(world: World, account: number, x: number): Promise<void> {
  const [ref, credits] = [`topup ${x % 5}`, 1 + (x % 13)]
  await grant(world, account, { kind: 'topup', ref, credits }, null)
}

async function plan(world: World, account: number, x: number): Promise<void> {
  const [ref, credits, exp] = [`plan ${x % 7}`, 1 + (x % 17), world.model.now + ((x % 40) - 1) * 24 * hourMs]
  await grant(world, account, { kind: 'plan', ref, credits, name: 'starter', expiresAt: exp }, exp)
}

/** Makes a grant; a new one is refused while clock and ledger are over two hours apart, and when it would be expired. */
async function grant(world: World, account: number, wanted: NewGrant, exp: number | null): Promise<void> {
  const { store, model, clock } = world
  const granted = store.grant(idOf(world, account), wanted)
  const isKnown = model.account(account).grants.some(({ ref }) => ref === wanted.ref)
  if (isKnown) {
    await granted
    return
  }
  if (Math.abs(clock.now() - model.now) > 2 * hourMs) return expectCode(granted, 'clock_differs')
  if (exp !== null && exp <= model.now) return expectCode(granted, 'validation_error')
  await granted
  model.grant(account, { kind: wanted.kind, ref: wanted.ref, exp }, wanted.credits)
}

async function reverse(world: World, account: number, x: number): Promise<void> {
  const ref = x & 1 ? `topup ${x % 5}` : `plan ${x % 7}`
  const reversed = world.store.reverseGrant(idOf(world, account), ref, 'charged back')
  const taken = world.model.reverse(account, ref)
  if (taken === null) await expectCode(reversed, 'grant_not_found')
  else expectSame(await reversed, taken)
}

async function useAddress(world: World, account: number, x: number): Promise<void> {
  const { store, model, restarted } = world
  const [address, since] = [pick(addresses, x), model.now - monthMs]
  const uses = await store.useAddress({ accountId: idOf(world, account), address, requestId: nextId(world) }, since)
  // The recorded time of a use may be up to an hour old.
  const unsure = restarted && model.uses.some(({ at }) => at >= since && at < since + hourMs)
  const met = model.use(account, address, since)
  if (!unsure) expectSame(uses.map(({ accountId }) => accountId).sort(), met.map((other) => idOf(world, other)).sort())
}

async function ban(world: World, account: number, x: number): Promise<void> {
  const [other, address] = [account + 1, x & 1 ? pick(addresses, x >> 1) : null]
  const found = address === null ? undefined : evidence({ otherAccountId: idOf(world, other), address })
  await world.store.ban(idOf(world, account), found)
  world.model.account(account).ban ??= { address, other: other % world.ids.length }
}

async function unban(world: World, account: number, x: number): Promise<void> {
  await world.store.unban(idOf(world, account), 'operator', x % 8 === 0)
  world.model.unban(account, x % 8 === 0)
}

/** Corrects the clock and lets time pass. */
async function advance({ clock, model }: World, _account: number, x: number): Promise<void> {
  const date = new Date(model.now)
  const edge = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) - model.now
  clock.setNow(model.now)
  clock.advance(pick([hourMs, 5 * hourMs, 24 * hourMs, 31 * 24 * hourMs, hourMs, edge, edge - 1, 24 * hourMs - 1], x))
}

/** Lets up to an hour pass for both clocks of the process. */
async function wait({ clock }: World, _account: number, x: number): Promise<void> {
  clock.advance(pick([hourMs / 60, hourMs / 3, hourMs - 1, hourMs], x))
}

async function setClockBack({ clock }: World, _account: number, x: number): Promise<void> {
  clock.setNow(clock.now() - (1 + (x % 100)) * hourMs)
}

async function setClockAhead({ clock }: World, _account: number, x: number): Promise<void> {
  clock.setNow(clock.now() + 7 ** (x % 5) * hourMs)
  clock.advance(((x >> 3) % 3) * 10 * minuteMs)
}

async function revoke({ store, model }: World, account: number): Promise<void> {
  await store.revokeKey(`key${account}`)
  model.account(account).revoked = true
}

/** Sets or lifts the monthly limit of one of the keys that pay, also below what it has spent. */
async function limit({ store, model }: World, account: number, x: number): Promise<void> {
  const keyId = `key${account}${x & 1}`
  const monthlyLimit = pick([null, 1, 5, 10, 20, 40], x >> 1)
  expectSame((await store.setKey(keyId, { monthlyLimit })).monthlyLimit, monthlyLimit)
  if (monthlyLimit === null) model.limits.delete(keyId)
  else model.limits.set(keyId, monthlyLimit)
  expectSame(await store.usedByKey(keyId), model.usedByKey(keyId))
}

/** Restarts the store, either after breaking every connection or with calls still open. */
async function restart(world: World, _account: number, x: number): Promise<void> {
  const { kind, clock, model } = world
  if (kind.reopen === undefined) return
  if (x & 1) for (const line of world.lines) await breakOff(world, line)
  await world.store.close()
  // Between two records ledger time is in memory only; here the clock is right again at the restart.
  clock.setNow(Math.max(clock.now(), model.now))
  await start(world, kind.reopen(clock))
}

/** Restarts the store with a clock that was ahead, as its newest record is, and is now right. */
async function restartTurnedBack(world: World, account: number, x: number): Promise<void> {
  const { kind, clock, model, firstAt } = world
  clock.setNow(model.now)
  const right = model.now - (3 + (x % 50)) * hourMs
  if (right < firstAt) return
  // A store may either drop or keep answers and uses that had expired by a clock that was ahead.
  const isUnsure = (at: number | null, keptMs: number): boolean =>
    at !== null && at + keptMs >= right - hourMs && at + keptMs <= model.now + 2 * 24 * hourMs
  if ([...model.retries.values()].some(({ at }) => isUnsure(at, 24 * hourMs))) return
  if (kind.reopen === undefined || model.uses.some(({ at }) => isUnsure(at, monthMs))) return
  await grant(world, account, { kind: 'topup', ref: nextId(world), credits: 1 }, null)
  await world.store.close()
  clock.setNow(right)
  await expectCode(kind.reopen(clock), 'clock_behind_ledger')
  model.turnBack(right)
  await start(world, kind.reopen(clock, true))
}

async function start(world: World, opened: Promise<CreditStore>): Promise<void> {
  world.store = await opened
  world.time = createLedgerTime({ clock: world.clock, newestAt: 0 })
  for (const line of world.lines) line.length = 0
  world.model.restart()
  world.holds.clear()
  world.claims.clear()
  world.restarted = true
  world.starts += 1
  world.settle = settleIn(world)
}

async function expectCode(work: Promise<unknown>, code: string): Promise<void> {
  const outcome = await work.then(
    () => 'done',
    (error: unknown) => (error as { readonly code?: string }).code,
  )
  expectSame(outcome, code)
}
