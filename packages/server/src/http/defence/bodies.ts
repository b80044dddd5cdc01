/** A request body that has not fully arrived. */
export interface IncomingBody {
  readonly accountId: string
  readonly request: { readonly complete: boolean }
  /** Stops reading the body and refuses it, because there are too many. */
  refuse(): void
}

/** Bodies that are being received, by account. */
export type Bodies = ReturnType<typeof createBodies>

const mostOfAccount = 64
const mostOfAll = 4096

/** Limits bodies to 64 an account and `most` in all. Beyond that, the account with most bodies loses its oldest or gets no further one. */
export function createBodies(most: number = mostOfAll) {
  const byAccount = new Map<string, Set<IncomingBody>>()
  let all = 0

  function end(body: IncomingBody): void {
    const bodies = byAccount.get(body.accountId)
    if (bodies?.delete(body) !== true) return
    all -= 1
    if (bodies.size === 0) byAccount.delete(body.accountId)
  }

  /** Ends the bodies that have fully arrived: a pipelined one can be complete before its `end` event. */
  function endComplete(bodies: Iterable<IncomingBody>): void {
    for (const body of bodies) if (body.request.complete) end(body)
  }

  /** Frees one place, at the cost of an account with more bodies than `asked`. @param asked bodies the account would have */
  function makeRoom(asked: number): boolean {
    for (const bodies of byAccount.values()) endComplete(bodies)
    if (all < most) return true
    let largest: ReadonlySet<IncomingBody> = new Set()
    for (const bodies of byAccount.values()) if (bodies.size > largest.size) largest = bodies
    const [oldest] = largest
    if (oldest === undefined || largest.size <= asked) return false
    end(oldest)
    oldest.refuse()
    return true
  }

  return {
    /** Counts a body until it ends. False if its account has too many, or no other account has more to lose. */
    begin(body: IncomingBody): boolean {
      const { accountId } = body
      let own = byAccount.get(accountId)
      if (own !== undefined && own.size >= mostOfAccount) {
        endComplete(own)
        if (own.size >= mostOfAccount) return false
      }
      if (all >= most && !makeRoom((own?.size ?? 0) + 1)) return false
      own = byAccount.get(accountId) ?? new Set()
      byAccount.set(accountId, own.add(body))
      all += 1
      return true
    },
    end,
  }
}

/** Calls between their fully read request and their answer. */
export type CallsInFlight = ReturnType<typeof createCallsInFlight>

/** Limits calls in flight to `most`, and to half of that for one account, so that it cannot keep others out. */
export function createCallsInFlight(most: number) {
  const mostOfAccount = Math.max(1, Math.floor(most / 2))
  const byAccount = new Map<string, number>()
  let all = 0
  return {
    /** Counts a call until it ends, as `asked` calls or all that an account may have. Returns that number; 0 for one too many. */
    begin(accountId: string, asked = 1): number {
      const work = Math.min(asked, mostOfAccount)
      const own = (byAccount.get(accountId) ?? 0) + work
      if (all + work > most || own > mostOfAccount) return 0
      byAccount.set(accountId, own)
      all += work
      return work
    },
    end(accountId: string, work: number): void {
      all -= work
      const left = (byAccount.get(accountId) ?? work) - work
      if (left > 0) byAccount.set(accountId, left)
      else byAccount.delete(accountId)
    },
  }
}
