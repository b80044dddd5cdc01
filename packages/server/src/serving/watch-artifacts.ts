import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Timers } from '@riftline/base/node'
import { findArtifacts } from '@riftline/predictor/node'

interface WatchDeps {
  /** The identity when the folder or file was loaded. */
  readonly loaded: string
  readonly identity: () => Promise<string>
  readonly onChange: () => Promise<unknown>
  readonly timers: Timers
}

const pollMs = 2000
/** A folder counts as changed once nothing in it has changed for this long. */
const quietMs = 250

/**
 * Calls back after a folder or file was replaced or written to and nothing in it changes any more. It is looked at again and again,
 * since events of `fs.watch` are lost on some disks and for a folder that is moved away.
 */
export function watchArtifacts({ loaded, identity, onChange, timers }: WatchDeps): { stop(): void } {
  let taken = loaded
  let moving: string | null = null
  let looking = false
  let stopped = false
  let forget = (): void => {}

  async function look(): Promise<void> {
    if (looking || stopped) return
    looking = true
    const now = await identity()
    looking = false
    if (now === taken) moving = null
    else if (now !== moving) {
      moving = now
      forget()
      if (!stopped) forget = timers.after(quietMs, () => void look())
    } else {
      taken = now
      moving = null
      await onChange()
    }
  }

  const endPoll = timers.every(pollMs, () => void look())
  return {
    stop() {
      stopped = true
      forget()
      endPoll()
    },
  }
}

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
