import { type Fs, unfinished, unlinkIfThere } from '@riftline/base/node'

/**
 * The disk as the holder of a lock may use it: nothing is moved to its place or removed without a look at the lock. A
 * process can be stopped between look and move, so the look alone is not enough. But what is to be moved was prepared
 * before that look, under a name with the ending of unfinished files, and the next holder of the lock
 * removes it (`clearUnfinished`): the move then fails.
 */
export function fence(fs: Fs, look: () => Promise<void>): Fs {
  return {
    ...fs,
    async rename(from, to) {
      await look()
      await fs.rename(from, to)
    },
    async unlink(path) {
      await look()
      await fs.unlink(path)
    },
  }
}

/**
 * Removes what others have prepared, or a crash has left: the first thing that a new holder of the lock does. From then on
 * nothing changes its place but by this holder. What is listed before a look that succeeds is no successor's.
 */
export async function clearUnfinished(fenced: Fs, folder: string): Promise<void> {
  for (const name of await fenced.list(folder))
    if (name.endsWith(unfinished)) await unlinkIfThere(fenced, `${folder}/${name}`)
}
