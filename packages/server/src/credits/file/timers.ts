/** Waiting, injected so that tests decide when it ends. What comes back stops it. Neither keeps the process alive. */
export interface Timers {
  after(milliseconds: number, act: () => void): () => void
  every(milliseconds: number, act: () => void): () => void
}

export const systemTimers: Timers = {
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds).unref()
    return () => clearTimeout(timer)
  },
  every(milliseconds, act) {
    const timer = setInterval(act, milliseconds).unref()
    return () => clearInterval(timer)
  },
}

/** Waits and keeps the process alive meanwhile: at a start nothing else does. */
export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
