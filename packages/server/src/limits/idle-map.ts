/** Values by key that are forgotten when they are idle. */
export interface IdleMap<V> {
  get(key: string, now: number): V | undefined
  /** The value of a key, which is made where there is none. */
  getOrSet(key: string, now: number, create: () => V): V
  set(key: string, value: V, now: number): void
  delete(key: string): void
  readonly size: number
}

/**
 * A value that nobody asked for during a whole period is forgotten, within two. Two maps take turns, so that forgetting
 * costs nothing per call and needs no timer.
 *
 * @param most values in one turn; one more begins the next turn early, so that memory is bounded under attack
 */
export function createIdleMap<V>(periodMs: number, most: number = Number.POSITIVE_INFINITY): IdleMap<V> {
  let current = new Map<string, V>()
  let previous = new Map<string, V>()
  let turnedMs = Number.NEGATIVE_INFINITY
  const turn = (now: number): void => {
    previous = now - turnedMs >= 2 * periodMs ? new Map() : current
    current = new Map()
    turnedMs = now
  }
  function get(key: string, now: number): V | undefined {
    if (now - turnedMs >= periodMs) turn(now)
    const value = current.get(key)
    if (value !== undefined) return value
    const idle = previous.get(key)
    if (idle !== undefined) {
      previous.delete(key)
      current.set(key, idle)
    }
    return idle
  }
  function set(key: string, value: V, now: number): V {
    const isFull = current.size >= most && !current.has(key)
    if (isFull || now - turnedMs >= periodMs) turn(now)
    current.set(key, value)
    return value
  }
  return {
    get,
    set,
    getOrSet: (key, now, create) => get(key, now) ?? set(key, create(), now),
    delete(key) {
      current.delete(key)
      previous.delete(key)
    },
    get size() {
      return current.size + previous.size
    },
  }
}
