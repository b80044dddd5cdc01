import type { AddressUse, BanEvidence, CreditStore } from '@riftline/ledger'
import type { AppConfig } from '../config.ts'
import { type ClientAddress, createUnknownProxies } from '../http/client-address.ts'
import type { Exchange } from '../http/exchange.ts'
import { createIdleMap } from '../limits/rate-limiter.ts'
import type { Watchers } from '../observe/metrics.ts'
import { accountBanned, type Caller } from './api-key.ts'

/** Enforces one account per address. @throws HttpError `account_banned` for the request that breaks the rule */
export type IpCheck = (caller: Caller, exchange: Exchange) => Promise<void>

export interface IpCheckDeps extends Watchers {
  readonly credits: Pick<CreditStore, 'useAddress' | 'firstUse' | 'ban' | 'now'>
  readonly config: Pick<AppConfig, 'ipRule'>
}

const memoryMs = 30 * 24 * 3_600_000
/** Time after which a known use is sent to the store again: a lifted ban removes the uses behind it from the store. */
const refreshMs = 60_000
const mostKnown = 100_000
/** Accounts allowed in a /56 and in a /48. */
const roomOfWider = [2, 4]

/** The last use of a place by an account, cached so that the next use needs no query. */
type KnownUse = { readonly notedMs: number; requestId: string; at: number }

/**
 * When a second account uses an address on which another one was seen within 30 days, all accounts seen there in that
 * time are banned (`enforce`) or logged (`flag`). A /56 or a /48 holds thousands of /64: there an account that comes after
 * two or four others is banned or logged alone, since those others may be customers of one provider.
 * Behind an undeclared proxy, or one that names no client, all customers share one address. Forwarded requests are
 * therefore stored apart from direct ones: accounts that meet there, or that come once forwarded and once direct, are
 * logged and never banned.
 */
export function createIpCheck(deps: IpCheckDeps): IpCheck {
  const noteProxy = createUnknownProxies(deps)
  const meetings = deps.config.ipRule === 'off' ? null : new AddressMeetings(deps)
  return async ({ accountId }, { address, requestId }) => {
    if (address === null) return
    noteProxy(address)
    if (meetings !== null && !address.exempt) await meetings.use(accountId, address, requestId)
  }
}

/** Remembers uses of addresses, and bans or flags accounts that meet. */
class AddressMeetings {
  readonly #deps: IpCheckDeps
  readonly #known = createIdleMap<KnownUse>(memoryMs + refreshMs, mostKnown)
  readonly #flagged = createIdleMap<true>(memoryMs, mostKnown)
  /** Latest use of each place, since direct and forwarded uses do not meet in the store. */
  readonly #latestAt = createIdleMap<AddressUse>(memoryMs, mostKnown)

  constructor(deps: IpCheckDeps) {
    this.#deps = deps
  }

