import { RiftlineError, requireOptions } from '@riftline/base'
import { type Clock, createSerial, errorFields, type Fs, type Log, nodeFs } from '@riftline/base/node'
import type { CapturedOdds } from '@riftline/predictor'
import { noSegments, readNewSegments } from './loaded-segments.ts'
import type { StoredSeries } from './odds-book.ts'
import { openOddsFolder } from './odds-folder.ts'
import type { OddsSnapshot } from './snapshot.ts'
import type { StoredSnapshot } from './stored-snapshot.ts'
import { winnerPrices } from './winner-prices.ts'

/** Captured odds. Times are milliseconds since 1970. */
export interface OddsStore {
  /** The latest snapshot of the next series between two teams: the one that starts first, but not before `now`. */
  nextSnapshot(teamA: number, teamB: number, now: number): Promise<OddsSnapshot | null>
  /** The matches between two teams with all that is kept of them, past ones too. */
  seriesBetween(teamA: number, teamB: number, now: number): Promise<readonly StoredSeries[]>
  /** What each source asked for the winner of the matches that are scheduled from one moment up to another, the latter not among them. */
  winnerPrices(from: number, until: number, now: number): Promise<readonly CapturedOdds[]>
  /** The last snapshot before the start of a series that has started: from then on it is the closing line. */
  closingLine(esportsMatchId: string, now: number): Promise<OddsSnapshot | null>
  /** Adds all or none, durably; of one key the first stays. @throws RiftlineError `odds_store_full`, or an error of the disk */
  add(snapshots: readonly StoredSnapshot[]): Promise<OddsImport>
  /** Resolves when nothing is being written. */
  close(): Promise<void>
}

/** How many snapshots an import added, and how many were there already. */
export interface OddsImport {
  readonly imported: number
  readonly duplicates: number
}

/** Where snapshots are kept, and how many. */
export interface OddsStoreOptions {
  readonly clock: Clock
  readonly log: Log
  /** Its folder `odds` has them. */
  readonly dataFolder: string
  readonly fs?: Fs
  /** What the snapshots may take in memory, in characters; 256 Mi by default. */
  readonly maxChars?: number
}

/** Captured odds in the folder `odds` of a data folder, which other processes may read and add to at the same time. */
export async function openOddsStore(options: OddsStoreOptions): Promise<OddsStore> {
  requireOptions(options, ['dataFolder', 'clock', 'log', 'fs', 'maxChars'])
  const { dataFolder, clock, log, fs = nodeFs, maxChars = 256 * 1024 * 1024 } = options
  const folder = await openOddsFolder(fs, dataFolder)
  let loaded = await readNewSegments(noSegments(), folder, log)
  const serial = createSerial()

  const read = async (): Promise<void> => {
    loaded = await readNewSegments(loaded, folder, log)
  }
  let waiting: Promise<void> | null = null
  let isReadable = true
  /** What was added before this call is there when it resolves; calls that wait for the same reading share it. */
  const catchUp = (): Promise<void> => {
    waiting ??= serial(async () => {
      waiting = null
      try {
        await read()
        isReadable = true
      } catch (error) {
        if (isReadable) log({ level: 'error', event: 'odds_folder_unreadable', ...errorFields(error) })
        isReadable = false
      }
    })
    return waiting
  }

  /** One segment instead of many, without what no answer needs. A process that replaces them at the same time loses nothing either. */
  const compact = async (): Promise<void> => {
    loaded.book.thin(clock.now())
    const replaced = soundSegments(loaded.segments).map(([name]) => name)
    const added = await folder.add(loaded.book.records())
    for (const name of replaced) {
      loaded.segments.delete(name)
      await folder.remove(name)
    }
    loaded.segments.set(added.name, added.sizeBytes)
    await folder.removeLeftovers()
  }

  const makeRoom = async (chars: number): Promise<void> => {
    if (loaded.book.sizeChars + chars > maxChars) await compact()
    if (loaded.book.sizeChars + chars <= maxChars) return
    const message = `${dataFolder}/odds: expected at most ${maxChars} characters of snapshots`
    throw new RiftlineError('odds_store_full', message)
  }

  return {
    async nextSnapshot(teamA, teamB, now) {
      await catchUp()
      return loaded.book.next(teamA, teamB, now)
    },
    async seriesBetween(teamA, teamB, now) {
      await catchUp()
      return loaded.book.between(teamA, teamB, now)
    },
    async winnerPrices(from, until, now) {
      await catchUp()
      return winnerPrices(loaded.book.scheduled(from, until, now))
    },
    async closingLine(esportsMatchId, now) {
      await catchUp()
      return loaded.book.closing(esportsMatchId, now)
    },
    add: (snapshots) =>
      serial(async () => {
        await read()
        const added = loaded.book.newOnes(snapshots)
        if (added.length > 0) {
          await makeRoom(added.reduce((sum, { json }) => sum + json.length, 0))
          const { name, sizeBytes } = await folder.add(added.map((snapshot) => ({ snapshot })))
          for (const snapshot of added) loaded.book.add(snapshot)
          loaded.segments.set(name, sizeBytes)
          if (isWorthCompacting(loaded.segments)) {
            await compact().catch((error: unknown) => {
              log({ level: 'error', event: 'odds_compaction_failed', ...errorFields(error) })
            })
          }
        }
        return { imported: added.length, duplicates: snapshots.length - added.length }
      }),
    close: () => serial(async () => {}),
  }
}

const mostSegments = 64
const worthBytes = 16 * 1024 * 1024

/** Many segments make every look at the folder slow; large ones are rewritten only when as much came since. */
function isWorthCompacting(segments: ReadonlyMap<string, number | null>): boolean {
  const sizes = soundSegments(segments).map(([, size]) => size)
  const largest = Math.max(...sizes)
  const others = sizes.reduce((sum, size) => sum + size, 0) - largest
  return sizes.length >= mostSegments || others > Math.max(worthBytes, largest)
}

function soundSegments(segments: ReadonlyMap<string, number | null>): readonly (readonly [string, number])[] {
  return [...segments].flatMap(([name, size]) => (size === null ? [] : [[name, size] as const]))
}
