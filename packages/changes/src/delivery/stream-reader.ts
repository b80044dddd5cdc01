import type { ServerResponse } from 'node:http'
import type { Clock } from '@riftline/base/node'
import type { ChangeStore, StoredChange } from '../change.ts'
import type { AskedChanges } from './change-page.ts'
import { changeFrame, goneFrame } from './event-frames.ts'

/** Reason why a stream ended: its reader left or was too slow, its key is not valid any more, or the server stops. */
export type StreamEnd = 'left' | 'slow' | 'key' | 'bye'

/** A stream from its opening to its end. */
export interface StreamReader {
  readonly asked: AskedChanges
  /** Text of the types, equal for streams that get the same frames. */
  readonly filter: string
  /** Second of the beat at which it gets one. */
  readonly slot: number
  /** Response whose head has been written; null before, and after the end. */
  response: ServerResponse | null
  /** Place up to which everything is written. */
  after: string
  /** Whether it has older changes to read before it gets new ones as they come. */
  isBehind: boolean
  /** Moment since which the kernel takes nothing more; null while it does. */
  stuckMs: number | null
  /** Number of changes written so far. */
  sent: number
  /** Reason of the end; null while the stream is open. */
  ended: StreamEnd | null
}

/** Bytes to write, and the number of changes in them. */
export interface Frames {
  readonly bytes: Buffer
  readonly count: number
}

export interface ReaderDeps {
  readonly store: ChangeStore
  readonly clock: Pick<Clock, 'monotonicMs'>
}

/** Unsent bytes above which a reader is too slow. */
const mostUnsentBytes = 256 * 1024
/** Unsent bytes above which older changes wait until the reader has read. */
const pausedAtBytes = 32 * 1024
/** Older changes that are looked at in one step. */
const readAtOnce = 1000

export function newReader(asked: AskedChanges, after: string, slot: number): StreamReader {
  const filter = asked.types === null ? '' : [...asked.types].sort().join()
  return { asked, filter, slot, response: null, after, isBehind: true, stuckMs: null, sent: 0, ended: null }
}

/** Frames of the changes that a reader asks for. */
export function framesOf(changes: readonly StoredChange[], { types }: AskedChanges): Frames {
  const fitting = types === null ? changes : changes.filter(({ type }) => types.has(type))
  return { bytes: Buffer.from(fitting.map(changeFrame).join('')), count: fitting.length }
}

export function textFrames(text: string): Frames {
  return { bytes: Buffer.from(text), count: 0 }
}

/** Writes to a stream. A reader with too much unsent is cut off: it would take ever more memory. */
export function writeFrames({ clock }: ReaderDeps, reader: StreamReader, { bytes, count }: Frames): void {
  const { response } = reader
  if (bytes.length === 0 || response === null) return
  reader.sent += count
  if (!response.write(bytes)) reader.stuckMs ??= clock.monotonicMs()
  if (response.writableLength > mostUnsentBytes) cutOff(reader)
}

/** Writes older changes as fast as the reader reads, and lets it get new ones as they come once it has all. */
export function catchUp(deps: ReaderDeps, reader: StreamReader): void {
  const { store } = deps
  while (reader.ended === null && (reader.response?.writableLength ?? pausedAtBytes) < pausedAtBytes) {
    const found = store.since(reader.after, readAtOnce)
    if (found.kind === 'gone') {
      reader.after = store.head()
      writeFrames(deps, reader, textFrames(goneFrame(found.oldest, reader.after)))
    } else if (found.changes.length === 0) {
      reader.isBehind = false
      return
    } else {
      const some = firstOf(found.changes, reader.asked)
      reader.after = some.at(-1)!.seq
      writeFrames(deps, reader, framesOf(some, reader.asked))
    }
  }
}

/** The first changes, up to some bytes of those that a reader asks for. */
function firstOf(changes: readonly StoredChange[], { types }: AskedChanges): readonly StoredChange[] {
  let bytes = 0
  const end = changes.findIndex(({ type, json }) => {
    if (types === null || types.has(type)) bytes += json.length
    return bytes >= pausedAtBytes
  })
  return end < 0 ? changes : changes.slice(0, end + 1)
}

/** Ends a stream without its last bytes, which its reader does not take. */
export function cutOff(reader: StreamReader): void {
  reader.ended ??= 'slow'
  reader.response?.destroy()
}

/** Ends a stream after some last bytes. */
export function finishStream(reader: StreamReader, why: StreamEnd, last = ''): void {
  if (reader.ended !== null) return
  reader.ended = why
  reader.response?.end(last)
}