  async use(accountId: string, address: ClientAddress, requestId: string): Promise<void> {
    const { credits, clock } = this.#deps
    const nowMs = clock.monotonicMs()
    const place = placeOf(address)
    const at = credits.now()
    const known = this.#known.get(`${accountId} ${place}`, nowMs)
    if (known !== undefined && nowMs - known.notedMs < refreshMs) {
      known.requestId = requestId
      known.at = at
      return
    }
    // Behind a proxy an account meets all others every minute, so once it is flagged the store is asked for none.
    const isNamed = address.forwarded && this.#wasNamed(address.network, accountId, nowMs)
    const since = isNamed ? at + refreshMs + 1 : at - memoryMs
    // The store may lag behind this cache by `refreshMs`: uses that much older are read too, and exact times are compared here.
    const stored = await credits.useAddress({ accountId, address: place, requestId }, since - refreshMs)
    const others = stored.map((other) => this.#latest(other, nowMs)).filter(({ lastAt }) => lastAt >= since)
    const use = { accountId, address: address.network, requestId, firstAt: at, lastAt: at }
    if (address.forwarded) this.#flagFirst(use, others.toSorted(newestFirst), nowMs)
    else {
      if (others.length > 0) await this.#onMeeting(use, others, nowMs)
      await this.#meetWider(use, address, since, nowMs)
    }
    this.#flagAcross(use, address, nowMs)
    this.#known.set(`${accountId} ${place}`, { notedMs: nowMs, requestId, at }, nowMs)
  }

  async #meetWider(use: AddressUse, { wider = [] }: ClientAddress, since: number, nowMs: number): Promise<void> {
    const { accountId, requestId } = use
    for (const [index, network] of wider.entries()) {
      const room = roomOfWider[index] ?? Number.POSITIVE_INFINITY
      const stored = await this.#deps.credits.useAddress({ accountId, address: network, requestId }, since)
      if (stored.length < room) continue
      // The accounts that were there first are not banned because of a newcomer.
      const firstAt = (await this.#deps.credits.firstUse([network, use.address], accountId)) ?? use.firstAt
      const earlier = stored.filter((other) => isEarlier(other, { accountId, firstAt }))
      const [other] = earlier.toSorted(newestFirst)
      if (other === undefined || earlier.length < room) continue
      const here = { ...use, address: network }
      if (this.#deps.config.ipRule === 'flag') {
        this.#flagFirst(here, [other], nowMs)
        continue
      }
      const meeting = meetingOf(here, other)
      this.#note('ban', [meeting])
      await this.#deps.credits.ban(accountId, meeting.met)
      throw accountBanned()
    }
  }

  async #onMeeting(use: AddressUse, others: readonly AddressUse[], nowMs: number): Promise<void> {
    if (this.#deps.config.ipRule === 'flag') {
      const fresh = others.filter((other) => this.#isNews(use, other, nowMs))
      return this.#note('flag', meetingsOf(use, fresh))
    }
    const meetings = meetingsOf(use, others)
    this.#note('ban', meetings)
    for (const { accountId } of meetings) this.#known.delete(`${accountId} ${use.address}`)
    await Promise.all(meetings.map(({ accountId, met }) => this.#deps.credits.ban(accountId, met)))
    throw accountBanned()
  }

  /** Flags two accounts of which one came forwarded and the other direct; only the operator knows whether they are one customer. */
  #flagAcross(use: AddressUse, address: ClientAddress, nowMs: number): void {
    const { network, forwarded } = address
    const other = this.#latestAt.get(placeOf({ network, forwarded: !forwarded }), nowMs)
    if (other !== undefined && use.lastAt - other.lastAt <= memoryMs) this.#flagFirst(use, [other], nowMs)
    this.#latestAt.set(placeOf(address), use, nowMs)
  }

  /** Flags an account once, with one account that it met: behind a proxy every customer meets every other. */
  #flagFirst(use: AddressUse, others: readonly AddressUse[], nowMs: number): void {
    const other = others.find(({ accountId }) => accountId !== use.accountId)
    if (other === undefined || this.#wasNamed(use.address, use.accountId, nowMs)) return
    for (const { accountId } of [use, other]) this.#flagged.set(`${use.address} ${accountId}`, true, nowMs)
    this.#note('flag', meetingsOf(use, [{ ...other, address: use.address }]))
  }

  #wasNamed(network: string, accountId: string, nowMs: number): boolean {
    return this.#flagged.get(`${network} ${accountId}`, nowMs) !== undefined
  }

  #note(done: 'ban' | 'flag', meetings: readonly Meeting[]): void {
    const { metrics, log } = this.#deps
    const action = done === 'ban' ? 'enforce' : 'flag'
    for (const { accountId, met } of meetings) {
      metrics.count('ip_rule_total', { action: done })
      log({ level: 'warn', event: 'ip_rule', action, accountId, ...met })
    }
  }

  /** Whether this pair of accounts has not been flagged at this address yet. */
  #isNews(use: AddressUse, other: AddressUse, nowMs: number): boolean {
    const meeting = [use.address, ...[use.accountId, other.accountId].sort()].join(' ')
    const isNew = this.#flagged.get(meeting, nowMs) === undefined
    if (isNew) this.#flagged.set(meeting, true, nowMs)
    return isNew
  }

  #latest(use: AddressUse, nowMs: number): AddressUse {
    const later = this.#known.get(`${use.accountId} ${use.address}`, nowMs)
    if (later === undefined || later.at <= use.lastAt) return use
    return { ...use, lastAt: later.at, requestId: later.requestId }
  }
}

/** Name under which the stores keep uses of an address. Forwarded uses have a name apart: they may be of many customers. */
function placeOf({ network, forwarded }: Pick<ClientAddress, 'network' | 'forwarded'>): string {
  return forwarded ? `${network} forwarded` : network
}

/** Lists the meeting of the calling account first, then those of the accounts it met. */
function meetingsOf(use: AddressUse, others: readonly AddressUse[]): readonly Meeting[] {
  const [first] = others
  return first === undefined ? [] : [meetingOf(use, first), ...others.map((other) => meetingOf(other, use))]
}

type Meeting = ReturnType<typeof meetingOf>

/** Evidence against an account: both uses of the address that met, with the account's own first. */
function meetingOf({ accountId, address, requestId, lastAt: at }: AddressUse, other: AddressUse) {
  const { accountId: otherAccountId, requestId: otherRequestId, lastAt: otherAt } = other
  return { accountId, met: { otherAccountId, address, requestId, otherRequestId, at, otherAt } satisfies BanEvidence }
}

type Came = Pick<AddressUse, 'accountId' | 'firstAt'>

function isEarlier(a: Came, b: Came): boolean {
  return a.firstAt < b.firstAt || (a.firstAt === b.firstAt && a.accountId < b.accountId)
}

function newestFirst(a: AddressUse, b: AddressUse): number {
  return b.lastAt - a.lastAt
}
