import type { Reply } from '../frame/reply.ts'
import type { Call, OwnCall } from '../frame/route.ts'

/** A handler of a route behind a session, where somebody is signed in. */
export function own(handle: (call: OwnCall) => Reply | Promise<Reply>): (call: Call) => Reply | Promise<Reply> {
  return (call) => {
    if (call.who === null) throw new Error('a route behind a session was asked without one')
    return handle({ ...call, who: call.who })
  }
}
