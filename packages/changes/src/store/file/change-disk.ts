import { toUtc } from '@riftline/base'
import { errorFields, type Fs, ifThere, type Log, unlinkIfThere } from '@riftline/base/node'
import { beginBook, type ChangeBook, type ChangeEntry } from '../change-book.ts'
import { keptForMs } from '../change-log.ts'
import { placeAfter } from '../seq.ts'
import { entryLine, headLine } from './change-lines.ts'
import {
  type ChangeFile,
  type ChangeFolder,
  dayOfPlace,
  filesIn,
  nameOfFile,
  type OpenFile,
  readChangeFiles,
} from './read-change-files.ts'
import { createRevocableWrites } from './revocable-writes.ts'

/** Changes and bytes of a file at which the next append begins another one, so that old files can be removed one by one. */
const fullAt = { changes: 10_000, bytes: 8 * 1024 ** 2 }

/** Log of a folder that was read and mended. */
export interface LogFolder {
  readonly book: ChangeBook
  files: readonly ChangeFile[]
  /** File that takes the next line; null before the first append of a log. */
  last: OpenFile | null
}

/** Writes and removes the files of a data folder's log. All methods reject with errors of the disk. */
export function createChangeDisk(fs: Fs, dataFolder: string, log: Log) {
  const path = `${dataFolder}/changes`
  const writes = createRevocableWrites(fs, path, dataFolder)
  let removes = true

  async function beginFile(to: LogFolder, day: string): Promise<OpenFile> {
    const newest = to.files.at(-1)
    const file =
      newest === undefined || newest.day < day ? { day, part: 1 } : { day: newest.day, part: newest.part + 1 }
    const name = nameOfFile(file)
    const { bytes, crc } = headLine(to.book)
    await writes.put(name, 0, bytes)
    to.files = [...to.files, { ...file, name, after: to.book.log.head(), isDamaged: false }]
    return { ...file, name, bytes: bytes.length, headBytes: bytes.length, crc, changes: 0 }
  }

  function logFaults({ faults, torn }: ChangeFolder): void {
    for (const { file, line, reason } of faults)
      log({ level: 'error', event: 'changes_damaged', folder: path, file, line, reason })
    if (torn !== null) log({ level: 'warn', event: 'changes_cut', folder: path, file: torn.name, atByte: torn.bytes })
  }

  return {
    path,

    /** Reads the folder, cuts an unfinished write, and begins another log behind one whose end is damaged. */
    async open(nowMs: number): Promise<LogFolder> {
      const found = await readChangeFiles(fs, path, nowMs)
      const { book, files, last, torn } = found
      if (torn !== null) await writes.cut(torn.name, torn.bytes)
      // A process that was killed may have left bytes and names that a power cut would take away.
      if (last !== null) await writes.sync(last.name)
      writes.forget()
      logFaults(found)
      if (last !== null && book !== null) return { book, files, last }
      const to: LogFolder = { book: beginBook(book?.log.head() ?? 0, nowMs, book?.marks), files, last: null }
      if (files.length > 0) to.last = await beginFile(to, dayOfPlace(to.book.log.head()))
      return to
    },

    settle: writes.settle,

    /** Tells whether the folder ends where this process ended it. */
    async isUnchanged({ files, last }: LogFolder): Promise<boolean> {
      if (last === null) return true
      const newest = filesIn((await ifThere(fs.list(path))) ?? []).at(-1)
      return newest?.name === files.at(-1)?.name && (await ifThere(fs.size(`${path}/${last.name}`))) === last.bytes
    },

    /** Writes an entry durably, in another file if a day has begun or the file is full. */
    async write(to: LogFolder, entry: ChangeEntry, nowMs: number): Promise<void> {
      const day = dayOfPlace(placeAfter(to.book.log.head(), nowMs))
      const count = entry.changes.length
      if (to.last === null || to.last.day < day || isFull(to.last, count)) to.last = await beginFile(to, day)
      const { last } = to
      const { bytes, crc } = entryLine(entry, last.crc)
      await writes.put(last.name, last.bytes, bytes)
      to.last = { ...last, crc, bytes: last.bytes + bytes.length, changes: last.changes + count }
    },

    /** Removes files without a change that is kept. Damaged ones stay until their day is over for long enough. */
    async removeOld(to: LogFolder, nowMs: number): Promise<void> {
      const firstDay = toUtc(Math.max(0, nowMs - keptForMs)).slice(0, 10)
      try {
        for (;;) {
          const [file, next] = to.files
          if (file === undefined || next === undefined || file.name === to.last?.name) return
          const isPast = !file.isDamaged && next.after !== null && next.after <= to.book.log.oldest()
          if (!isPast && file.day >= firstDay) return
          await unlinkIfThere(fs, `${path}/${file.name}`)
          to.files = to.files.slice(1)
        }
      } catch (error) {
        if (removes) log({ level: 'warn', event: 'changes_not_removed', folder: path, ...errorFields(error) })
        removes = false
      }
    },
  }
}

function isFull({ changes, bytes, headBytes }: OpenFile, more: number): boolean {
  return (changes > 0 && changes + more > fullAt.changes) || bytes - headBytes > fullAt.bytes
}
