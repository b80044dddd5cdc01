import { requireOptions } from '@riftline/base'
import { createSingle, errorFields } from '@riftline/base/node'
import { createChangeWriter } from './change-writer.ts'
import { watchKept, watchServed } from './watch-heads.ts'
import { watchOdds } from './watch-odds.ts'
import { watchResults } from './watch-results.ts'
import { watchSchedule } from './watch-schedule.ts'
import type { WatchingOptions } from './watching-options.ts'

/** Running watchers. */
export interface Watching {
  /** Looks at everything once, as a timer does every second. Never rejects. */
  look(): Promise<void>
  /** Stops, and finishes a look that is going on. */
  close(): Promise<void>
}

const lookMs = 1000

/**
 * Compares what a server serves with what was written, every second, and writes the difference as changes. The first look of a log
 * only takes note of what there is. A look that fails is logged once as `changes_not_written`, and made again.
 */
export function startWatching(options: WatchingOptions): Watching {
  const names = ['store', 'serving', 'schedule', 'odds', 'kept', 'clock', 'timers', 'log', 'metrics']
  requireOptions(options, names)
  const { store, serving, schedule, odds, kept, clock, timers, log, metrics } = options
  const writer = (prefix: string) => createChangeWriter(store, prefix, metrics)
  const watchers = {
    artifacts: watchServed(writer('artifacts'), serving),
    schedule: watchSchedule({ writer: writer('schedule'), schedule, serving }),
    odds: watchOdds({ writer: writer('odds'), odds, schedule, serving }),
    kept: watchKept(writer('kept'), kept),
    results: watchResults({ writer: writer('result'), store, serving, kept }),
  }
  const failing = new Set<string>()
  const looking = createSingle(async () => {
    for (const [of, watcher] of Object.entries(watchers)) {
      try {
        await watcher.look(clock.now())
        failing.delete(of)
      } catch (error) {
        if (!failing.has(of)) log({ level: 'error', event: 'changes_not_written', of, ...errorFields(error) })
        failing.add(of)
      }
    }
  })
  const stop = timers.every(lookMs, () => void looking.run())
  void looking.run()
  return {
    look: () => looking.run(),
    async close() {
      stop()
      await looking.idle()
    },
  }
}
