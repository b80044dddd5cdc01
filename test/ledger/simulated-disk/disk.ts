import type { SeededRandom } from '@riftline/core'
import type { Fs, FsFile } from '#base/node/fs.ts'
import { createNames } from './names.ts'
import { createInode, cutPower, dropUnsynced, type Inode, syncInode, truncateTo, writeTo } from './platter.ts'

/** Faults of one session with the disk; calls that change the disk are counted from 1. */
export interface Trouble {
  /** Number of the call in which the machine stops: this call and all later ones never return. */
  readonly crashAt?: number
  /** Number of calls from the first removal of a segment to the crash; 0 for a crash in the removal itself. */
  readonly crashAfterRemoval?: number
  /** Number of the one call that fails, and its error. `short` writes half of the bytes. */
  readonly fail?: { readonly at: number; readonly as: 'EIO' | 'ENOSPC' | 'short' }
  /** Whether some writes are short; false by default. */
  readonly shortWrites?: boolean
  /** Whether `stopIn` can stop calls in their middle; false by default, which is faster. */
  readonly stops?: boolean
}

export interface Session {
  readonly fs: Fs
  /** Resolves at the crash. */
  readonly crashed: Promise<void>
  /** Resolves when the failing call is made. */
  readonly faulted: Promise<void>
  isStopped(): boolean
  /** Acts like SIGSTOP: no call begins or returns until `wake`. */
  stop(): void
  /** Acts like SIGSTOP in the middle of a later call, reads included; 1 for the next call. */
  stopIn(calls: number): void
  wake(): void
  /** Ends the session: calls never return afterwards. */
  end(): void
}

/**
 * A disk in memory with one folder tree. It outlives its sessions, and the power can be cut between two of them. Every random
 * choice comes from `random`, so that a seed repeats a whole run.
 */
export interface SimulatedDisk {
  start(trouble?: Trouble): Session
  cutPower(): void
  /** Content of files as programs read it, by path. */
  files(): ReadonlyMap<string, Buffer>
  /** Bytes of all files that are certain to survive a power cut. */
  syncedBytes(): Buffer
  /** Writes a file durably, or removes it. */
  put(path: string, bytes: Buffer | null): void
}

