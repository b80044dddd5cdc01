import type { Clock } from '../clock.ts'
import type { AddressUse, BanEvidence, CreditStore } from '../credits/credit-store.ts'
import type { Exchange } from '../exchange.ts'
import { createIdleMap } from '../limits/idle-map.ts'
import type { Log } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'
import { accountBanned, type Caller } from './authenticate.ts'

/**
 * The check of one account per address.
 * @throws HttpError `account_banned` for the request that breaks the rule
 */
export type IpRule = (caller: Caller, exchange: Exchange) => void | Promise<void>

export interface IpRuleDeps {
  readonly credits: Pick<CreditStore, 'useAddress' | 'ban' | 'now'>
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly config: { readonly ipRule: 'off' | 'flag' | 'enforce' }
}

const memoryMs = 30 * 24 * 3_600_000
/** How often the store hears of a use that it knows: bans are lifted there, and forget what they were based on. */
const refreshMs = 60_000
const mostKnown = 100_000

/** The last use of an address by an account, kept here so that the next one costs a look-up. */
interface KnownUse {
  readonly notedMs: number
  requestId: string
  at: number
}

/**
 * When a second account uses an address on which another one was seen within 30 days, all accounts seen there in that
 * time are banned (`enforce`) or logged (`flag`).
 */
export function createIpRule({ credits, clock, config, log, metrics }: IpRuleDeps): IpRule {
  if (config.ipRule === 'off') return () => {}
  const known = createIdleMap<KnownUse>(memoryMs + refreshMs, mostKnown)
  const flagged = createIdleMap<true>(memoryMs, mostKnown)

  return ({ accountId }, { address, requestId }) => {
    if (address === null || address.exempt) return
    const { network } = address
    const nowMs = clock.monotonicMs()
    const use = known.get(`${accountId} ${network}`, nowMs)
    if (use !== undefined && nowMs - use.notedMs < refreshMs) {
      use.requestId = requestId
      use.at = credits.now()
      return
    }
    return meet(accountId, network, requestId, nowMs)
  }

  async function meet(accountId: string, address: string, requestId: string, nowMs: number): Promise<void> {
    const at = credits.now()
    const since = at - memoryMs
    // The store may be behind by as much as is kept here: ask for more, then look at the exact times.
    const stored = await credits.useAddress({ accountId, address, requestId }, since - refreshMs)
    const others = stored.map((other) => latest(other, nowMs)).filter(({ lastAt }) => lastAt >= since)
    await onMeeting({ accountId, address, requestId, firstAt: at, lastAt: at }, others, nowMs)
    known.set(`${accountId} ${address}`, { notedMs: nowMs, requestId, at }, nowMs)
  }

  async function onMeeting(use: AddressUse, others: readonly AddressUse[], nowMs: number): Promise<void> {
    const fresh = config.ipRule === 'enforce' ? others : others.filter((other) => isNews(use, other, nowMs))
    const [other] = fresh
    if (other === undefined) return
    const meetings = [evidence(use, other), ...fresh.map((seen) => evidence(seen, use))]
    for (const { accountId, met } of meetings) {
      metrics.count('ip_rule_total', { action: config.ipRule === 'enforce' ? 'ban' : 'flag' })
      log({ level: 'warn', event: 'ip_rule', action: config.ipRule, accountId, ...met })
    }
    if (config.ipRule === 'flag') return
    for (const { accountId } of meetings) known.delete(`${accountId} ${use.address}`)
    await Promise.all(meetings.map(({ accountId, met }) => credits.ban(accountId, met)))
    throw accountBanned()
  }

  /** Two accounts that were flagged at an address are not flagged there again and again. */
  function isNews(use: AddressUse, other: AddressUse, nowMs: number): boolean {
    const meeting = [use.address, ...[use.accountId, other.accountId].sort()].join(' ')
    if (flagged.get(meeting, nowMs) !== undefined) return false
    flagged.set(meeting, true, nowMs)
    return true
  }

  function latest(use: AddressUse, nowMs: number): AddressUse {
    const later = known.get(`${use.accountId} ${use.address}`, nowMs)
    return later === undefined || later.at <= use.lastAt
      ? use
      : { ...use, lastAt: later.at, requestId: later.requestId }
  }
}

/** What an account's audit entry says: both uses of the address that met, its own first. */
function evidence(own: AddressUse, other: AddressUse): { readonly accountId: string; readonly met: BanEvidence } {
  const met = {
    otherAccountId: other.accountId,
    address: own.address,
    requestId: own.requestId,
    otherRequestId: other.requestId,
    at: own.lastAt,
    otherAt: other.lastAt,
  }
  return { accountId: own.accountId, met }
}
