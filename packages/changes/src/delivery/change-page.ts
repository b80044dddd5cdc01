import type { ChangeStore, ChangeType, StoredChange } from '../change.ts'

/** Changes that a reader asks for. */
export interface AskedChanges {
  /** Place after which they begin; null: from now on. */
  readonly since: string | null
  /** Types to read; null: all. */
  readonly types: ReadonlySet<ChangeType> | null
}

/** Largest `limit` of a page. */
export const mostChanges = 1000

/** Changes after a place. `next` is the place to go on from, also if there are none. */
export type ChangePage =
  | { readonly kind: 'page'; readonly changes: readonly StoredChange[]; readonly next: string }
  | { readonly kind: 'gone'; readonly oldest: string; readonly next: string }

/**
 * Reads the oldest changes after a place. `gone`: some changes after it are not kept any more, or the place is of another log.
 * @param limit most changes to return
 */
export function changePage(store: ChangeStore, { since, types }: AskedChanges, limit: number): ChangePage {
  const head = store.head()
  if (since === null) return { kind: 'page', changes: [], next: head }
  const found = store.since(since, types === null ? limit : undefined)
  if (found.kind === 'gone') return { kind: 'gone', oldest: found.oldest, next: head }
  const fitting = types === null ? found.changes : found.changes.filter(({ type }) => types.has(type))
  const changes = fitting.slice(0, limit)
  const last = fitting.length > limit ? changes.at(-1) : found.changes.at(-1)
  return { kind: 'page', changes, next: last?.seq ?? since }
}

/** Body of a page as JSON. Changes have their text already. */
export function pageText({ changes, next }: Extract<ChangePage, { readonly kind: 'page' }>): string {
  return `{"changes":[${changes.map(({ json }) => json).join(',')}],"next":${JSON.stringify(next)}}`
}
