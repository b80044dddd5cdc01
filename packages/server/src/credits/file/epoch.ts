import { type Fs, isMissing, replaceFile } from './fs.ts'
import { segmentsAmong } from './segment-name.ts'
import type { Timers } from './timers.ts'

const name = 'EPOCH'
const watchMs = 1000

/** The epoch of whoever opened the ledger last; null where there is none. */
async function readEpoch(fs: Fs, folder: string): Promise<number | null> {
  try {
    const text = (await fs.read(`${folder}/${name}`)).toString().trim()
    return /^\d{1,15}$/.test(text) ? Number(text) : null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Takes the next epoch: any other writer sees it within a second, or before its next segment, and stops. */
export async function raiseEpoch(fs: Fs, folder: string): Promise<number> {
  const used = segmentsAmong(await fs.list(folder)).map(({ epoch }) => epoch)
  const epoch = Math.max((await readEpoch(fs, folder)) ?? 0, ...used) + 1
  await replaceFile(fs, folder, name, Buffer.from(`${epoch}\n`))
  return epoch
}

/** @throws Error when somebody else writes this ledger now */
export async function checkEpoch(fs: Fs, folder: string, own: number): Promise<void> {
  const found = await readEpoch(fs, folder)
  if (found !== own) throw new Error(`another server writes to ${folder}: epoch ${found}, own epoch ${own}`)
}

/** Looks once a second and calls `fail` when the ledger is somebody else's. */
export function watchEpoch(
  fs: Fs,
  folder: string,
  own: number,
  timers: Timers,
  fail: (cause: unknown) => void,
): () => void {
  return timers.every(watchMs, () => {
    checkEpoch(fs, folder, own).catch((error: NodeJS.ErrnoException) => {
      // Too many open files say nothing about the epoch.
      if (error.code !== 'EMFILE' && error.code !== 'ENFILE') fail(error)
    })
  })
}
