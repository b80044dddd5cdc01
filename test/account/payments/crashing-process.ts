import type { Scheduler } from 'fast-check'

export class Crash extends Error {}

/** A process that stops before or after one of its calls takes effect; this call and all later ones throw `Crash`. */
export interface CrashingProcess {
  /** Wraps an object: the scheduler orders its calls, and the crash stops them. */
  through<T extends object>(target: T): T
}

/**
 * @param crashAt number of the call at which the process stops; null: never
 * @param scheduler picks the next call among those of all processes
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
