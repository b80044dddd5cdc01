/**
 * Disk as the ledger needs it. A method resolves when the call has returned, and only synced content survives a power cut: bytes by `sync`
 * of their file or a write that syncs, names by `syncFolder`. Errors are those of Node, with their `code` (`ENOENT`, `EIO`, `ENOSPC`).
 */
export interface Fs {
  /** Makes a folder and those above it, for the owner alone (0700). */
  makeFolder(path: string): Promise<void>
  /** Names of the entries, in any order. */
  list(folder: string): Promise<readonly string[]>
  /** Permission bits. */
  mode(path: string): Promise<number>
  /** The user it belongs to, where that is not the one this process runs as. */
  otherOwner(path: string): Promise<number | null>
  /** Number of the file that has this name now; no two open files share a number. */
  inode(path: string): Promise<bigint>
  size(path: string): Promise<number>
  /** Free bytes of the disk behind a folder. */
  freeBytes(folder: string): Promise<number>
  /** `length` bytes from `offset`, fewer at the end; the whole file by default. */
  read(path: string, offset?: number, length?: number): Promise<Buffer>
  /**
   * `create` refuses a file that exists; new files are for the owner alone (0600). `create-synced` is `create`, and the bytes
   * that a `write` says it has written survive a power cut.
   */
  open(path: string, how: 'create' | 'create-synced' | 'update'): Promise<FsFile>
  rename(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
  syncFolder(path: string): Promise<void>
}

/** An open file. */
export interface FsFile {
  /** Writes bytes `from` to `to` at `position` and gives how many it wrote: a short write is no error. */
  write(bytes: Uint8Array, from: number, to: number, position: number): Promise<number>
  /** `length` bytes from `position`, fewer at the end. */
  read(length: number, position: number): Promise<Buffer>
  /** As `Fs.inode`, whatever name the file has now, if any. */
  inode(): Promise<bigint>
  truncate(length: number): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

/** Ending of a file's name until the file is complete and moved to its place. */
export const unfinished = '.tmp'

/** Writes all bytes: one call may write fewer than it was given. */
export async function writeFully(file: FsFile, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const count = await file.write(bytes, written, bytes.length, position + written)
    if (count <= 0) throw new Error('the disk took no bytes')
    written += count
  }
}

/**
 * Writes a file whole or not at all: beside its place, synced, then moved to it. Pieces need not be in memory all at once.
 * @param writer tells the unfinished file from that of another writer of the same one
 */
export async function replaceFileInPieces(
  fs: Fs,
  folder: string,
  name: string,
  pieces: Iterable<Uint8Array>,
  writer: string = '',
): Promise<void> {
  const path = `${folder}/${name}`
  const beside = `${path}${writer === '' ? '' : `.${writer}`}${unfinished}`
  await unlinkIfThere(fs, beside)
  await writePieces(await fs.open(beside, 'create'), pieces)
  await fs.rename(beside, path)
  await fs.syncFolder(folder)
}

/** `replaceFileInPieces` with bytes in one piece. */
export function replaceFile(fs: Fs, folder: string, name: string, bytes: Uint8Array, writer?: string): Promise<void> {
  return replaceFileInPieces(fs, folder, name, [bytes], writer)
}

/** Writes a new file in full, syncs and closes it; gives its size. */
export async function writePieces(file: FsFile, pieces: Iterable<Uint8Array>): Promise<number> {
  try {
    let sizeBytes = 0
    for (const piece of pieces) {
      await writeFully(file, piece, sizeBytes)
      sizeBytes += piece.length
    }
    await file.sync()
    return sizeBytes
  } finally {
    await file.close()
  }
}

/** Removes a file; one that is not there is no error. */
export async function unlinkIfThere(fs: Fs, path: string): Promise<void> {
  await ifThere(fs.unlink(path))
}

/** Resolves with the result of a call about a file or folder; with null if there is none. */
export async function ifThere<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Whether an error says that there is no such file or folder. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ENOENT'
}
