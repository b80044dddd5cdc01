import { type Fs, type FsFile, ifThere, unlinkIfThere, writeFully } from '@riftline/base/node'

/** Durable writes to the ends of files. A write that failed is taken back before the next one. */
export interface RevocableWrites {
  /** Writes at the end of a file; at 0 it creates the file. */
  put(name: string, at: number, bytes: Buffer): Promise<void>
  /** Takes back a write that failed. Returns false if the file has other bytes, so that the folder must be read again. */
  settle(): Promise<boolean>
  /** Forgets a write that failed, because the folder was read again. */
  forget(): void
  /** Cuts a file; at 0 it removes the file. */
  cut(name: string, at: number): Promise<void>
  /** Makes a file durable as it stands, with the names in its folder. */
  sync(name: string): Promise<void>
}

/** Creates the writes of a folder. @param parent folder whose entry the folder is */
export function createRevocableWrites(fs: Fs, folder: string, parent: string): RevocableWrites {
  /** Write that failed: the file may have any part of it. */
  let unsure: { readonly name: string; readonly at: number; readonly bytes: Buffer } | null = null

  async function change(name: string, how: 'create' | 'update', act: (file: FsFile) => Promise<void>): Promise<void> {
    const file = await fs.open(`${folder}/${name}`, how)
    try {
      await act(file)
      await file.sync()
    } finally {
      await file.close()
    }
  }

  async function syncNames(): Promise<void> {
    await fs.syncFolder(folder)
    await fs.syncFolder(parent)
  }

  async function cut(name: string, at: number): Promise<void> {
    if (at > 0) return change(name, 'update', (file) => file.truncate(at))
    await unlinkIfThere(fs, `${folder}/${name}`)
    await fs.syncFolder(folder)
  }

  return {
    async put(name, at, bytes) {
      unsure = { name, at, bytes }
      if (at === 0) await fs.makeFolder(folder)
      await change(name, at === 0 ? 'create' : 'update', (file) => writeFully(file, bytes, at))
      if (at === 0) await syncNames()
      unsure = null
    },
    async settle() {
      if (unsure === null) return true
      const { name, at, bytes } = unsure
      const size = await ifThere(fs.size(`${folder}/${name}`))
      if (size !== null) {
        if (size < at || size > at + bytes.length) return false
        const found = await fs.read(`${folder}/${name}`, at)
        if (!bytes.subarray(0, found.length).equals(found)) return false
        await cut(name, at)
      }
      unsure = null
      return true
    },
    forget() {
      unsure = null
    },
    cut,
    async sync(name) {
      await change(name, 'update', async () => {})
      await syncNames()
    },
  }
}
