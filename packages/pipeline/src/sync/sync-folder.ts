import { createHash } from 'node:crypto'
import { cp, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { RiftlineError } from '@riftline/base'
import { nodeFs, replaceFile } from '@riftline/base/node'
import type { StatedGame, StatedSeries } from '@riftline/predictor'
import { writeRiftline } from '../history/riftline/write-riftline.ts'
import type { History } from '../history/types.ts'
import { readOptionalText } from '../optional-text.ts'
import { type JoinedOdds, oddsText, type PlayedPair, readOdds } from './learned-odds.ts'
import type { StatedLogos } from './schedule.ts'

/** `DATA_DIR/sync`: the base for replays of the artifacts, and the stored statements and odds of sources. */
export type SyncFolder = Awaited<ReturnType<typeof openSyncFolder>>

/** The last artifacts folder that a sync wrote, identified by the SHA-256 of its manifest. */
export interface SyncMarks {
  readonly artifacts: string | null
  /** The folder about to be published; an interrupted sync may have published it. */
  readonly pending: string | null
  /** Whether the base has moved since it was copied from artifacts that no sync wrote. */
  readonly hasMoved: boolean
}

const noMarks: SyncMarks = { artifacts: null, pending: null, hasMoved: false }

export async function openSyncFolder(dataDirectory: string) {
  const root = join(dataDirectory, 'sync')
  const path = (name: string): string => join(root, name)
  await nodeFs.makeFolder(path('history'))
  const write = (name: string, text: string): Promise<void> =>
    replaceFile(nodeFs, dirname(path(name)), basename(name), Buffer.from(text))
  return {
    /** The artifacts folder without the games of `statements`. */
    base: path('base'),
    statements: await readJson(path('statements.json'), noStatements),
    /** Captured odds of the series that syncs have learned. */
    odds: await readOdds(path('odds.csv')),
    /** The series learned by syncs that the base contains. */
    played: await readJson<readonly PlayedPair[]>(path('series.json'), []),
    /** The first logo that a source has shown for each team. */
    logos: new Map(await readJson<[number, string][]>(path('logos.json'), [])),
    marks: await readJson(path('marks.json'), noMarks),
    writeLogos: (logos: StatedLogos) => write('logos.json', `[${linesOf([...logos])}]\n`),
    writeStatements: ({ games, series }: SourceStatements) =>
      write('statements.json', `{"games":[${linesOf(games)}],\n"series":[${linesOf(series)}]}\n`),
    /** Writes the series that syncs have learned, and the odds captured for them. */
    async writePlayed(played: readonly PlayedPair[], odds: readonly JoinedOdds[]): Promise<void> {
      await write('series.json', `[${linesOf(played)}]\n`)
      await write('odds.csv', oddsText(odds))
    },
    /** Writes the merged games since the base in riftline's own layout, with the odds of their series, for people to read. */
    async writeHistory(history: Omit<History, 'skipped'>, odds: readonly JoinedOdds[]): Promise<void> {
      const ids = new Set(history.series.map(({ id }) => id))
      for (const [name, text] of writeRiftline(history)) await write(`history/${name}`, text)
      await write('history/odds.csv', oddsText(odds.filter(({ series }) => ids.has(series.id))))
    },
    writeMarks: (marks: SyncMarks) => write('marks.json', `${JSON.stringify(marks)}\n`),
    /** Copies an artifacts folder as the new base and forgets all stored statements and odds. */
    async takeBase(artifacts: string): Promise<void> {
      await rm(path('base.next'), { recursive: true, force: true })
      await cp(artifacts, path('base.next'), { recursive: true })
      await rm(path('base'), { recursive: true, force: true })
      await rename(path('base.next'), path('base'))
    },
  }
}

export function digestOf(manifest: string | Uint8Array): string {
  return createHash('sha256').update(manifest).digest('hex')
}

/** Writes one line per row, to be readable for people. */
export function linesOf(all: readonly object[]): string {
  return all.map((one) => `\n${JSON.stringify(one)}`).join(',')
}

async function readJson<T>(path: string, absent: T): Promise<T> {
  const text = await readOptionalText(path)
  if (text === null) return absent
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new RiftlineError('sync_folder_invalid', `${path}: expected what a sync wrote`, { cause })
  }
}

export interface SourceStatements {
  readonly games: readonly StatedGame[]
  readonly series: readonly StatedSeries[]
}

/** The answer of one source: all its games and series between `fromMs` and `untilMs`. */
export interface SourceReading extends SourceStatements {
  readonly source: string
  readonly fromMs: number
  readonly untilMs: number
}

export const noStatements: SourceStatements = { games: [], series: [] }

/** Largest share of the known games of a time that an accepted answer may lack. */
const mostGone = 0.2

/** A source whose answer was refused. */
export interface RefusedReading {
  readonly source: string
  readonly fault: 'fewer_rows'
  readonly reason: string
}

/** Replaces the statements of each source in the time of its reading; a source that lost over a fifth of its games is refused. */
export function takeReadings(
  known: SourceStatements,
  readings: readonly SourceReading[],
  { acceptsFewer }: { readonly acceptsFewer: boolean },
) {
  let statements = known
  let withdrawn = 0
  const refused: RefusedReading[] = []
  for (const reading of readings) {
    const { source, games, series } = reading
    const before = statements.games.filter((game) => isReread(game, reading))
    const ids = new Set(games.map(({ id }) => id))
    const gone = before.filter(({ id }) => !ids.has(id)).length
    if (gone > before.length * mostGone && !acceptsFewer) {
      const reason = `${source}: expected most of the ${before.length} games that it had, ${gone} of them are gone`
      refused.push({ source, fault: 'fewer_rows', reason })
      continue
    }
    withdrawn += gone
    statements = {
      games: [...without(statements.games, reading, games), ...games].sort(inOrder),
      series: [...without(statements.series, reading, series), ...series].sort(inOrder),
    }
  }
  return { statements, withdrawn, refused }
}

type Stated = StatedGame | StatedSeries

function without<T extends Stated>(known: readonly T[], reading: SourceReading, fresh: readonly Stated[]) {
  const ids = new Set(fresh.map(({ id }) => id))
  return known.filter((one) => !isReread(one, reading) && !(one.source === reading.source && ids.has(one.id)))
}

function isReread(stated: Stated, { source, fromMs, untilMs }: SourceReading): boolean {
  return stated.source === source && timeOf(stated) >= fromMs && timeOf(stated) < untilMs
}

/** Sorts by time, source and id, so that the same statements give the same file. */
function inOrder(a: Stated, b: Stated): number {
  return timeOf(a) - timeOf(b) || (`${a.source} ${a.id}` < `${b.source} ${b.id}` ? -1 : 1)
}

function timeOf(stated: Stated): number {
  return 'startMs' in stated ? stated.startMs : stated.scheduledMs
}
