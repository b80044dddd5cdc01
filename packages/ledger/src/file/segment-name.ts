import { type Fs, isMissing, replaceFile } from '@riftline/base/node'
/** A segment file: `journal-<epoch>-<sequence number of its first record>.rlj`. */
export interface SegmentName {
  readonly name: string
  readonly epoch: number
  readonly first: number
}

export function segmentName(epoch: number, first: number): SegmentName {
  return { name: `journal-${epoch}-${first}.rlj`, epoch, first }
}

/** The segments among the entries of a folder, in the order of their records; one without records before its successor. */
export function segmentsAmong(entries: readonly string[]): readonly SegmentName[] {
  return entries
    .flatMap((name) => {
      const [, epoch, first] = /^journal-(\d{1,15})-(\d{1,15})\.rlj$/.exec(name) ?? []
      return epoch === undefined || first === undefined ? [] : [{ name, epoch: Number(epoch), first: Number(first) }]
    })
    .sort((a, b) => a.first - b.first || a.epoch - b.epoch)
}

const name = 'EPOCH'

/** The epoch of the last process that opened the ledger; null where there is none. */
async function readEpoch(fs: Fs, folder: string): Promise<number | null> {
  try {
    const text = (await fs.read(`${folder}/${name}`)).toString().trim()
    return /^\d{1,15}$/.test(text) ? Number(text) : null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/**
 * Takes the next epoch. Only for the holder of the lock, on its fenced disk: then no two have one number, and with it no
 * two segments have one name. Version 0.1.0 looks at the file once a second and stops when it has another number.
 *
 * @param writer the token of the holder
 */
export async function raiseEpoch(fs: Fs, folder: string, writer: string): Promise<number> {
  const used = segmentsAmong(await fs.list(folder)).map(({ epoch }) => epoch)
  const epoch = Math.max((await readEpoch(fs, folder)) ?? 0, ...used) + 1
  await replaceFile(fs, folder, name, Buffer.from(`${epoch}\n`), writer)
  return epoch
}
