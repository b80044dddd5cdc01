import { hasCode, nullIfThrows } from '@riftline/base'
import { type Fs, ifThere, nodeFs, replaceFile, systemTimers, type Timers } from '@riftline/base/node'
import { createLiveChain, type KeptFault, type KeptReport, keptReport, type LiveChain } from '../kept-chain.ts'
import { type ChainHead, emptyChain, type KeptLine } from '../kept-line.ts'

/** Name of the file with the chain's head. */
const headName = 'head.json'
/** Bytes above which no line can be; more bytes behind the last acknowledged line do not come from one interrupted write. */
const mostLineBytes = 16_384
const newline = 0x0a

export function keptFolder(dataFolder: string): string {
  return `${dataFolder}/forecasts`
}

/** A chain read from its folder. */
export interface KeptFolder {
  readonly chain: LiveChain
  readonly fault: KeptFault | null
  /** File that has the last line, and its size with that line; null without lines. */
  readonly last: KeptPlace | null
  /** Byte at which the last line begins. */
  readonly lastAt: number
  /** Whether the head on the disk is one line behind, as a crash between line and head leaves it. */
  readonly isHeadBehind: boolean
  /** Remains of a line that was being written at a crash; a start cuts them. */
  readonly torn: (KeptPlace & { readonly line: number; readonly tornBytes: number }) | null
}

export interface KeptPlace {
  readonly name: string
  readonly bytes: number
}

/**
 * File of a line: that of the month in `keptAtUtc`, or the file of the line before if that is a later month, so that the files in
 * the order of their names have the lines in their order.
 */
export function fileOfKept({ keptAtUtc }: Pick<KeptLine, 'keptAtUtc'>, before: KeptPlace | null): string {
  const own = `${keptAtUtc.slice(0, 7)}.jsonl`
  return before !== null && before.name > own ? before.name : own
}

/** Reads a folder of kept forecasts and checks all of it. A missing folder has no lines. Rejects with errors of the disk. */
export async function readKeptFolder(fs: Fs, folder: string): Promise<KeptFolder> {
  // The head is read first: a line that is kept meanwhile makes it one behind, never one ahead.
  const stated = await readHead(fs, folder)
  const chain = createLiveChain()
  const found: Omit<KeptFolder, 'fault'> = { chain, last: null, lastAt: 0, isHeadBehind: false, torn: null }
  if (stated === 'damaged')
    return { ...found, fault: broken(headName, null, 'expected {"seq":N,"sha256":"…"}, got other text') }
  const names = ((await ifThere(fs.list(folder))) ?? []).filter((name) => /^\d{4}-\d\d\.jsonl$/.test(name)).sort()
  const files = await Promise.all(names.map(async (name) => ({ name, bytes: await fs.read(`${folder}/${name}`) })))
  return readFiles(files, stated, found)
}

function readFiles(
  files: readonly { readonly name: string; readonly bytes: Buffer }[],
  stated: ChainHead,
  { chain, ...found }: Omit<KeptFolder, 'fault'>,
): KeptFolder {
  let { last, lastAt } = found
  const ended = (fault: KeptFault | null, rest: Partial<KeptFolder> = {}) => {
    return { ...found, chain, last, lastAt, fault, ...rest }
  }
  for (const [index, { name, bytes }] of files.entries()) {
    const isLast = files.slice(index + 1).every((later) => later.bytes.length === 0)
    let line = 0
    for (let at = 0; at < bytes.length; ) {
      const isAcknowledged = chain.head().seq < stated.seq
      const end = bytes.indexOf(newline, at)
      line += 1
      const fault =
        end === -1
          ? 'expected a whole line, got one without a newline'
          : addLine(chain, name, last, bytes.subarray(at, end))
      if (fault !== null) {
        const tornBytes = bytes.length - at
        if (isAcknowledged || !isLast || tornBytes > mostLineBytes || chain.head().seq > stated.seq)
          return ended(broken(name, line, fault))
        return ended(null, { torn: { name, bytes: at, line, tornBytes } })
      }
      lastAt = at
      at = end + 1
      last = { name, bytes: at }
      const { seq, sha256 } = chain.head()
      if (seq === stated.seq && sha256 !== stated.sha256) {
        return ended(broken(name, line, `expected the SHA-256 of ${headName}, ${stated.sha256}, got ${sha256}`))
      }
      if (seq > stated.seq + 1) {
        const message = `expected the last line to be ${stated.seq}, as in ${headName}, or the next, got line ${seq}`
        return ended(broken(name, line, message))
      }
    }
  }
  const { seq } = chain.head()
  if (seq < stated.seq)
    return ended(broken(headName, null, `expected ${seq} lines, as the files have, got ${stated.seq}`))
  return ended(null, { isHeadBehind: seq > stated.seq })
}

function broken(file: string, line: number | null, message: string): KeptFault {
  return { kind: 'broken', file, line, message }
}

/** Adds a line to a chain. Returns what is wrong with it; null if nothing is. */
function addLine(chain: LiveChain, name: string, before: KeptPlace | null, text: Uint8Array): string | null {
  try {
    const expected = fileOfKept(chain.add(text), before)
    return name === expected ? null : `expected in ${expected}, got ${name}`
  } catch (error) {
    if (hasCode(error, 'kept_chain_broken')) return error.message
    throw error
  }
}

async function readHead(fs: Fs, folder: string): Promise<ChainHead | 'damaged'> {
  const bytes = await ifThere(fs.read(`${folder}/${headName}`))
  if (bytes === null) return emptyChain
  const { seq, sha256 }: Partial<ChainHead> = Object(nullIfThrows(() => JSON.parse(bytes.toString())))
  if (!Number.isSafeInteger(seq) || seq! < 1 || typeof sha256 !== 'string') return 'damaged'
  const head = { seq: seq!, sha256 }
  return bytes.equals(headBytes(head)) ? head : 'damaged'
}

/** Replaces the head on the disk. */
export function writeKeptHead(fs: Fs, folder: string, head: ChainHead): Promise<void> {
  return replaceFile(fs, folder, headName, headBytes(head))
}

function headBytes({ seq, sha256 }: ChainHead): Buffer {
  return Buffer.from(`${JSON.stringify({ seq, sha256 })}\n`)
}

/** Options of `verifyKeptFiles`. */
export interface VerifyKeptOptions {
  readonly fs?: Fs
  readonly timers?: Pick<Timers, 'wait'>
}

const tries = 4
const pauseMs = 50

/**
 * Checks all kept forecasts of a data folder, beside a running server, and changes nothing. The remains of an interrupted write
 * are a fault here, although a start cuts them; a head one line behind is none.
 * @throws errors of the disk
 */
export async function verifyKeptFiles(dataFolder: string, options: VerifyKeptOptions = {}): Promise<KeptReport> {
  const { fs = nodeFs, timers = systemTimers } = options
  for (let left = tries - 1; ; left--) {
    const { chain, fault, torn } = await readKeptFolder(fs, keptFolder(dataFolder))
    const lines = chain.lines()
    const cut =
      torn &&
      broken(
        torn.name,
        torn.line,
        `expected a whole line, got ${torn.tornBytes} bytes; a start of the server cuts them`,
      )
    const report = keptReport({ lines, head: chain.head(), fault: fault ?? cut })
    if (report.sound || left === 0) return report
    // A running server may have been between a line and its head.
    await timers.wait(pauseMs)
  }
}
