/** Runs tasks one after the other, in order; one that fails does not stop the next. */
export type Serial = <T>(task: () => Promise<T>) => Promise<T>

/** A queue of its own: what else runs is not waited for. */
export function createSerial(): Serial {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const run = last.then(task)
    last = run.catch(() => {})
    return run
  }
}
