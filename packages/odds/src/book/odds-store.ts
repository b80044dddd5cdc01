import { RiftlineError, requireOptions } from '@riftline/base'
import { type Clock, createSerial, errorFields, type Fs, type Log, nodeFs } from '@riftline/base/node'
import { type TakerFee, takeOdds } from '@riftline/core'
import type { CapturedOdds } from '@riftline/predictor'
import type { BookQuote } from '../snapshot.ts'
import { compactSegments, isWorthCompacting, noSegments, openOddsFolder, readNewSegments } from './loaded-segments.ts'
import type { OddsArchive } from './odds-archive.ts'
import { OddsBook, type StoredSeries } from './odds-book.ts'
import { fromStored, type StoredSnapshot, teamPair } from './stored-snapshot.ts'

/** Captured odds. Times are milliseconds since 1970. */
export interface OddsStore {
  /** The matches between two teams with their stored snapshots, past matches included. A team may have several ids. */
  seriesBetween(teamA: TeamIds, teamB: TeamIds, now: number): Promise<readonly StoredSeries[]>
  /** The two teams that the latest snapshot of a match names; null for an unknown match. */
  teamsOf(esportsMatchId: string, now: number): Promise<readonly [number, number] | null>
  /** Every snapshot of a match that was ever added and not captured in the future, the archived ones first. A key may come twice. */
  everyOf(esportsMatchId: string, now: number): AsyncIterable<StoredSnapshot>
  /** Prices of each source on the winner of the matches scheduled from `from` up to but not at `until`. */
  winnerPrices(from: number, until: number, now: number): Promise<readonly CapturedOdds[]>
  /** The matches scheduled from a moment on, with their stored snapshots. */
  scheduledFrom(from: number, now: number): Promise<readonly StoredSeries[]>
  /** Object that is another one after each addition that this process has made or read. */
  edition(): object
  /** Adds all snapshots or none, durably; the first one of each key is kept. @throws RiftlineError `odds_store_full`, or a disk error */
  add(snapshots: readonly StoredSnapshot[]): Promise<OddsImport>
  /** Resolves when pending writes are done. */
  close(): Promise<void>
}

/** Id of a team, or its present and former ids. */
export type TeamIds = number | readonly number[]

/** Counts of an import: added snapshots, and snapshots that were already stored. */
export interface OddsImport {
  readonly imported: number
  readonly duplicates: number
}

export interface OddsStoreOptions {
  readonly clock: Clock
  readonly log: Log
  /** Data folder; snapshots are stored in its folder `odds`. */
  readonly dataFolder: string
  readonly fs?: Fs
  /** Limit of characters of snapshots in memory; default 256 Mi. */
  readonly maxChars?: number
}

