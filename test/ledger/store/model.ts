const dayMs = 86_400_000
const hourMs = 3_600_000
const rank = { free: 0, plan: 1, topup: 2 }

interface Grant {
  readonly kind: keyof typeof rank
  readonly ref: string
  readonly exp: number | null
  left: number
  held: number
  reversed: number | null
}
export interface Call {
  readonly id: string
  readonly account: number
  readonly parts: readonly (readonly [Grant, number])[]
  readonly credits: number
  readonly key: string | null
  /** Id of the API key that is charged. */
  readonly keyId: string | null
  /** Time of the capture. */
  at: number
}
interface Retry {
  readonly id: string
  readonly body: string
  /** Time of the answer; null while the call runs. */
  at: number | null
}

interface Account {
  readonly grants: Grant[]
  ban: { readonly address: string | null; readonly other: number } | null
  revoked: boolean
}

/** A second, simplest implementation of the rules of credits: it computes every result from full lists. */
export class CreditModel {
  now = 0
  readonly accounts: Account[] = []
  holds: Call[] = []
  open: Call[] = []
  /** Charges that were not refunded. */
  charged: Call[] = []
  /** Time of the last charge of each key, by account. */
  readonly lastUses: Map<string, number>[] = []
  readonly retries: Map<string, Retry> = new Map()
  uses: { account: number; address: string; at: number }[] = []
  readonly exempt: Set<string> = new Set()
  /** Monthly limits by key; a key without one is absent. */
  readonly limits: Map<string, number> = new Map()
  /** Refunds that this process made for answers that may have been read in part. */
  partial: { account: number; atMs: number }[] = []

  constructor(accounts: number) {
    for (let index = 0; index < accounts; index += 1) {
      this.accounts.push({ grants: [], ban: null, revoked: false })
      this.lastUses.push(new Map())
    }
  }

  account(account: number): Account {
    const found = this.accounts[account]
    if (found === undefined) throw new RangeError(`account ${account}`)
    return found
  }

