/** What comes first. One listener at a time: the signal outlives much that is waited for. @throws the reason of the signal */
export function orStopped<T>(coming: T | Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onStop = (): void => reject(signal.reason)
    if (signal.aborted) onStop()
    signal.addEventListener('abort', onStop)
    void Promise.resolve(coming)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onStop))
  })
}