/** Opens the captured odds of a data folder. Other processes may read and add at the same time. */
export async function openOddsStore(options: OddsStoreOptions): Promise<OddsStore> {
  requireOptions(options, ['dataFolder', 'clock', 'log', 'fs', 'maxChars'])
  const { dataFolder, clock, log, fs = nodeFs, maxChars = 256 * 1024 * 1024 } = options
  const folder = await openOddsFolder(fs, dataFolder, log)
  let loaded = await readNewSegments(noSegments(), folder, log)
  const serial = createSerial()

  const read = async () => {
    loaded = await readNewSegments(loaded, folder, log)
  }
  let waiting: Promise<void> | null = null
  let isReadable = true
  /** Reads everything added before this call; concurrent calls share one read. */
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

  const compact = () => compactSegments(loaded, folder, clock.now())
  const makeRoom = async (chars: number): Promise<void> => {
    if (loaded.book.sizeChars + chars > maxChars) await compact()
    if (loaded.book.sizeChars + chars <= maxChars) return
    const expected = `expected at most ${maxChars} characters of snapshots`
    throw new RiftlineError('odds_store_full', `${dataFolder}/odds: ${expected}`)
  }

  return {
    ...queriesOf(() => catchUp().then(() => loaded.book), folder.archive),
    edition: () => loaded.book.edition,
    add: (snapshots) =>
      serial(async () => {
        await read()
        const added = loaded.book.newOnes(snapshots)
        if (added.length > 0) {
          await makeRoom(added.reduce((sum, { json }) => sum + json.length, 0))
          const { name, sizeBytes } = await folder.add(added.map((snapshot) => ({ snapshot })))
          for (const snapshot of added) loaded.book.add(snapshot)
          loaded.segments.set(name, sizeBytes)
          if (isWorthCompacting(loaded)) {
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

/** Creates a store of captured odds in memory, for tests and embedding. */
export function createMemoryOddsStore(): OddsStore {
  const book = new OddsBook()
  return {
    ...queriesOf(async () => book, null),
    edition: () => book.edition,
    async add(snapshots) {
      const added = book.newOnes(snapshots)
      for (const snapshot of added) book.add(snapshot)
      return { imported: added.length, duplicates: snapshots.length - added.length }
    },
    close: async () => {},
  }
}

function queriesOf(
  book: () => Promise<OddsBook>,
  archive: OddsArchive | null,
): Omit<OddsStore, 'add' | 'close' | 'edition'> {
  return {
    async seriesBetween(teamA, teamB, now) {
      const pairs = [teamA].flat().flatMap((one) => [teamB].flat().map((other) => teamPair(one, other)))
      return (await book()).between(new Set(pairs), now)
    },
    async teamsOf(esportsMatchId, now) {
      const latest = (await book()).match(esportsMatchId, now)?.snapshots.at(-1)
      if (latest === undefined) return null
      const { team1, team2 } = fromStored(latest).match
      return [team1.id, team2.id]
    },
    async *everyOf(esportsMatchId, now) {
      const match = (await book()).match(esportsMatchId, now)
      if (match === null) return
      // Thinning keeps the first and the latest snapshot, so no archived one was captured before or after the stored ones.
      const [first, last] = [match.snapshots[0]!, match.snapshots.at(-1)!]
      if (archive !== null) yield* archive.read(esportsMatchId, first.capturedAt, last.capturedAt)
      yield* match.snapshots
    },
    scheduledFrom: async (from, now) => (await book()).scheduled(from, Number.POSITIVE_INFINITY, now),
    winnerPrices: async (from, until, now) => winnerPrices((await book()).scheduled(from, until, now)),
  }
}

/** Lists each source's prices on the winner of each match, without sources that priced only other markets. */
export function winnerPrices(matches: readonly StoredSeries[]): readonly CapturedOdds[] {
  return matches.flatMap(({ esportsMatchId, scheduledAt: scheduledMs, snapshots }) =>
    [...new Set(snapshots.map(({ source }) => source))].sort().flatMap((source) => {
      const own = snapshots.filter((one) => one.source === source)
      const { team1, team2 } = fromStored(own[0]!).match
      const teams = [team1.id, team2.id] as const
      const prices = own.flatMap((stored) => {
        const { markets, fee } = fromStored(stored)
        const { seriesWinner } = markets
        if (seriesWinner === null) return []
        const [first, second] = teams.map((id) => seriesWinner.find(({ team }) => team.id === id)!)
        const take = [takenPrice(first!, fee), takenPrice(second!, fee)] as const
        const odds = [first!.decimalOdds, second!.decimalOdds] as const
        return [{ capturedMs: stored.capturedAt, odds, ...(take.some((one) => one !== null) && { takeOdds: take }) }]
      })
      return prices.length === 0 ? [] : [{ esportsMatchId, source, scheduledMs, teams, prices }]
    }),
  )
}

/** The buyer's odds after the fee, rounded to six decimals like the prices in files. */
function takenPrice({ ask }: BookQuote, fee: TakerFee | undefined): number | null {
  const odds = takeOdds(ask ?? null, fee ?? null)
  return odds === null ? null : Math.round(odds * 1e6) / 1e6
}
