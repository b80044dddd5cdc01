import type { Lifecycle } from '../lifecycle.ts'
import type { EventLoopLag } from './event-loop-lag.ts'

/** Whether the server has more to do than it can answer in time: then a call is refused before credits are held. */
export type Overload = () => boolean

const mostLagMs = 250

/** True while the event loop is late or more calls are in flight than `maxInFlight`, the asking one included. */
export function createOverload(
  lag: Pick<EventLoopLag, 'ms'>,
  lifecycle: Pick<Lifecycle, 'inFlight'>,
  maxInFlight: number,
): Overload {
  return () => lifecycle.inFlight > maxInFlight || lag.ms() > mostLagMs
}
