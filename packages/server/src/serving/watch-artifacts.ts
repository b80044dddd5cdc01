import { existsSync, type FSWatcher, watch } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Timers } from '@riftline/base/node'
import { findArtifacts } from '@riftline/predictor/node'

export interface WatchDeps {
  readonly folder: string
  /** The folder's identity when it was loaded. */
  readonly loaded: string
  readonly identity: () => Promise<string>
  readonly onChange: () => Promise<unknown>
  readonly timers: Timers
  readonly pollMs?: number
}

/** A folder counts as changed once nothing in it has changed for this long. */
const quietMs = 250

/**
 * Calls back after a folder was replaced or written to and nothing in it changes any more. Events of `fs.watch` make it
 * quick; a poll makes it sure, since events are lost on some disks and for a folder that is moved away.
 */
export function watchArtifacts(deps: WatchDeps): { stop(): void } {
  const { folder, identity, onChange, timers, pollMs = 2000 } = deps
  let taken = deps.loaded
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
      lookSoon()
    } else {
      taken = now
      moving = null
      await onChange()
    }
  }

  function lookSoon(): void {
    forget()
    if (!stopped) forget = timers.after(quietMs, () => void look())
  }

  const watchers = listen(folder, lookSoon)
  const endPoll = timers.every(pollMs, () => void look())
  return {
    stop() {
      stopped = true
      forget()
      endPoll()
      watchers.stop()
    },
  }
}

/** Watches a folder and the one that it is in; where that fails, the poll is left. */
function listen(folder: string, onEvent: () => void): { stop(): void } {
  const path = resolve(folder)
  let inside = tryWatch(path, onEvent)
  const place = tryWatch(dirname(path), (name) => {
    if (name !== null && name !== basename(path)) return
    // The watcher of a folder goes with it when it is moved away.
    inside?.close()
    inside = tryWatch(path, onEvent)
    onEvent()
  })
  return {
    stop() {
      place?.close()
      inside?.close()
    },
  }
}

function tryWatch(path: string, listener: (name: string | null) => void): FSWatcher | null {
  try {
    const watcher = watch(path, { persistent: false }, (_event, name) => listener(name))
    return watcher.on('error', () => watcher.close())
  } catch {
    return null
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
