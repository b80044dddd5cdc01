import { HttpError } from '../http/http-error.ts'

/** A body of which not all bytes have come. */
export interface IncomingBody {
  readonly accountId: string
  readonly request: { readonly complete: boolean }
  /** Ends its reading with an error. */
  refuse(error: HttpError): void
}

/** Bodies on their way, by account. */
export interface Bodies {
  /** Counts one until it ends. @throws HttpError `overloaded` for one too many of an account that has the most of them */
  begin(body: IncomingBody): void
  end(body: IncomingBody): void
}

const mostOfAccount = 64
const most = 4096

/**
 * Bounds the bodies that are waited for: 64 an account and 4,096 in all. Beyond that the account with the most of them loses
 * one, the oldest, unless it is the one that asks; so whoever sends slowly is in nobody's way but his own.
 */
export function createBodies(): Bodies {
  const byAccount = new Map<string, Set<IncomingBody>>()
  let all = 0

  function end(body: IncomingBody): void {
    const bodies = byAccount.get(body.accountId)
    if (bodies?.delete(body) !== true) return
    all -= 1
    if (bodies.size === 0) byAccount.delete(body.accountId)
  }

  /** All of a pipelined body can be there before anybody was told of its end. */
  function endComplete(bodies: Iterable<IncomingBody>): void {
    for (const body of bodies) if (body.request.complete) end(body)
  }

  function makeRoom(asked: number): void {
    for (const bodies of byAccount.values()) endComplete(bodies)
    if (all < most) return
    let largest: ReadonlySet<IncomingBody> = new Set()
    for (const bodies of byAccount.values()) if (bodies.size > largest.size) largest = bodies
    const [oldest] = largest
    if (oldest === undefined || largest.size <= asked) throw tooMany()
    end(oldest)
    oldest.refuse(tooMany())
  }

  return {
    begin(body) {
      const { accountId } = body
      let own = byAccount.get(accountId)
      if (own !== undefined && own.size >= mostOfAccount) {
        endComplete(own)
        if (own.size >= mostOfAccount) throw tooMany()
      }
      if (all >= most) makeRoom((own?.size ?? 0) + 1)
      own = byAccount.get(accountId) ?? new Set()
      byAccount.set(accountId, own.add(body))
      all += 1
    },
    end,
  }
}

function tooMany(): HttpError {
  return new HttpError('overloaded', 'try again', { close: true })
}
