import type { CliIo } from '../cli-io.ts'

/** The first and the second request to stop: the first ends in order, the second at once. */
export interface StopRequests {
  readonly first: Promise<void>
  readonly second: Promise<void>
  forget(): void
}

export function countStops(io: CliIo): StopRequests {
  const waiting: (() => void)[] = []
  const next = (): Promise<void> => new Promise((resolve) => waiting.push(resolve))
  const [first, second] = [next(), next()]
  return { first, second, forget: io.onStop(() => waiting.shift()?.()) }
}
