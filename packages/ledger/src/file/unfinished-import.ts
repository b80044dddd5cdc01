import { RiftlineError } from '@riftline/base'
import { type Fs, replaceFile, unlinkIfThere } from '@riftline/base/node'
import { segmentsAmong } from './segment-name.ts'
import { snapshotsAmong } from './snapshot-file.ts'

/*
 * An import is more than one batch, so a file says that it is going on. Whatever stops it, the file stays, and what is
 * there beside it is nobody's ledger: all refuse it, and the next import begins anew.
 */

const marker = 'IMPORT'

/** Only in a ledger without accounts: what is in it from now on may be removed. */
export async function beginImport(fs: Fs, folder: string): Promise<void> {
  await replaceFile(fs, folder, marker, Buffer.from('an import is going on, or was cut off\n'))
}

/** Once every record is durable and nothing writes any more. */
export async function endImport(fs: Fs, folder: string): Promise<void> {
  await fs.unlink(`${folder}/${marker}`)
  await fs.syncFolder(folder)
}

/** Removes what an import that was cut off has left. Only for the holder of the lock. */
export async function discardUnfinishedImport(fs: Fs, folder: string): Promise<void> {
  const entries = await fs.list(folder)
  if (!entries.includes(marker)) return
  for (const { name } of [...snapshotsAmong(entries), ...segmentsAmong(entries)])
    await unlinkIfThere(fs, `${folder}/${name}`)
  // All else has to be gone for good before the marker may go.
  await fs.syncFolder(folder)
  await endImport(fs, folder)
}

/** @throws RiftlineError `import_unfinished` */
export async function refuseUnfinishedImport(fs: Fs, folder: string): Promise<void> {
  if ((await fs.list(folder)).includes(marker))
    throw new RiftlineError(
      'import_unfinished',
      `${folder} has a part of an import that was cut off or still runs; riftline ledger import begins it anew`,
    )
}
