/** What `work` gives; where it throws, `error` says why instead. */
export function orThrow<T>(work: () => T, error: () => Error): T {
  try {
    return work()
  } catch {
    throw error()
  }
}
