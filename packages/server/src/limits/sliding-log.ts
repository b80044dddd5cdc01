/** The times of the counted requests of one key, oldest first, in a ring that grows with use up to the limit. */
export interface SlidingLog {
  times: Float64Array
  first: number
  count: number
}

const startCapacity = 16

export function createSlidingLog(): SlidingLog {
  return { times: new Float64Array(startCapacity), first: 0, count: 0 }
}

/** Forgets what lies a whole window back: a request at `t` counts until `t + windowMs`, exclusive. */
export function expire(log: SlidingLog, now: number, windowMs: number): void {
  while (log.count > 0 && now - oldest(log) >= windowMs) forgetOldest(log)
}

export function forgetOldest(log: SlidingLog): void {
  log.first = (log.first + 1) % log.times.length
  log.count -= 1
}

export function record(log: SlidingLog, now: number): void {
  if (log.count === log.times.length) grow(log)
  log.times[(log.first + log.count) % log.times.length] = now
  log.count += 1
}

/** The oldest counted time; only asked of a log that is not empty. */
export function oldest(log: SlidingLog): number {
  return log.times[log.first] ?? Number.NaN
}

function grow(log: SlidingLog): void {
  const times = new Float64Array(log.times.length * 2)
  for (let index = 0; index < log.count; index++) {
    times[index] = log.times[(log.first + index) % log.times.length] ?? Number.NaN
  }
  log.times = times
  log.first = 0
}
