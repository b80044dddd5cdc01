import { requireOptions } from '@riftline/base'
import { ConnectionLost } from './connection.ts'

type RunAll<Item, Result> = CollectorOptions<Item, Result>['run']

export interface CollectorOptions<Item, Result> {
  /** Runs many items at once. Returns results in order, an `Error` for an item that failed alone, or nothing when there are none. */
  run(items: readonly Item[]): Promise<readonly (Result | Error)[]>
  readonly most?: number
  readonly inFlight?: number
}

export interface Collector<Item, Result> {
  (item: Item): Promise<Result>
  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void>
}

interface Waiter<Item, Result> {
  readonly item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Gathers items that arrive during runs and handles them in one run: group commit over a database. There is no timer: the items
 * of one turn of the event loop go as soon as a run is free, so runs shrink under light load.
 */
export function createCollector<Item, Result>(options: CollectorOptions<Item, Result>): Collector<Item, Result> {
  requireOptions(options, ['run', 'most', 'inFlight'])
  const { run, most = 64, inFlight = 2 } = options
  const waiting: Waiter<Item, Result>[] = []
  let idlers: (() => void)[] = []
  let running = 0
  let due = false

  const start = (): void => {
    due = false
    while (running < inFlight && waiting.length > 0) void runOnce(waiting.splice(0, most))
  }

  const schedule = (): void => {
    if (due || running >= inFlight || waiting.length === 0) return
    due = true
    setImmediate(start)
  }

  const runOnce = async (batch: readonly Waiter<Item, Result>[]): Promise<void> => {
    running += 1
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index]
        if (result instanceof Error) reject(result)
        else resolve(result as Result)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      running -= 1
      schedule()
      if (running === 0 && waiting.length === 0) {
        for (const resolve of idlers) resolve()
        idlers = []
      }
    }
  }

  const add = (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      schedule()
    })
  const idle = (): Promise<void> =>
    running === 0 && waiting.length === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          idlers.push(resolve)
        })
  return Object.assign(add, { idle })
}

/** Repeats refused items one by one, so that a bad item does not fail the others. A broken connection is no refusal. */
export function oneByOneWhenRefused<Item, Result>(run: RunAll<Item, Result>): RunAll<Item, Result> {
  return async (items) => {
    try {
      return await run(items)
    } catch (error) {
      if (items.length === 1 || error instanceof ConnectionLost) throw error
      const alone = items.map((item) =>
        run([item]).then(
          ([result]) => result as Result | Error,
          (refusal: Error) => refusal,
        ),
      )
      return Promise.all(alone)
    }
  }
}

/** Keeps work on the same key in order: work queued without waiting finishes before a later request. */
export function createOrder() {
  const running = new Map<string, Promise<void>>()
  return {
    /** Tracks work. @param work must not reject */
    track(key: string, work: Promise<void>): void {
      const before = running.get(key)
      const all = before === undefined ? work : Promise.all([before, work]).then(() => {})
      running.set(key, all)
      void all.then(() => {
        if (running.get(key) === all) running.delete(key)
      })
    },
    /** Resolves when all work tracked so far under the key has ended. */
    after: (key: string): Promise<void> | undefined => running.get(key),
    /** Resolves when all work tracked so far has ended. */
    all: (): Promise<unknown> | undefined => (running.size === 0 ? undefined : Promise.all(running.values())),
  }
}

export type Order = ReturnType<typeof createOrder>
