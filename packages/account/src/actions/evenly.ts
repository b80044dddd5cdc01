import type { Clock, Timers } from '@riftline/base/node'

/** Longer than what is written for an address that is known, or for one that is not. */
const evenMs = 300

/**
 * Does something whose duration could tell whether somebody has an address: it takes this long either way, or, on a busy machine,
 * a multiple of it. What is done must be as much for either: a floor hides only what is below it.
 */
export async function evenly<T>(
  { timers, clock }: { readonly timers: Timers; readonly clock: Clock },
  act: () => Promise<T>,
): Promise<T> {
  const startedMs = clock.monotonicMs()
  const even = timers.wait(evenMs)
  try {
    return await act()
  } finally {
    const tookMs = clock.monotonicMs() - startedMs
    await (tookMs <= evenMs ? even : timers.wait(evenMs - (tookMs % evenMs)))
  }
}
