/** Oldest first; of one moment, by id. */
export function inOrder<T extends { readonly id: string; readonly createdAt: number }>(all: Iterable<T>): readonly T[] {
  return [...all].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
}
