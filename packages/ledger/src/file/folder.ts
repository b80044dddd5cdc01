import { RiftlineError } from '@riftline/base'
import { type Fs, ifThere, replaceFile, unlinkIfThere } from '@riftline/base/node'
import { segmentsAmong } from './segment-writer.ts'
import { snapshotsAmong } from './snapshot-file.ts'

export function ledgerFolder(dataFolder: string): string {
  return `${dataFolder}/ledger`
}

/**
 * Refuses a folder of another user before anything is written: a service cannot open files that root makes in its
 * folder.
 * @throws RiftlineError `ledger_of_another_user`
 */
export async function makeLedgerFolder(fs: Fs, dataFolder: string): Promise<string> {
  const folder = ledgerFolder(dataFolder)
  await fs.makeFolder(folder)
  const owner = await fs.otherOwner(folder)
  if (owner !== null)
    throw new RiftlineError(
      'ledger_of_another_user',
      `${folder} belongs to the user with id ${owner}: run this as that user, so that all files there stay that user's`,
    )
  await fs.syncFolder(dataFolder)
  return folder
}

/**
 * Refuses a folder or files that other users can read. Only for the holder of the lock.
 * @throws RiftlineError `ledger_exposed`
 */
export async function refuseOpenFolder(fs: Fs, folder: string): Promise<void> {
  await refuseExposed(fs, folder, '0700')
  for (const name of await fs.list(folder)) {
    // The previous holder, before it notices that it was taken over, may remove a file.
    await ifThere(refuseExposed(fs, `${folder}/${name}`, '0600'))
  }
}

async function refuseExposed(fs: Fs, path: string, expected: string): Promise<void> {
  const mode = await fs.mode(path)
  if ((mode & 0o007) === 0) return
  const got = `0${mode.toString(8)}`
  throw new RiftlineError('ledger_exposed', `${path} is open to every user: expected mode ${expected}, got ${got}`)
}

/*
 * An import is more than one batch: a file marks it until it is complete. Whatever interrupts the import, the file
 * stays; every reader refuses the folder, and the next import begins anew.
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
