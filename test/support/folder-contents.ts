import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Digests of all files of a folder, by path. */
export async function contentsOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries: [string, string][] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const digest = createHash('sha256').update(await readFile(path))
    entries.push([path.slice(folder.length), digest.digest('hex')])
  }
  return Object.fromEntries(entries.sort())
}
