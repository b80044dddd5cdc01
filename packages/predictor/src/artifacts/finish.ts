/** Runs a generator to its end and returns its value. */
export function finish<T>(steps: Generator<undefined, T, undefined>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
