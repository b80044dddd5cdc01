import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The little of a disk that the journal needs; a test can give one that fails. */
export interface JournalFile {
  /** Writes all bytes at the end. */
  append(bytes: Uint8Array): Promise<void>
  /** Resolves when everything appended so far survives a power cut. */
  sync(): Promise<void>
  close(): Promise<void>
}

/** Opens a journal for appending and cuts it to `length`, the end of its last whole record. */
export async function openJournalFile(path: string, length: number): Promise<JournalFile> {
  const handle = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  await handle.truncate(length)
  await handle.sync()
  await syncFolder(dirname(path))
  let end = length
  return {
    async append(bytes) {
      for (let written = 0; written < bytes.length; ) {
        const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, end)
        written += bytesWritten
        end += bytesWritten
      }
    },
    sync: () => handle.datasync(),
    close: () => handle.close(),
  }
}

/** A new file survives a power cut only when its folder was synced too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
