import { RiftlineError } from '@riftline/base'
import { type Fs, isMissing } from '@riftline/base/node'

export function ledgerFolder(dataFolder: string): string {
  return `${dataFolder}/ledger`
}

/**
 * Refuses a folder of another user before anything is written: files that root makes in the folder of a service are files
 * that the service cannot open.
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
 * Refuses a folder or files that other users can read. Only for the holder of the lock: otherwise files come and go.
 * @throws RiftlineError `ledger_exposed`
 */
export async function refuseOpenFolder(fs: Fs, folder: string): Promise<void> {
  await refuseExposed(fs, folder, '0700')
  for (const name of await fs.list(folder)) {
    try {
      await refuseExposed(fs, `${folder}/${name}`, '0600')
    } catch (error) {
      // The previous holder, before it notices that it was taken over, may remove a file.
      if (!isMissing(error)) throw error
    }
  }
}

async function refuseExposed(fs: Fs, path: string, expected: string): Promise<void> {
  const mode = await fs.mode(path)
  if ((mode & 0o007) === 0) return
  const got = `0${mode.toString(8)}`
  throw new RiftlineError('ledger_exposed', `${path} is open to every user: expected mode ${expected}, got ${got}`)
}
