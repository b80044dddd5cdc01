import { toUtc } from '@riftline/base'
import { errorFields, type Fs, ifThere } from '@riftline/base/node'
import { addEntry, type ChangeBook } from '../change-book.ts'
import { createChangeLog } from '../change-log.ts'
import { msOfPlace } from '../seq.ts'
import { LineFault, lineStart, readEntryLine, readHeadLine } from './change-lines.ts'

/** Size above which no file of a log can be. */
const mostFileBytes = 256 * 1024 ** 2

/** Day of a file, and its number among those of the day. */
export interface FileName {
  readonly day: string
  readonly part: number
}

interface NamedFile extends FileName {
  readonly name: string
}

/** File of the folder. */
export interface ChangeFile extends NamedFile {
  /** Place before its first change; null for a damaged first line. */
  readonly after: number | null
  readonly isDamaged: boolean
}

/** File that takes the next line. */
export interface OpenFile extends NamedFile {
  readonly bytes: number
  /** Bytes of the first line. */
  readonly headBytes: number
  /** Checksum of its last line. */
  readonly crc: number
  readonly changes: number
}

export interface FileFault {
  readonly file: string
  /** Line, from 1; null for a file that cannot be read. */
  readonly line: number | null
  readonly reason: string
}

/** Content of a folder. */
export interface ChangeFolder {
  /** Newest log, without gaps; null if there is none. */
  readonly book: ChangeBook | null
  readonly files: readonly ChangeFile[]
  /** File with the end of the log; null if the log is damaged at its end, so that another one must begin. */
  readonly last: OpenFile | null
  readonly faults: readonly FileFault[]
  /** Remains of an interrupted write: bytes from which a file is to be cut; 0 for the whole file. */
  readonly torn: { readonly name: string; readonly bytes: number } | null
}

/** File name of a part of a day. @example nameOfFile({ day: '2026-11-29', part: 2 }) // => '2026-11-29.2.jsonl' */
export function nameOfFile({ day, part }: FileName): string {
  return part === 1 ? `${day}.jsonl` : `${day}.${part}.jsonl`
}

/** Day of a place. */
export function dayOfPlace(place: number): string {
  return toUtc(msOfPlace(place)).slice(0, 10)
}

/** Files of a log among the names in a folder, in their order. */
export function filesIn(names: readonly string[]): readonly NamedFile[] {
  const files = names.flatMap((name): readonly NamedFile[] => {
    const match = /^(\d{4}-\d\d-\d\d)(?:\.([1-9]\d*))?\.jsonl$/.exec(name)
    return match === null ? [] : [{ name, day: match[1]!, part: Number(match[2] ?? 1) }]
  })
  return files.sort((a, b) => (a.day === b.day ? a.part - b.part : a.day < b.day ? -1 : 1))
}

/** Reads all files of a folder, one after the other. Rejects if the folder cannot be listed; a missing one is empty. */
export async function readChangeFiles(fs: Fs, folder: string, nowMs: number): Promise<ChangeFolder> {
  const names = filesIn((await ifThere(fs.list(folder))) ?? [])
  const reader = createFolderReader(nowMs)
  for (const [index, name] of names.entries()) {
    const bytes = await readFile(fs, `${folder}/${name.name}`).catch((error: unknown) => errorFields(error).error)
    reader.add(name, bytes, index === names.length - 1)
  }
  return reader.folder()
}

async function readFile(fs: Fs, path: string): Promise<Buffer> {
  const bytes = await fs.size(path)
  if (bytes > mostFileBytes) throw new Error(`expected at most ${mostFileBytes} bytes, got ${bytes}`)
  return fs.read(path)
}

/** Tells whether bytes look like the remains of a first line of ours, as opposed to a file of another program. */
function looksLikeHead(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, lineStart.length)
  return lineStart.startsWith(start) || start[0] === '\0'
}

function createFolderReader(nowMs: number) {
  let book: ChangeBook | null = null
  let last: OpenFile | null = null
  let torn: ChangeFolder['torn'] = null
  const files: ChangeFile[] = []
  const faults: FileFault[] = []
  /** Fault at the end of the file before. */
  let unfinished: FileFault | null = null

  /** Takes the first line of a file. A file that does not continue the log begins it anew. */
  function begin(bytes: Buffer, name: string): number {
    const { head, crc } = readHeadLine(bytes)
    const before: ChangeBook | null = book
    const continues = before?.log.id === head.logId && before.log.head() === head.after
    // A cut that the disk lost left bytes behind the place where the next file goes on: nothing is missing.
    if (continues && unfinished !== null) faults.splice(faults.indexOf(unfinished), 1)
    unfinished = null
    if (last !== null && !continues)
      faults.push({ file: name, line: 1, reason: 'after: expected the end of the file before, got another place' })
    const log = continues && before !== null ? before.log : createChangeLog(head.logId, head.after)
    book = { log, marks: new Map(head.marks) }
    return crc
  }

  function addLines(name: NamedFile, bytes: Buffer, isLast: boolean): void {
    let [at, line, crc, headBytes, changes] = [0, 0, 0, 0, 0]
    let after: number | null = null
    while (at < bytes.length || line === 0) {
      const end = bytes.indexOf('\n', at)
      line += 1
      try {
        if (end === -1) throw new LineFault('expected a whole line, got one without a line feed')
        const text = bytes.subarray(at, end)
        if (line === 1) {
          crc = begin(text, name.name)
          after = book!.log.head()
          headBytes = end + 1
        } else {
          const { log } = book!
          const read = readEntryLine(text, crc, log.id, log.head())
          addEntry(book!, read.entry, nowMs)
          crc = read.crc
          changes += read.entry.changes.length
        }
        at = end + 1
      } catch (error) {
        if (!(error instanceof LineFault)) throw error
        // A write that was interrupted is the last one; a whole line behind a bad one was written later.
        const isUnfinished = bytes.indexOf(`\n${lineStart}`, at) === -1
        if (isLast && isUnfinished && (line > 1 || looksLikeHead(bytes))) {
          torn = { name: name.name, bytes: at }
          if (line === 1) return
          break
        }
        const fault = { file: name.name, line, reason: error.message }
        faults.push(fault)
        if (isUnfinished) unfinished = fault
        files.push({ ...name, after, isDamaged: true })
        // A last file without any line has nothing of the log.
        if (!(isLast && isUnfinished && line === 1)) last = null
        return
      }
    }
    files.push({ ...name, after, isDamaged: false })
    last = { ...name, bytes: at, headBytes, crc, changes }
  }

  return {
    add(name: NamedFile, bytes: Buffer | string, isLast: boolean): void {
      if (typeof bytes !== 'string') {
        addLines(name, bytes, isLast)
        return
      }
      faults.push({ file: name.name, line: null, reason: bytes })
      files.push({ ...name, after: null, isDamaged: true })
      last = null
    },
    folder: (): ChangeFolder => ({ book, files, last, faults, torn }),
  }
}
