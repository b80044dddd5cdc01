/** Calls whose request is there in full and whose answer is not. */
export interface CallsInFlight {
  /** Counts one until it ends; false for one too many, in all or of its account. */
  begin(accountId: string): boolean
  end(accountId: string): void
}

/** One account has half of `most` at most, so that it cannot keep others out. */
export function createCallsInFlight(most: number): CallsInFlight {
  const mostOfAccount = Math.max(1, Math.floor(most / 2))
  const byAccount = new Map<string, number>()
  let all = 0
  return {
    begin(accountId) {
      const own = (byAccount.get(accountId) ?? 0) + 1
      if (all >= most || own > mostOfAccount) return false
      byAccount.set(accountId, own)
      all += 1
      return true
    },
    end(accountId) {
      all -= 1
      const left = (byAccount.get(accountId) ?? 1) - 1
      if (left > 0) byAccount.set(accountId, left)
      else byAccount.delete(accountId)
    },
  }
}
