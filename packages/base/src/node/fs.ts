/**
 * File operations of the ledger. Only synced content survives a power cut: bytes by `sync` of their file or by a write that syncs,
 * names by `syncFolder`. Errors are those of Node, with their `code` (`ENOENT`, `EIO`, `ENOSPC`).
 */
export interface Fs {
  /** Creates a folder and its parents, with access for the owner alone (0700). */
  makeFolder(path: string): Promise<void>
  /** Lists the names of the entries, in any order. */
  list(folder: string): Promise<readonly string[]>
  /** Returns the permission bits. */
  mode(path: string): Promise<number>
  /** Returns the owner's user id if the file belongs to another user than this process; else null. */
  otherOwner(path: string): Promise<number | null>
  /** Returns the inode number behind this name; no two open files share a number. */
  inode(path: string): Promise<bigint>
  size(path: string): Promise<number>
  /** Returns the free bytes of the disk that holds a folder. */
  freeBytes(folder: string): Promise<number>
  /** Reads `length` bytes from `offset`, or fewer at the end of the file; by default the whole file. */
  read(path: string, offset?: number, length?: number): Promise<Buffer>
  /**
   * Opens a file. `create` refuses an existing file, and gives access to the owner alone (0600). `create-synced` is `create` with
   * writes whose bytes survive a power cut once `write` has returned. `append` creates a missing file; each of its writes goes to the end
   * of the file in one step, whatever its position and whoever else appends.
   */
  open(path: string, how: 'create' | 'create-synced' | 'update' | 'append'): Promise<FsFile>
  rename(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
  syncFolder(path: string): Promise<void>
}

/** Open file. */
export interface FsFile {
  /** Writes the bytes from index `from` to `to` at `position`. Returns their number, which may be smaller without an error. */
  write(bytes: Uint8Array, from: number, to: number, position: number): Promise<number>
  /** Reads `length` bytes from `position`, or fewer at the end of the file. */
  read(length: number, position: number): Promise<Buffer>
  /** Returns the inode number of the open file, even if it was renamed or removed. */
  inode(): Promise<bigint>
  truncate(length: number): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

/** Suffix of a file until it is complete and renamed. */
export const unfinished = '.tmp'

/** Writes all bytes; a single call of `write` may write fewer. */
export async function writeFully(file: FsFile, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const count = await file.write(bytes, written, bytes.length, position + written)
    if (count <= 0) throw new Error('the disk took no bytes')
    written += count
  }
}

/**
 * Replaces a file atomically: writes a new file beside it, syncs it and renames it. The pieces need not all be in memory.
 * @param writer distinguishes the unfinished file from that of another process that writes the same file
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

/** Replaces a file like `replaceFileInPieces`, with all bytes in one piece. */
export function replaceFile(fs: Fs, folder: string, name: string, bytes: Uint8Array, writer?: string): Promise<void> {
  return replaceFileInPieces(fs, folder, name, [bytes], writer)
}

/** Writes a new file in full, syncs and closes it. @returns its size in bytes */
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

/** Removes a file; a missing file is no error. */
export async function unlinkIfThere(fs: Fs, path: string): Promise<void> {
  await ifThere(fs.unlink(path))
}

/** Resolves with the result of a file operation; with null if the file or folder is missing. */
export async function ifThere<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Tells whether an error reports a missing file or folder. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ENOENT'
}
