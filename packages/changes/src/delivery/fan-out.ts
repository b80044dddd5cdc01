import type { StoredChange } from '../change.ts'
import { type Frames, framesOf, type ReaderDeps, type StreamReader, writeFrames } from './stream-reader.ts'

/** Changes on their way to all streams, with the frames that streams of equal types share. */
interface Broadcast {
  readonly changes: readonly StoredChange[]
  readonly shared: Map<string, Frames>
  readonly left: Iterator<StreamReader>
}

/** Streams that are written in one turn of the event loop: more would delay calls. */
const perTurn = 512

/** Creates the function that writes changes to all readers, some in each turn of the event loop, all changes in their order. */
export function createFanOut(deps: ReaderDeps, readers: ReadonlySet<StreamReader>) {
  const broadcasts: Broadcast[] = []

  function writeSome(): void {
    for (let left = perTurn; left > 0; left--) {
      const [first] = broadcasts
      if (first === undefined) return
      const { value: reader, done } = first.left.next()
      if (done) broadcasts.shift()
      else deliver(first, reader)
    }
    setImmediate(writeSome)
  }

  function deliver({ changes, shared }: Broadcast, reader: StreamReader): void {
    const { after, filter, asked, isBehind, ended } = reader
    const last = changes.at(-1)!.seq
    if (isBehind || ended !== null || after >= last) return
    reader.after = last
    // A stream that was opened between two changes has the first ones already.
    const hasSome = after >= changes[0]!.seq
    const missing = hasSome ? changes.filter(({ seq }) => seq > after) : changes
    const frames = (hasSome ? undefined : shared.get(filter)) ?? framesOf(missing, asked)
    if (!hasSome) shared.set(filter, frames)
    writeFrames(deps, reader, frames)
  }

  return (changes: readonly StoredChange[]): void => {
    if (readers.size === 0) return
    broadcasts.push({ changes, shared: new Map(), left: readers.values() })
    if (broadcasts.length === 1) writeSome()
  }
}
