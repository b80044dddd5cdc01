/**
 * Runs a task once at a time for each key. Calls that come while it runs share the one run after it, so that each sees what
 * was true when it was made.
 */
export function createCoalescing<T>(task: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  const waiting = new Map<string, Promise<T>>()

  function run(key: string): Promise<T> {
    const result = task(key).finally(() => {
      if (running.get(key) === result) running.delete(key)
    })
    running.set(key, result)
    return result
  }

  return (key) => {
    const current = running.get(key)
    if (current === undefined) return run(key)
    const shared = waiting.get(key)
    if (shared !== undefined) return shared
    const next = current
      .catch(() => {})
      .then(() => {
        waiting.delete(key)
        return run(key)
      })
    waiting.set(key, next)
    return next
  }
}
