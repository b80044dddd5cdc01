import { hourMs } from '@riftline/base'
import { createSingle, errorFields } from '@riftline/base/node'
import type { AccountDeps } from '../account-deps.ts'
import {
  bannedMessage,
  lowMessage,
  type Message,
  notGivenMessage,
  paidMessage,
  refundedMessage,
  renewalMessage,
} from '../mail/messages.ts'
import { creditsText, moneyText } from '../pages/text.tsx'
import type { Notify, PaymentNotice } from '../payments/payment.ts'
import type { Person } from '../people/person.ts'
import { bannedAccounts, banReason, ownEvent, withEvent } from '../people/person-rules.ts'
import { type DeletionDeps, finishDeletion } from './delete-person.ts'
import { tellExpiry } from './tell-expiry.ts'

export type AccountWatchDeps = DeletionDeps & Pick<AccountDeps, 'origin' | 'timers' | 'log' | 'api'>

/** Time between two looks, so that a mail about low credits or a ban leaves within a minute. */
const lookMs = 30_000
/** Time between two sweeps, and between two reads of every person's keys. */
const sweepMs = hourMs
const lanes = 4

/**
 * Watches accounts and mails people about changes. Bans and deletions call the payment provider, and keys
 * are read for everybody, so they have separate lanes.
 * @returns a function that stops the watch and resolves when no look is running
 */
export function watchAccounts(deps: AccountWatchDeps): () => Promise<void> {
  const { timers, clock, people, log } = deps
  let sweptAt = Number.NEGATIVE_INFINITY
  const report = (error: unknown): void => log({ level: 'error', event: 'accounts_not_watched', ...errorFields(error) })
  const looking = createSingle(() => look().catch(report))
  const asking = createSingle(inLanes)
  const warning = createSingle(inLanes)

  async function look(): Promise<void> {
    const isHourly = clock.monotonicMs() - sweptAt >= sweepMs
    if (isHourly) {
      sweptAt = clock.monotonicMs()
      await people.sweep(clock.now())
    }
    const banned = await bannedAccounts(deps.ledger)
    const all = await people.people()
    const isBanned = ({ accountId }: Person): boolean => banned.has(accountId)
    const changed = all.filter((person) => isLeaving(person) || isBanned(person) !== knowsBan(person))
    void asking.run(changed, (person) =>
      isLeaving(person) ? finishLeaving(deps, person) : tellBan(deps, person, isBanned(person)),
    )
    if (isHourly) {
      void warning.run(
        all.filter((person) => !isBanned(person)),
        (person) => tellExpiry(deps, person),
      )
    }
    await inLanes(all, (person) => tellBalance(deps, person))
  }

  /** Each lane takes the next person when it is free, so that one slow person delays no other lane. */
  async function inLanes(all: readonly Person[], act: (person: Person) => Promise<void>): Promise<void> {
    const waiting = all.values()
    const lane = async (): Promise<void> => {
      for (const person of waiting) {
        await act(person).catch((error: unknown) =>
          log({ level: 'error', event: 'account_not_watched', personId: person.id, ...errorFields(error) }),
        )
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }

  void looking.run()
  const stop = timers.every(lookMs, () => void looking.run())
  return async () => {
    stop()
    await looking.idle()
    await Promise.all([asking.idle(), warning.idle()])
  }
}

function isLeaving({ status }: Person): boolean {
  return status === 'deleting'
}

async function finishLeaving(deps: AccountWatchDeps, { id }: Person): Promise<void> {
  // Another process may have finished the deletion since the list of people was read.
  const left = await deps.people.person(id)
  if (left !== null) await finishDeletion(deps, left)
}

function knowsBan({ events }: Person): boolean {
  return events.findLast(({ kind }) => kind === 'banned' || kind === 'unbanned')?.kind === 'banned'
}

async function tellBan(deps: AccountWatchDeps, { id, accountId, status }: Person, isBanned: boolean): Promise<void> {
  if (status !== 'active') return
  const { people, ledger, payments, mailer, clock, origin } = deps
  const ban = isBanned ? await ledger.banOf(accountId) : null
  if (isBanned && ban === null) return
  // The suspension comes before the record of the ban, so that the next look retries a failed one.
  if (isBanned) await payments.suspend(accountId)
  const noted = ownEvent(isBanned ? 'banned' : 'unbanned', clock.now())
  const changed = await changedOnce(people, id, (latest) =>
    knowsBan(latest) === isBanned ? latest : withEvent(latest, noted),
  )
  if (changed === null || ban === null) return
  await mailer.send(changed.email, bannedMessage(banReason(ban), `${origin}/dashboard`))
}

async function tellBalance(deps: AccountWatchDeps, { id, accountId, status, alertBelow, alerted }: Person) {
  if (status !== 'active' || (alertBelow === 0 && !alerted)) return
  const { people, ledger, mailer, origin } = deps
  const balance = await ledger.balance(accountId)
  const isLow = alertBelow > 0 && balance < alertBelow
  if (isLow === alerted) return
  const changed = await changedOnce(people, id, (latest) =>
    latest.alerted === isLow ? latest : { ...latest, alerted: isLow },
  )
  if (changed !== null && isLow)
    await mailer.send(changed.email, lowMessage(creditsText(balance), alertBelow, `${origin}/credits`))
}

/** Returns the person if this call made the change; null if another process made it first. */
async function changedOnce(
  { changePerson }: AccountWatchDeps['people'],
  id: string,
  change: (person: Person) => Person,
): Promise<Person | null> {
  let isChanged = false
  const person = await changePerson(id, (latest) => {
    const next = change(latest)
    isChanged = next !== latest
    return next
  })
  return isChanged ? person : null
}

/** Makes the function that tells a person the outcome of a payment, by mail and in the list of events. */
export function paymentMails(deps: Pick<AccountDeps, 'people' | 'mailer' | 'clock' | 'origin'>): Notify {
  const { people, mailer, clock, origin } = deps
  return async (notice) => {
    const { kind, accountId, payment } = notice
    const person = await people.findPerson({ accountId })
    // A person under deletion gets no mail but the one about the deletion.
    if (person?.status !== 'active') return
    await mailer.send(person.email, messageOf(notice, `${origin}/credits`))
    if (kind !== 'received' && kind !== 'refunded') return
    const noted = ownEvent(kind === 'received' ? 'payment' : 'refund', clock.now(), payment.id)
    await people.changePerson(person.id, (latest) => withEvent(latest, noted))
  }
}

function messageOf({ kind, payment, charged }: PaymentNotice, page: string): Message {
  const { name, amount, currency, credits, reversedCredits } = payment
  if (kind === 'received') return paidMessage(name, moneyText(charged ?? amount, currency), creditsText(credits), page)
  if (kind === 'refunded') return refundedMessage(name, creditsText(reversedCredits), page)
  return kind === 'renewal_failed' ? renewalMessage(name, page) : notGivenMessage(name, kind, page)
}
