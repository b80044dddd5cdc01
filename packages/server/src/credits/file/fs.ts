/**
 * The little of a disk that the ledger needs. A method resolves when the call has returned, and only what was synced
 * survives a power cut: bytes by `sync` or `datasync` of their file, names by `syncFolder`.
 *
 * Errors are those of Node, with their `code` (`ENOENT`, `EIO`, `ENOSPC`).
 */
export interface Fs {
  /** Makes a folder and those above it, for the owner alone (0700). */
  makeFolder(path: string): Promise<void>
  /** Names of the entries, in any order. */
  list(folder: string): Promise<readonly string[]>
  /** Permission bits. */
  mode(path: string): Promise<number>
  size(path: string): Promise<number>
  /** `length` bytes from `offset`, fewer at the end; the whole file by default. */
  read(path: string, offset?: number, length?: number): Promise<Buffer>
  /** `create` refuses a file that exists; new files are for the owner alone (0600). */
  open(path: string, how: 'create' | 'update'): Promise<FsFile>
  rename(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
  syncFolder(path: string): Promise<void>
}

export interface FsFile {
  /** Writes bytes `from` to `to` at `position` and gives how many it wrote: a short write is no error. */
  write(bytes: Uint8Array, from: number, to: number, position: number): Promise<number>
  truncate(length: number): Promise<void>
  sync(): Promise<void>
  /** As `sync`, without what is not needed to read the bytes again. */
  datasync(): Promise<void>
  close(): Promise<void>
}

/** Writes all bytes: one call may write fewer than it was given. */
export async function writeFully(file: FsFile, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const count = await file.write(bytes, written, bytes.length, position + written)
    if (count <= 0) throw new Error('the disk took no bytes')
    written += count
  }
}

/** A file that is there whole or not at all: written beside its place, synced, then moved to it. */
export function replaceFile(fs: Fs, folder: string, name: string, bytes: Uint8Array): Promise<void> {
  return replaceFileInPieces(fs, folder, name, [bytes])
}

/** The same with bytes that are made one piece after the other, so that they need not be in memory all at once. */
export async function replaceFileInPieces(
  fs: Fs,
  folder: string,
  name: string,
  pieces: Iterable<Uint8Array>,
): Promise<void> {
  const [path, beside] = [`${folder}/${name}`, `${folder}/${name}.tmp`]
  await unlinkIfThere(fs, beside)
  const file = await fs.open(beside, 'create')
  try {
    let position = 0
    for (const piece of pieces) {
      await writeFully(file, piece, position)
      position += piece.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
  await fs.rename(beside, path)
  await fs.syncFolder(folder)
}

export async function unlinkIfThere(fs: Fs, path: string): Promise<void> {
  try {
    await fs.unlink(path)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ENOENT'
}
