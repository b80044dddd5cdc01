import { requireOptions } from '@riftline/base'
import {
  createSerial,
  errorFields,
  type Fs,
  type FsFile,
  ifThere,
  type Log,
  nodeFs,
  writeFully,
} from '@riftline/base/node'
import type { KeptFault, KeptLines, KeptStore, LiveChain } from '../kept-chain.ts'
import { brokenChain, emptyChain, type KeptForecast, keptLineText } from '../kept-line.ts'
import { fileOfKept, type KeptFolder, type KeptPlace, keptFolder, readKeptFolder, writeKeptHead } from './kept-files.ts'

/** Data folder and dependencies. */
export interface KeptFilesOptions {
  /** Lines are kept in its folder `forecasts`. One process at a time may append: the holder of the lock of the ledger there. */
  readonly dataFolder: string
  readonly log: Log
  readonly fs?: Fs
}

/** A sound folder; `last` is the file that has the last line, and its size. */
interface SoundFolder {
  readonly chain: LiveChain
  readonly last: KeptPlace | null
}

/**
 * Opens the kept forecasts of a data folder. It cuts the remains of a line that a crash left, and mends a head that is one line
 * behind. Any other damage is logged as `kept_forecasts_broken`; then nothing is appended any more. Never rejects.
 * @example
 * const store = await openKeptFiles({ dataFolder: './data', log: console.log })
 * const { lines, fault } = await store.read()
 */
export async function openKeptFiles(options: KeptFilesOptions): Promise<KeptStore> {
  requireOptions(options, ['dataFolder', 'log', 'fs'])
  const { dataFolder, log, fs = nodeFs } = options
  const folder = keptFolder(dataFolder)
  const inTurn = createSerial()
  let sound: SoundFolder | null = null
  let broken: KeptLines | null = null
  /** Whether the last write failed. The disk may have lost a line that still reads well, so it is cut and written anew. */
  let failed = false
  let isReadable = true

  function refuse(chain: LiveChain, fault: KeptFault): KeptLines {
    const { file, line, message: reason } = fault
    log({ level: 'error', event: 'kept_forecasts_broken', folder, file, line, reason })
    broken = { lines: chain.lines(), head: chain.head(), fault }
    return broken
  }

  /** Reads and mends the folder, unless it is in memory. Rejects with errors of the disk. */
  async function opened(): Promise<SoundFolder | null> {
    if (broken !== null) return null
    if (sound !== null) return sound
    const { chain, fault, last } = await mendedFolder({ fs, dataFolder, log }, failed)
    if (fault === null) sound = { chain, last }
    else refuse(chain, fault)
    return sound
  }

  async function append(forecast: KeptForecast): Promise<'kept' | 'known'> {
    const to = await opened()
    if (to === null) throw brokenChain(broken!.fault!.message)
    const { chain, last } = to
    if (chain.has(forecast)) return 'known'
    const name = fileOfKept(forecast, last)
    const at = last?.name === name ? last.bytes : 0
    const size = await ifThere(fs.size(`${folder}/${name}`))
    if ((size ?? 0) !== at) {
      const message = `expected ${at} bytes, got ${size}; another process has written here`
      throw brokenChain(refuse(chain, { kind: 'broken', file: name, line: null, message }).fault!.message)
    }
    const text = keptLineText(forecast, chain.head())
    const bytes = Buffer.from(`${text}\n`)
    sound = null
    failed = true
    await fs.makeFolder(folder)
    await changeFile(fs, `${folder}/${name}`, size === null ? 'create' : 'update', (file) =>
      writeFully(file, bytes, at),
    )
    if (size === null) await syncNames(fs, dataFolder)
    failed = false
    chain.add(text)
    await writeKeptHead(fs, folder, chain.head())
    sound = { chain, last: { name, bytes: at + bytes.length } }
    return 'kept'
  }

  const read = async (): Promise<KeptLines> => {
    try {
      const found = await opened()
      isReadable = true
      return broken ?? { lines: found!.chain.lines(), head: found!.chain.head(), fault: null }
    } catch (error) {
      const { error: message } = errorFields(error)
      if (isReadable) log({ level: 'error', event: 'kept_forecasts_unreadable', folder, ...errorFields(error) })
      isReadable = false
      return { lines: [], head: emptyChain, fault: { kind: 'unreadable', file: null, line: null, message } }
    }
  }
  await inTurn(read)
  return {
    read: () => inTurn(read),
    append: (forecast) => inTurn(() => append(forecast)),
    close: () => inTurn(async () => {}),
  }
}

/** Opens a file, changes it and syncs it. */
async function changeFile(
  fs: Fs,
  path: string,
  how: 'create' | 'update',
  change: (file: FsFile) => Promise<void>,
): Promise<void> {
  const file = await fs.open(path, how)
  try {
    await change(file)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Reads a folder, cuts an unfinished line, and mends a head that is behind. @param cutsLast whether a line beyond the head is cut too */
async function mendedFolder(options: Required<KeptFilesOptions>, cutsLast: boolean): Promise<KeptFolder> {
  const { fs, dataFolder, log } = options
  const folder = keptFolder(dataFolder)
  const found = await readKeptFolder(fs, folder)
  const { chain, fault, torn, last, lastAt, isHeadBehind } = found
  if (fault !== null) return found
  if (torn !== null || (cutsLast && isHeadBehind)) {
    const { name, bytes } = torn ?? { name: last!.name, bytes: lastAt }
    await changeFile(fs, `${folder}/${name}`, 'update', (file) => file.truncate(bytes))
    log({ level: 'warn', event: 'kept_forecast_cut', folder, file: name, atByte: bytes })
    return mendedFolder(options, cutsLast)
  }
  if (isHeadBehind) {
    await changeFile(fs, `${folder}/${last!.name}`, 'update', async () => {})
    await writeKeptHead(fs, folder, chain.head())
  }
  // A process that was killed may have renamed its last head without syncing the folder, and a power cut would bring the older one back.
  if (last !== null) await syncNames(fs, dataFolder)
  return found
}

async function syncNames(fs: Fs, dataFolder: string): Promise<void> {
  await fs.syncFolder(keptFolder(dataFolder))
  await fs.syncFolder(dataFolder)
}