export function createDisk(random: SeededRandom): SimulatedDisk {
  const names = createNames()

  function start(trouble: Trouble = {}): Session {
    const { crashAt = 0, crashAfterRemoval, fail, shortWrites = false, stops = false } = trouble
    let count = 0
    let untilStop = 0
    let asleep: Promise<void> | null = null
    let wake = (): void => {}
    let lastCall = crashAt
    let dead = false
    let tellCrash: () => void
    let tellFault: () => void
    const faulted = new Promise<void>((resolve) => {
      tellFault = resolve
    })
    const crashed = new Promise<void>((resolve) => {
      tellCrash = resolve
    })

    function stop(): void {
      asleep ??= new Promise((resolve) => {
        wake = () => {
          asleep = null
          resolve()
        }
      })
    }

    /** Runs a call; the process may be stopped before or after the kernel has carried it out. */
    async function onTime<T>(act: () => T): Promise<T> {
      untilStop -= 1
      const isLast = untilStop === 0
      const isDone = isLast && random.below(2) === 0
      if (isLast && !isDone) stop()
      while (asleep !== null) await asleep
      if (dead) return never<T>()
      const result = act()
      if (isDone) stop()
      return result
    }

    /** @param lose effect of a failed call, @param half effect that a crash in the middle of the call may leave */
    async function change<T>(act: () => T, lose: () => void = () => {}, half: () => unknown = act): Promise<T> {
      if (dead) return never<T>()
      count += 1
      if (count === lastCall) {
        dead = true
        tellCrash()
        try {
          if (random.below(2) === 0) half()
        } catch {
          // The machine has stopped, so the error reaches no caller.
        }
        return never<T>()
      }
      if (count === fail?.at) {
        tellFault()
        if (fail.as !== 'short') {
          lose()
          throw errorOf(fail.as)
        }
      }
      const result = stops ? await onTime(act) : act()
      // A call takes a few turns, so that other calls can come between.
      for (let turns = random.below(4); turns > 0; turns -= 1) await null
      while (asleep !== null) await asleep
      return dead ? never<T>() : result
    }

    async function look<T>(act: () => T): Promise<T> {
      if (dead) return never<T>()
      if (!stops) return act()
      const result = await onTime(act)
      while (asleep !== null) await asleep
      return dead ? never<T>() : result
    }

    function known(path: string): Inode {
      const inode = names.seen.get(path)
      if (inode === undefined) throw errorOf('ENOENT')
      return inode
    }

    function write(inode: Inode, bytes: Uint8Array, from: number, to: number, at: number): number {
      const short = (count === fail?.at && fail.as === 'short') || (shortWrites && random.below(16) === 0)
      const end = short ? from + Math.ceil((to - from) / 2) : to
      writeTo(inode, at, Buffer.from(bytes.subarray(from, end)))
      return end - from
    }

    function create(path: string, syncs: boolean): FsFile {
      if (names.seen.has(path)) throw errorOf('EEXIST')
      const inode = createInode()
      names.create(path, inode)
      return syncs ? syncing(inode) : toFile(inode)
    }

    function append(path: string): FsFile {
      const inode = names.seen.get(path) ?? createInode()
      if (!names.seen.has(path)) names.create(path, inode)
      const file = toFile(inode)
      return {
        ...file,
        write: (bytes, from, to) => change(() => write(inode, bytes, from, to, inode.seen.length)),
      }
    }

    function unlink(path: string): Promise<void> {
      if (lastCall === 0 && crashAfterRemoval !== undefined && path.endsWith('.rlj'))
        lastCall = count + 1 + crashAfterRemoval
      return change(() => known(path) && names.unlink(path))
    }

    const toFile = (inode: Inode): FsFile => ({
      write: (bytes, from, to, position) => change(() => write(inode, bytes, from, to, position)),
      read: (length, position) => look(() => Buffer.from(inode.seen.subarray(position, position + length))),
      inode: () => look(() => inode.number),
      truncate: (length) => change(() => truncateTo(inode, length)),
      sync: () =>
        change(
          () => syncInode(inode),
          () => dropUnsynced(inode),
        ),
      close: () => look(() => {}),
    })

    /** A file whose writes include a sync; a crash can come between the two, and either can fail. */
    const syncing = (inode: Inode): FsFile => ({
      ...toFile(inode),
      write(bytes, from, to, position) {
        const put = (): number => write(inode, bytes, from, to, position)
        const whole = (): number => {
          const count = put()
          syncInode(inode)
          return count
        }
        const fail = (): void => {
          if (random.below(2) === 0) put()
          dropUnsynced(inode)
        }
        return change(whole, fail, () => (random.below(2) === 0 ? whole() : put()))
      },
    })

    const fs: Fs = {
      makeFolder: () => look(() => {}),
      list: (folder) => look(() => namesIn(names.seen, folder)),
      mode: () => look(() => 0o700),
      otherOwner: () => look(() => null),
      inode: (path) => look(() => known(path).number),
      freeBytes: () => look(() => Number.POSITIVE_INFINITY),
      size: (path) => look(() => known(path).seen.length),
      read: (path, offset = 0, length = Number.POSITIVE_INFINITY) =>
        look(() => Buffer.from(known(path).seen.subarray(offset, offset + length))),
      open(path, how) {
        if (how === 'update') return look(() => toFile(known(path)))
        return change(() => (how === 'append' ? append(path) : create(path, how === 'create-synced')))
      },
      rename: (from, to) => change(() => known(from) && names.rename(from, to)),
      unlink,
      syncFolder: (path) => change(() => names.sync(path)),
    }
    const end = (): void => {
      dead = true
    }
    const stopIn = (calls: number): void => {
      untilStop = calls
    }
    return { fs, crashed, faulted, isStopped: () => asleep !== null, stop, stopIn, wake: () => wake(), end }
  }

  return {
    start,
    cutPower() {
      names.cutPower(random)
      for (const inode of names.seen.values()) cutPower(inode, random)
    },
    files: () => new Map([...names.seen].map(([path, { seen }]) => [path, seen])),
    syncedBytes: () => Buffer.concat([...names.seen.values()].map(({ safe }) => safe)),
    put(path, bytes) {
      if (bytes === null) {
        names.unlink(path)
      } else {
        const copy = Buffer.from(bytes)
        names.create(path, { ...createInode(), seen: copy, safe: Buffer.from(copy) })
      }
      names.sync(path.slice(0, path.lastIndexOf('/')))
    },
  }
}

/** Returns a new promise each time, so that its waiting callers can be garbage-collected. */
function never<T>(): Promise<T> {
  return new Promise<T>(() => {})
}

function namesIn(files: ReadonlyMap<string, unknown>, folder: string): string[] {
  const prefix = `${folder}/`
  return [...files.keys()].flatMap((path) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []))
}

/** Creates an error without a stack, which would take more time than the rest of a run. */
function errorOf(code: string): Error {
  return Object.assign(Object.create(Error.prototype) as Error, { code, message: `${code}: simulated` })
}
