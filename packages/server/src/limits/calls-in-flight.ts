import { callerOf, type Exchange } from '../exchange.ts'
import { HttpError } from '../http/http-error.ts'

/** Calls whose request is there in full and whose answer is not. */
export interface CallsInFlight {
  /** @throws HttpError `overloaded` for one too many, in all or of its account */
  begin(exchange: Exchange): void
  /** Of a call that never began: nothing. */
  end(exchange: Exchange): void
}

/** One account has half of `most` at most, so that it cannot keep others out. */
export function createCallsInFlight(most: number): CallsInFlight {
  const mostOfAccount = Math.max(1, Math.floor(most / 2))
  const byAccount = new Map<string, number>()
  let all = 0
  return {
    begin(exchange) {
      const { accountId } = callerOf(exchange)
      const own = (byAccount.get(accountId) ?? 0) + 1
      if (all >= most || own > mostOfAccount) throw new HttpError('overloaded', 'try again')
      byAccount.set(accountId, own)
      all += 1
      exchange.inFlight = true
    },
    end(exchange) {
      if (!exchange.inFlight) return
      const { accountId } = callerOf(exchange)
      exchange.inFlight = false
      all -= 1
      const left = (byAccount.get(accountId) ?? 1) - 1
      if (left > 0) byAccount.set(accountId, left)
      else byAccount.delete(accountId)
    },
  }
}
