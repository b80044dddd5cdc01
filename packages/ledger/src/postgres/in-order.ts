/** Keeps what concerns the same thing in order: what was queued without waiting comes before what is asked next. */
export interface Order {
  /** `work` must not reject. */
  track(key: string, work: Promise<void>): void
  /** Resolves when all work tracked so far under the key has ended. */
  after(key: string): Promise<void> | undefined
  /** Resolves when all work tracked so far has ended. */
  all(): Promise<unknown> | undefined
}

export function createOrder(): Order {
  const running = new Map<string, Promise<void>>()
  return {
    track(key, work) {
      const before = running.get(key)
      const all = before === undefined ? work : Promise.all([before, work]).then(() => {})
      running.set(key, all)
      void all.then(() => {
        if (running.get(key) === all) running.delete(key)
      })
    },
    after: (key) => running.get(key),
    all: () => (running.size === 0 ? undefined : Promise.all(running.values())),
  }
}
