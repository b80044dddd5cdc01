import { constants, fstatSync, fsync, ftruncate, promises, readSync, statSync, write } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { platform } from 'node:os'
import type { Fs, FsFile } from './fs.ts'

/**
 * File system of this machine. Inodes and small reads of an open file are synchronous: the kernel holds both in memory, and the thread
 * pool would take ten times as long, before every answer that costs credits.
 */
export const nodeFs: Fs = {
  async makeFolder(path) {
    await promises.mkdir(path, { recursive: true, mode: 0o700 })
  },
  list: (folder) => promises.readdir(folder),
  mode: async (path) => (await promises.stat(path)).mode & 0o777,
  async otherOwner(path) {
    const { uid } = await promises.stat(path)
    // Loaded here because importing `node:process` opens the standard streams.
    const { geteuid } = await import('node:process')
    const own = geteuid?.()
    return own === undefined || uid === own ? null : uid
  },
  inode: async (path) => statSync(path, { bigint: true }).ino,
  size: async (path) => (await promises.stat(path)).size,
  async freeBytes(folder) {
    const { bavail, bsize } = await promises.statfs(folder)
    return bavail * bsize
  },
  async read(path, offset = 0, length = Number.POSITIVE_INFINITY) {
    const handle = await open(path, constants.O_RDONLY)
    try {
      const { size } = await handle.stat()
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)))
      return bytes.subarray(0, await fill(handle, bytes, offset))
    } finally {
      await handle.close()
    }
  },
  async open(path, how) {
    if (how === 'append') return toFile(await open(path, 'a', 0o600), true)
    const create = how === 'update' ? 0 : constants.O_CREAT | constants.O_EXCL
    const syncs = how === 'create-synced'
    const handle = await open(path, constants.O_RDWR | create | (syncs ? syncedWrites : 0), 0o600)
    return syncs && syncedWrites === 0 ? syncingEach(handle) : toFile(handle)
  },
  rename: (from, to) => promises.rename(from, to),
  unlink: (path) => promises.unlink(path),
  async syncFolder(path) {
    const handle = await open(path, constants.O_RDONLY)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  },
}

/** Flag that writes and syncs in one call, on Linux, where it also flushes the disk's cache. Elsewhere Node's `fdatasync` does that. */
const syncedWrites = platform() === 'linux' ? constants.O_DSYNC : 0

async function fill(handle: FileHandle, bytes: Buffer, offset: number): Promise<number> {
  let filled = 0
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, offset + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return filled
}

/** Uses callbacks, because a `FileHandle` takes a third longer for the small writes and syncs of a journal. */
function toFile(handle: FileHandle, appends: boolean = false): FsFile {
  const { fd } = handle
  const done = (act: (callback: (error: Error | null) => void) => void): Promise<void> =>
    new Promise((resolve, reject) => act((error) => (error === null ? resolve() : reject(error))))
  return {
    write: (bytes, from, to, position) =>
      new Promise((resolve, reject) =>
        write(fd, bytes, from, to - from, appends ? null : position, (error, count) =>
          error === null ? resolve(count) : reject(error),
        ),
      ),
    async read(length, position) {
      const bytes = Buffer.allocUnsafe(length)
      return bytes.subarray(0, readSync(fd, bytes, 0, length, position))
    },
    inode: async () => fstatSync(fd, { bigint: true }).ino,
    truncate: (length) => done((callback) => ftruncate(fd, length, callback)),
    sync: () => done((callback) => fsync(fd, callback)),
    close: () => handle.close(),
  }
}

function syncingEach(handle: FileHandle): FsFile {
  const file = toFile(handle)
  return {
    ...file,
    async write(bytes, from, to, position) {
      const count = await file.write(bytes, from, to, position)
      await handle.datasync()
      return count
    },
  }
}