  /** Grants of an account that count now, in the order in which they are spent. */
  spendable(account: number): Grant[] {
    const { grants, ban } = this.account(account)
    const month = new Date(this.now).toISOString().slice(0, 7)
    if (ban === null && !grants.some(({ ref }) => ref === month)) {
      const exp = Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)
      grants.push({ kind: 'free', ref: month, exp, left: 20, held: 0, reversed: null })
    }
    return grants
      .filter(({ kind, ref, exp, reversed }) => {
        return reversed === null && (exp ?? Number.MAX_VALUE) > this.now && !(kind === 'free' && ref > month)
      })
      .toSorted((a, b) => (a.exp ?? Number.MAX_VALUE) - (b.exp ?? Number.MAX_VALUE) || rank[a.kind] - rank[b.kind])
  }

  balance(account: number): number {
    return this.spendable(account).reduce((sum, { left }) => sum + left, 0)
  }

  /** Credits charged today and this month. */
  used(account: number): { today: number; thisMonth: number } {
    const since = (length: number): number => {
      const start = new Date(this.now).toISOString().slice(0, length)
      const calls = this.charged.filter((call) => new Date(call.at).toISOString().startsWith(start))
      return calls.reduce((sum, call) => sum + (call.account === account ? call.credits : 0), 0)
    }
    return { today: since(10), thisMonth: since(7) }
  }

  /** Calls and credits of this month's days. */
  days(account: number): { day: string; calls: number; credits: number }[] {
    const month = new Date(this.now).toISOString().slice(0, 7)
    const days = new Map<string, { day: string; calls: number; credits: number }>()
    for (const call of this.charged) {
      const day = new Date(call.at).toISOString().slice(0, 10)
      const { calls, credits } = days.get(day) ?? { calls: 0, credits: 0 }
      if (call.account === account && day.startsWith(month))
        days.set(day, { day, calls: calls + 1, credits: credits + call.credits })
    }
    return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
  }

  keyUses(account: number): { keyId: string; lastUsedAt: number; creditsThisMonth: number }[] {
    const month = new Date(this.now).toISOString().slice(0, 7)
    const ofMonth = this.charged.filter(({ at }) => new Date(at).toISOString().startsWith(month))
    return [...(this.lastUses[account] ?? [])].toSorted().map(([keyId, lastUsedAt]) => {
      const calls = ofMonth.filter((call) => call.account === account && call.keyId === keyId)
      return { keyId, lastUsedAt, creditsThisMonth: calls.reduce((sum, { credits }) => sum + credits, 0) }
    })
  }

  /** Credits charged to a key in this month, or in a later one that the clock had entered and that has more, and those held. */
  usedByKey(keyId: string | null): number {
    const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7)
    const months = new Map<string, number>()
    for (const call of this.charged) {
      const month = monthOf(call.at)
      if (call.keyId === keyId && month >= monthOf(this.now)) months.set(month, (months.get(month) ?? 0) + call.credits)
    }
    const held = this.holds.reduce((sum, call) => sum + (call.keyId === keyId ? call.credits : 0), 0)
    return Math.max(0, ...months.values()) + held
  }

  grant(account: number, grant: Pick<Grant, 'kind' | 'ref' | 'exp'>, credits: number): void {
    const { grants } = this.account(account)
    if (grants.some(({ ref }) => ref === grant.ref)) return
    grants.push({ ...grant, left: credits, held: 0, reversed: null })
  }

  /** Credits that the first reversal took back; null without such a grant. */
  reverse(account: number, ref: string): number | null {
    const grant = this.account(account).grants.find((other) => other.ref === ref)
    if (grant === undefined) return null
    if (grant.reversed === null) {
      grant.reversed = grant.left - grant.held
      grant.left = grant.held
    }
    return grant.reversed
  }

  hold(account: number, id: string, credits: number, key: string | null, keyId: string | null): unknown {
    if (this.account(account).ban !== null) return { kind: 'banned' }
    const limit = this.limits.get(keyId ?? '')
    const used = this.usedByKey(keyId)
    if (limit !== undefined && used + credits > limit) {
      const date = new Date(this.now)
      return { kind: 'key_limit', limit, used, resetsAt: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) }
    }
    const grants = this.spendable(account)
    const held = grants.reduce((sum, grant) => sum + grant.held, 0)
    if (this.balance(account) - held < credits) return { kind: 'insufficient', available: this.balance(account), held }
    const parts: [Grant, number][] = []
    for (let missing = credits; missing > 0; ) {
      const grant = grants.find(({ left, held: taken }) => left > taken)
      if (grant === undefined) throw new Error('the model holds what it has not')
      const part = Math.min(missing, grant.left - grant.held)
      grant.held += part
      missing -= part
      parts.push([grant, part])
    }
    this.holds.push({ id, account, parts, credits, key, keyId, at: 0 })
    return { kind: 'held' }
  }

  /** Ends a hold by a capture or a void. */
  end(call: Call, captured: boolean): void {
    this.holds = this.holds.filter((other) => other !== call)
    for (const [grant, part] of call.parts) {
      grant.held -= part
      if (captured) grant.left -= part
    }
    const retry = this.retries.get(call.key ?? '')
    if (!captured) {
      if (retry?.id === call.id) this.retries.delete(call.key ?? '')
      return
    }
    call.at = this.now
    const uses = this.lastUses[call.account]
    if (call.keyId !== null) uses?.set(call.keyId, Math.max(uses.get(call.keyId) ?? 0, this.now))
    if (retry !== undefined) retry.at = this.now
    this.open.push(call)
    this.charged.push(call)
  }

  isOpen(call: Call): boolean {
    return this.open.includes(call)
  }

  /** Settles an answer whose connection broke; true when the charge stays. */
  broken(call: Call, begun: boolean, nowMs: number): boolean {
    const ofHour = this.partial.filter(({ account, atMs }) => account === call.account && nowMs - atMs < hourMs)
    if (begun && ofHour.length === 10) {
      this.delivered(call)
      return true
    }
    if (begun) this.partial.push({ account: call.account, atMs: nowMs })
    if (this.isOpen(call)) this.refund(call)
    return false
  }

  delivered(call: Call): void {
    this.open = this.open.filter((other) => other !== call)
  }

  refund(call: Call): void {
    this.delivered(call)
    this.charged = this.charged.filter((other) => other !== call)
    for (const [grant, part] of call.parts) grant.left += part
    if (this.retries.get(call.key ?? '')?.id === call.id) this.retries.delete(call.key ?? '')
  }

  claim(key: string, id: string, body: string): string {
    const known = this.retries.get(key)
    if (known !== undefined && (known.at === null || this.now < known.at + dayMs)) {
      if (known.body !== body) return 'reused'
      return known.at === null || this.open.some((call) => call.id === known.id) ? 'in_progress' : 'stored'
    }
    this.retries.set(key, { id, body, at: null })
    return 'claimed'
  }

  /** Records a use of an address and returns the other accounts there since a time, without banned ones. */
  use(account: number, address: string, since: number): number[] {
    if (this.exempt.has(address) || this.account(account).ban !== null) return []
    this.uses.push({ account, address, at: this.now })
    const met = this.uses.filter((use) => use.address === address && use.account !== account && use.at >= since)
    return [...new Set(met.map((use) => use.account))].filter((other) => this.account(other).ban === null)
  }

  unban(account: number, allow: boolean): void {
    const { ban } = this.account(account)
    this.account(account).ban = null
    if (ban === null || ban.address === null) return
    const forgotten = [account, ban.other]
    this.uses = this.uses.filter((use) => use.address !== ban.address || !forgotten.includes(use.account))
    if (allow) this.exempt.add(ban.address)
  }

  /** Moves times of answers and uses that lie after `now` back to it. */
  turnBack(now: number): void {
    this.now = now
    for (const retry of this.retries.values()) if (retry.at !== null) retry.at = Math.min(retry.at, now)
    for (const use of this.uses) use.at = Math.min(use.at, now)
  }

  restart(): void {
    for (const call of this.holds) this.end(call, false)
    for (const call of this.open) this.refund(call)
    this.partial = []
    for (const [key, { at }] of this.retries) if (at === null) this.retries.delete(key)
  }
}
