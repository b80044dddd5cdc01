import type { ChangeBatch, ChangeStore } from '../change.ts'

/** Counter of changes that this process wrote, with its help text. */
export const changeCounters = { changes_written_total: 'Changes written, by type.' } as const

/** Receives counts of changes. */
export interface ChangeMetrics {
  count(name: keyof typeof changeCounters, labels: { readonly type: string }): void
}

/** Changes that were written already, as far as one watcher remembers them by its marks. */
export interface ChangeWriter {
  /** Marks of the watcher, from memory once they were read. */
  marks(): Promise<ReadonlyMap<string, string>>
  /** Writes changes. Resolves with false if another process wrote some of them: the marks are then read again. */
  write(batches: readonly ChangeBatch[]): Promise<boolean>
}

/** Creates the memory of one watcher. @param prefix of the keys of its marks */
export function createChangeWriter(store: ChangeStore, prefix: string, metrics: ChangeMetrics): ChangeWriter {
  let known: Map<string, string> | null = null
  return {
    async marks() {
      known ??= new Map(await store.marks(prefix))
      return known
    },
    async write(batches) {
      if (batches.length === 0) return true
      const marks = known
      // After an error it is unknown what was kept.
      known = null
      const kept = await store.append(batches)
      for (const [at, { guard, marks: others, changes }] of batches.entries()) {
        if (kept[at] !== true) continue
        for (const { type } of changes) metrics.count('changes_written_total', { type })
        for (const [key, value] of [[guard.key, guard.to] as const, ...others]) {
          if (value === null) marks?.delete(key)
          else marks?.set(key, value)
        }
      }
      const isWhole = kept.every((one) => one)
      if (isWhole) known = marks
      return isWhole
    },
  }
}

/** The batch of a first look, which sets the marks of its batches without a change: nobody has asked for what was there before. */
export function asBaseline(guardKey: string, batches: readonly ChangeBatch[]): ChangeBatch {
  const marks = batches.map(({ guard }) => [guard.key, guard.to] as const)
  return { guard: { key: guardKey, from: null, to: 'watched' }, marks, changes: [] }
}

/** Watches one kind of change. */
export interface Watcher {
  /** Compares what is served with what was written, and writes the difference. */
  look(nowMs: number): Promise<void>
}
