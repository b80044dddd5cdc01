import type { Scheduler } from 'fast-check'

export class Crash extends Error {}

/** A process that stops at one of its calls, before or after what it does, and does nothing any more. */
export interface CrashingProcess {
  /** The object with each call scheduled, and stopped where the process stops. */
  through<T extends object>(target: T): T
}

/**
 * @param crashAt number of the call at which it stops; null: never
 * @param scheduler decides which of all processes' calls goes on
 */
export function createCrashingProcess(scheduler: Scheduler, crashAt: number | null, isDone: boolean): CrashingProcess {
  let calls = 0
  async function call(work: () => Promise<unknown>): Promise<unknown> {
    const number = calls++
    await scheduler.schedule(Promise.resolve())
    if (crashAt !== null && number >= crashAt) {
      if (number === crashAt && isDone) await work()
      throw new Crash()
    }
    return work()
  }
  return {
    through: (target) =>
      new Proxy(target, {
        get(object, name) {
          const value: unknown = Reflect.get(object, name)
          if (typeof value !== 'function') return value
          return (...given: unknown[]) => call(async () => Reflect.apply(value, object, given))
        },
      }),
  }
}
