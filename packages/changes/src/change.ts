/** Types of changes, in the order of the docs. */
export const changeTypes = [
  'artifacts.replaced',
  'schedule.added',
  'schedule.changed',
  'schedule.removed',
  'odds.captured',
  'odds.closed',
  'series.finished',
  'forecast.kept',
] as const

export type ChangeType = (typeof changeTypes)[number]

/** Change before the store gives it a place. `fields` are the public ones beside `seq`, `atUtc` and `type`. */
export interface NewChange {
  readonly type: ChangeType
  readonly fields: Readonly<Record<string, unknown>>
}

/** Change in a store. */
export interface StoredChange {
  /** Place of the change: opaque, of one length, strictly rising as text over restarts and processes of a store. */
  readonly seq: string
  readonly type: ChangeType
  /** JSON of the whole public record, `seq`, `atUtc` and `type` first. */
  readonly json: string
}

/**
 * Changes that one observation found, with the marks that remember what was observed. A store keeps a batch only if the mark
 * `guard.key` still has the value `guard.from`, so that several processes that observe the same write it once.
 */
export interface ChangeBatch {
  readonly guard: { readonly key: string; readonly from: string | null; readonly to: string | null }
  /** Further marks to set, or with null to forget. */
  readonly marks: readonly (readonly [key: string, value: string | null])[]
  readonly changes: readonly NewChange[]
}

/**
 * Changes after a place. `gone`: the place is older than what is kept, newer than everything, or of another store; `oldest` is
 * the oldest place after which every change is kept.
 */
export type ChangesSince =
  | { readonly kind: 'changes'; readonly changes: readonly StoredChange[] }
  | { readonly kind: 'gone'; readonly oldest: string }

/** Log of changes: in files or in PostgreSQL. Kept for 14 days, at most the newest 100,000. */
export interface ChangeStore {
  /** Place of the newest change, or the place where the log begins. */
  head(): string
  /**
   * Changes after a place, oldest first, from memory. With several processes on one store, a place that another process gave may
   * be newer than the head here; then there are no changes yet, and a reader must skip later ones that do not follow its place.
   * @param since a place in the form of this store
   * @param most number of changes to return at most, the oldest; by default all, up to 100,000
   */
  since(since: string, most?: number): ChangesSince
  /** Marks whose key begins with a prefix. */
  marks(prefix: string): Promise<ReadonlyMap<string, string>>
  /** Keeps the batches whose guards hold, durably and each as a whole. Resolves with whether each was kept. */
  append(batches: readonly ChangeBatch[]): Promise<readonly boolean[]>
  /** Calls a listener with durable changes of any process, in order, each once. Returns the function that stops it. */
  onChanges(listener: (changes: readonly StoredChange[]) => void): () => void
  close(): Promise<void>
}
