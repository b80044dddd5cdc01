import { RiftlineError } from '@riftline/base'
import { type Fs, ifThere, replaceFile, unlinkIfThere } from '@riftline/base/node'
import { segmentsAmong } from './segment-writer.ts'
import { snapshotsAmong } from './snapshot-file.ts'

export function ledgerFolder(dataFolder: string): string {
  return `${dataFolder}/ledger`
}

/**
 * Creates the folder. Refuses one of another user before anything is written, because a service cannot open files that root
 * creates in its folder.
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
 * Refuses a folder or files that other users can read. Only the holder of the lock may call it.
 * @throws RiftlineError `ledger_exposed`
 */
export async function refuseOpenFolder(fs: Fs, folder: string): Promise<void> {
  await refuseExposed(fs, folder, '0700')
  for (const name of await fs.list(folder)) {
    // Missing files are fine: a previous holder may remove one before it notices the takeover.
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
 * An import takes more than one batch, so a marker file exists until it is complete. After any interruption the marker
 * stays: every reader refuses the folder, and the next import starts anew.
 */

const marker = 'IMPORT'

/** Marks the start of an import. Only in a ledger without accounts, because everything in it may be removed from now on. */
export async function beginImport(fs: Fs, folder: string): Promise<void> {
  await replaceFile(fs, folder, marker, Buffer.from('an import is going on, or was cut off\n'))
}

/** Removes the marker, once every record is durable and no more writes can follow. */
export async function endImport(fs: Fs, folder: string): Promise<void> {
  await fs.unlink(`${folder}/${marker}`)
  await fs.syncFolder(folder)
}

/** Removes the remains of an import that was cut off. Only the holder of the lock may call it. */
export async function discardUnfinishedImport(fs: Fs, folder: string): Promise<void> {
  const entries = await fs.list(folder)
  if (!entries.includes(marker)) return
  for (const { name } of [...snapshotsAmong(entries), ...segmentsAmong(entries)])
    await unlinkIfThere(fs, `${folder}/${name}`)
  // Everything else must be durably removed before the marker.
  await fs.syncFolder(folder)
  await endImport(fs, folder)
}

/** Refuses a folder with an unfinished import. @throws RiftlineError `import_unfinished` */
export async function refuseUnfinishedImport(fs: Fs, folder: string): Promise<void> {
  if ((await fs.list(folder)).includes(marker))
    throw new RiftlineError(
      'import_unfinished',
      `${folder} has a part of an import that was cut off or still runs; riftline ledger import begins it anew`,
    )
}
