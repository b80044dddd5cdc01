let running: Promise<void> | null = null

/**
 * Resolves when all sockets that had bytes in this turn of the event loop are read. What waits for it runs in a row: one
 * stage of many requests after the other keeps the code of each in the core's caches, and their charges share a sync.
 */
export function endOfTurn(): Promise<void> {
  running ??= new Promise((resolve) => {
    setImmediate(() => {
      running = null
      resolve()
    })
  })
  return running
}
