import {
  brokenChain,
  type ChainHead,
  emptyChain,
  headAfter,
  type KeptForecast,
  type KeptLine,
  keysOfKept,
  readKeptLine,
} from './kept-line.ts'

/** Place and kind of a fault in kept forecasts. */
export interface KeptFault {
  /** `unreadable`: lines may be missing because the disk or the database failed; the next read tries again. */
  readonly kind: 'broken' | 'unreadable'
  /** File in the folder `forecasts`; null for a database. */
  readonly file: string | null
  /** Line in the file, or row of the table, from 1; null for a fault of the whole. */
  readonly line: number | null
  readonly message: string
}

/** Lines of a chain in their order. With a fault, these are the sound lines before it. */
export interface KeptLines {
  readonly lines: readonly KeptLine[]
  readonly head: ChainHead
  readonly fault: KeptFault | null
}

/** Kept forecasts: a chain that only grows. */
export interface KeptStore {
  /** Reads all lines, from memory as far as nothing was added. Never rejects: lines that cannot be read are missing, with a `fault`. */
  read(): Promise<KeptLines>
  /**
   * Adds a line, durably, unless the chain has one of the same series, or of the same teams, with this start.
   * @throws RiftlineError `kept_chain_broken`; errors of the disk or the database, after which the same call may be repeated
   */
  append(forecast: KeptForecast): Promise<'kept' | 'known'>
  close(): Promise<void>
}

/** A chain in memory, which grows by checked lines. */
export interface LiveChain {
  lines(): readonly KeptLine[]
  head(): ChainHead
  /** Whether a line has the series, or the teams, and the start of a forecast. */
  has(forecast: Parameters<typeof keysOfKept>[0]): boolean
  /** Adds the next line. @throws RiftlineError `kept_chain_broken` */
  add(line: string | Uint8Array): KeptLine
}

/** Creates an empty chain in memory. */
export function createLiveChain(): LiveChain {
  let lines: readonly KeptLine[] = []
  let added: KeptLine[] = []
  let head = emptyChain
  const keys = new Set<string>()
  function has(forecast: Parameters<typeof keysOfKept>[0]): boolean {
    const { ofSeries, ofTeams } = keysOfKept(forecast)
    return keys.has(ofSeries) || keys.has(ofTeams)
  }
  return {
    // The list is copied when it is asked for, so that a reader's list never changes.
    lines() {
      if (added.length > 0) lines = [...lines, ...added]
      added = []
      return lines
    },
    head: () => head,
    has,
    add(text) {
      const line = readKeptLine(text, head)
      if (has(line))
        throw brokenChain('startUtc: expected one line for a series, or two teams, and a start; got another')
      const { ofSeries, ofTeams } = keysOfKept(line)
      keys.add(ofSeries).add(ofTeams)
      head = headAfter(line, text)
      added.push(line)
      return line
    },
  }
}

/** Report of a check of all kept forecasts. */
export interface KeptReport {
  readonly sound: boolean
  /** Number of sound lines; with a fault, those before it. */
  readonly lines: number
  /** Months of the first and the last of these lines, `YYYY-MM`; null without lines. */
  readonly firstMonth: string | null
  readonly lastMonth: string | null
  /** SHA-256 of the last of these lines; 64 zeros without lines. */
  readonly headSha256: string
  readonly fault: KeptFault | null
}

/** Summarises a chain that was read. */
export function keptReport({ lines, head, fault }: KeptLines): KeptReport {
  const months = [lines[0], lines.at(-1)].map((line) => line?.keptAtUtc.slice(0, 7) ?? null)
  return {
    sound: fault === null,
    lines: lines.length,
    firstMonth: months[0] ?? null,
    lastMonth: months[1] ?? null,
    headSha256: head.sha256,
    fault,
  }
}
