import type { Timers } from '@riftline/ledger'

/** Longer than what is written for an address that is known, or for one that is not. */
const evenMs = 300

/** Does something whose duration would tell whether somebody has an address: it takes as long either way. */
export async function evenly<T>({ timers }: { readonly timers: Timers }, act: () => Promise<T>): Promise<T> {
  const even = timers.wait(evenMs)
  try {
    return await act()
  } finally {
    await even
  }
}
