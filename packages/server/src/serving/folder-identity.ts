import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findArtifacts } from '@riftline/predictor/node'

/**
 * A text that changes when a folder is replaced or any file in it is written: inode, size and times of each, without
 * reading one. What is not there has an identity of its own, so this never rejects.
 */
export async function folderIdentity(folder: string): Promise<string> {
  try {
    const names = (await readdir(folder, { recursive: true })).sort()
    return (await Promise.all(['', ...names].map((name) => fileIdentity(folder, name)))).join('\n')
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

async function fileIdentity(folder: string, name: string): Promise<string> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(join(folder, name), { bigint: true })
  return [name, dev, ino, size, mtimeNs, ctimeNs].join(' ')
}

const own = 'artifacts'

/**
 * The folder to serve, asked for each time: the named one, else `./artifacts` as soon as that is there, which the first sync or update
 * makes, else the installed package. One that was there stays the choice while it is replaced.
 *
 * @throws ArtifactError `artifact_missing` without any
 */
export function servedFolder(named: string | null): () => string {
  let folder = named ?? findArtifacts()
  return () => {
    if (named === null && existsSync(`${own}/manifest.json`)) folder = own
    return folder
  }
}
