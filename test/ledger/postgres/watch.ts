/** Watches whether a promise has settled. */
export function watch<T>(promise: Promise<T>): { ended: boolean; readonly promise: Promise<T> } {
  const watched = { ended: false, promise }
  const end = (): void => {
    watched.ended = true
  }
  promise.then(end, end)
  return watched
}

/** Waits for `count` turns of the event loop. */
export async function turns(count = 10): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
