import { dirname } from 'node:path'
import type { SeededRandom } from '@riftline/core'
import type { Inode } from './platter.ts'

/** A change of names that is not synced in its folder yet. */
interface Unsynced {
  readonly folder: string
  /** New name and its file; absent for a removal. */
  readonly made?: { readonly path: string; readonly inode: Inode }
  readonly gone?: string
}

/** Names of all files by path, both as programs see them and as they survive a power cut. */
export interface Names {
  readonly seen: ReadonlyMap<string, Inode>
  create(path: string, inode: Inode): void
  rename(from: string, to: string): void
  unlink(path: string): void
  sync(folder: string): void
  /** Keeps unsynced changes in order up to a random one, or a random choice of them. */
  cutPower(random: SeededRandom): void
}

export function createNames(): Names {
  const seen = new Map<string, Inode>()
  let safe = new Map<string, Inode>()
  let unsynced: Unsynced[] = []

  function change(call: Unsynced): void {
    apply(seen, call)
    unsynced.push(call)
  }

  return {
    seen,
    create: (path, inode) => change({ folder: dirname(path), made: { path, inode } }),
    rename(from, to) {
      const inode = seen.get(from)!
      change({ folder: dirname(to), made: { path: to, inode }, gone: from })
    },
    unlink: (path) => change({ folder: dirname(path), gone: path }),
    sync(folder) {
      for (const call of unsynced) if (call.folder === folder) apply(safe, call)
      unsynced = unsynced.filter((call) => call.folder !== folder)
    },
    cutPower(random) {
      const inOrder = random.below(3) === 0
      const kept = random.below(unsynced.length + 1)
      for (const [index, call] of unsynced.entries())
        if (inOrder ? index < kept : random.below(2) === 0) apply(safe, call)
      unsynced = []
      safe = new Map(safe)
      seen.clear()
      for (const [path, inode] of safe) seen.set(path, inode)
    },
  }
}

function apply(names: Map<string, Inode>, { made, gone }: Unsynced): void {
  if (gone !== undefined) names.delete(gone)
  if (made !== undefined) names.set(made.path, made.inode)
}
