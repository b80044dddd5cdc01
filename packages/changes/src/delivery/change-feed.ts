import type { ServerResponse } from 'node:http'
import { requireOptions } from '@riftline/base'
import type { Log, Timers } from '@riftline/base/node'
import type { CreditStore } from '@riftline/ledger'
import type { StoredChange } from '../change.ts'
import { type AskedChanges, type ChangePage, changePage } from './change-page.ts'
import { beatFrame, byeFrame, openingFrame } from './event-frames.ts'
import { createFanOut } from './fan-out.ts'
import { createKeyCheck, createPlaces, type KeyOfReader } from './places.ts'
import {
  catchUp,
  cutOff,
  finishStream,
  newReader,
  type ReaderDeps,
  type StreamReader,
  textFrames,
  writeFrames,
} from './stream-reader.ts'

/** Dependencies of a feed. */
export interface ChangeFeedOptions extends ReaderDeps {
  readonly timers: Timers
  readonly log: Log
  /** Keys of the readers. */
  readonly credits: Pick<CreditStore, 'findKeys' | 'now'>
}

/** A stream with a place of its own. */
export interface ChangeStream extends Readonly<Pick<StreamReader, 'sent' | 'ended'>> {
  /** Begins to write. @param response response whose head has been written */
  begin(response: ServerResponse): void
  /** Gives the place back. Must be called once the response is over, or will never begin. */
  end(): void
}

/** Changes that a waiting call asks for. */
export interface AwaitedChanges extends AskedChanges {
  readonly limit: number
  /** Time after which the page is returned as it is. */
  readonly waitMs: number
  /** Registers a function to call when the reader leaves, and returns one that removes it. */
  readonly onLeft: (act: () => void) => () => unknown
}

/** Delivery of the changes of a store, with the open streams and waiting calls of a server. */
export interface ChangeFeed {
  /** The oldest changes after a place. @param limit most changes to return */
  page(asked: AskedChanges, limit: number): ChangePage
  /** Number of open streams, without waiting calls. */
  readonly open: number
  /** Opens a stream; null if its key or the server has no place for it. */
  stream(key: KeyOfReader, asked: AskedChanges): ChangeStream | null
  /** Waits until there is a change to return, and returns the page then. Null if its key or the server has no place for it. */
  wait(key: KeyOfReader, asked: AwaitedChanges): Promise<ChangePage> | null
  /** Says goodbye to every stream, answers every waiting call, and opens no further ones. */
  close(): void
}

/** Time without any progress after which a reader with unsent bytes is too slow. */
const patienceMs = 30_000
/** Seconds between two beats of a stream. */
const beatEvery = 15
const beatStepMs = 1000
/** Interval at which keys are looked up; with the look-up itself, a key that is revoked ends its streams within five seconds. */
const sweepMs = 3000

/**
 * Creates the delivery of changes: three streams or waiting calls a key, 2,000 in all. Each change becomes bytes once, which all
 * streams of equal types share. Each second a fifteenth of the streams gets a beat.
 */
export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  requireOptions(options, ['store', 'clock', 'timers', 'log', 'credits'])
  const { store, timers, credits, log } = options
  const places = createPlaces(createKeyCheck(credits), log)
  const readers = new Set<StreamReader>()
  let opened = 0
  let isOpen = true
  const stops = [
    store.onChanges(createFanOut(options, readers)),
    timers.every(beatStepMs, createBeat(options, readers)),
    timers.every(sweepMs, () => void places.sweep()),
  ]
  return {
    page: (asked, limit) => changePage(store, asked, limit),
    get open() {
      return readers.size
    },
    stream(key, asked) {
      const place = isOpen ? places.take(key) : null
      if (place === null) return null
      opened += 1
      const reader = newReader(asked, asked.since ?? store.head(), opened % beatEvery)
      place.close = () => finishStream(reader, 'key')
      return {
        begin(response) {
          reader.response = response
          readers.add(reader)
          beginStream(options, reader, response)
          if (!isOpen) finishStream(reader, 'bye', byeFrame)
        },
        end() {
          reader.ended ??= 'left'
          reader.response = null
          readers.delete(reader)
          places.leave(place)
        },
        get sent() {
          return reader.sent
        },
        get ended() {
          return reader.ended
        },
      }
    },
    wait(key, { limit, waitMs, onLeft, types, since }) {
      const place = isOpen ? places.take(key) : null
      if (place === null) return null
      const asked = { types, since: since ?? store.head() }
      const page = (): ChangePage => changePage(store, asked, limit)
      const isAsked = ({ type }: StoredChange): boolean => types === null || types.has(type)
      const first = page()
      const ends: (() => unknown)[] = []
      const awaited = new Promise<void>((resolve) => {
        if (first.kind === 'gone' || first.changes.length > 0) return resolve()
        place.close = resolve
        ends.push(timers.after(waitMs, resolve), onLeft(resolve))
        ends.push(store.onChanges((changes) => void (changes.some(isAsked) && resolve())))
      })
      return awaited.then(() => {
        for (const end of ends) end()
        places.leave(place)
        return page()
      })
    },
    close() {
      isOpen = false
      for (const stop of stops) stop()
      for (const reader of readers) finishStream(reader, 'bye', byeFrame)
      places.closeAll()
    },
  }
}

/** Writes the first bytes of a stream, and what its reader has missed. */
function beginStream(deps: ReaderDeps, reader: StreamReader, response: ServerResponse): void {
  const { socket } = response.req
  const left = (): void => finishStream(reader, 'left')
  // A reader of a stream has nothing more to send, so its FIN means that it has left.
  if (socket.readableEnded) {
    left()
    return
  }
  socket.once('end', left)
  response.on('drain', () => {
    reader.stuckMs = null
    if (reader.isBehind) catchUp(deps, reader)
  })
  writeFrames(deps, reader, textFrames(openingFrame(reader.after)))
  catchUp(deps, reader)
}

/** Creates the beat, which also cuts off readers that have taken nothing for long. */
function createBeat(deps: ReaderDeps, readers: ReadonlySet<StreamReader>): () => void {
  const { store, clock } = deps
  let second = 0
  return () => {
    second = (second + 1) % beatEvery
    const head = store.head()
    const [whole, plain] = [textFrames(beatFrame(head)), textFrames(beatFrame(null))]
    for (const reader of readers) {
      const { slot, stuckMs, isBehind, after } = reader
      if (stuckMs !== null && clock.monotonicMs() - stuckMs >= patienceMs) cutOff(reader)
      else if (slot === second) writeFrames(deps, reader, isBehind || after < head ? plain : whole)
    }
  }
}
