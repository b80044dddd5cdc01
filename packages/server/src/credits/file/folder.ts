import { RiftlineError } from '@riftline/core'
import type { Fs } from './fs.ts'

export function ledgerFolder(dataFolder: string): string {
  return `${dataFolder}/ledger`
}

export async function makeLedgerFolder(fs: Fs, dataFolder: string): Promise<string> {
  const folder = ledgerFolder(dataFolder)
  await fs.makeFolder(folder)
  await fs.syncFolder(dataFolder)
  return folder
}

/**
 * What is in the folder is nobody else's business. Only for the holder of the lock: otherwise files come and go.
 * @throws RiftlineError `ledger_exposed`
 */
export async function refuseOpenFolder(fs: Fs, folder: string): Promise<void> {
  await refuseExposed(fs, folder, '0700')
  for (const name of await fs.list(folder)) await refuseExposed(fs, `${folder}/${name}`, '0600')
}

async function refuseExposed(fs: Fs, path: string, expected: string): Promise<void> {
  const mode = await fs.mode(path)
  if ((mode & 0o007) === 0) return
  const got = `0${mode.toString(8)}`
  throw new RiftlineError('ledger_exposed', `${path} is open to every user: expected mode ${expected}, got ${got}`)
}
