import { createHash } from 'node:crypto'
import { cp, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { RiftlineError } from '@riftline/base'
import { isMissing, nodeFs, replaceFile } from '@riftline/base/node'
import type { CapturedOdds } from '@riftline/predictor'
import { writeRiftline } from '../history/riftline/write-riftline.ts'
import type { History } from '../history/types.ts'
import type { JoinedOdds, PlayedPair } from './learned-odds.ts'
import { oddsText, readOdds } from './odds-file.ts'
import type { TeamLogos } from './stated-logos.ts'
import { noStatements, type Statements } from './statements.ts'

/** `DATA_DIR/sync`: what the artifacts are replayed from, and what is known of the sources. */
export interface SyncFolder {
  /** An artifacts folder as it was before the games of `statements`. */
  readonly base: string
  /** Statements of sources since the base. */
  readonly statements: Statements
  /** Captured odds of the series that syncs have learned. */
  readonly odds: readonly CapturedOdds[]
  /** The series that the base has learned of syncs. */
  readonly played: readonly PlayedPair[]
  /** Logos, the first that a source has shown of each team. */
  readonly logos: TeamLogos
  readonly marks: SyncMarks
  writeLogos(logos: TeamLogos): Promise<void>
  writeStatements(statements: Statements): Promise<void>
  /** The series that syncs have learned, and what was captured of them. */
  writePlayed(played: readonly PlayedPair[], odds: readonly JoinedOdds[]): Promise<void>
  /** The merged games since the base in riftline's own layout, with the odds of their series: for whoever wants to read them. */
  writeHistory(history: Omit<History, 'skipped'>, odds: readonly JoinedOdds[]): Promise<void>
  writeMarks(marks: SyncMarks): Promise<void>
  /** Makes a copy of an artifacts folder the base, after which nothing is known yet. */
  takeBase(artifacts: string): Promise<void>
}

/** The last artifacts folder that a sync wrote, by the SHA-256 of its manifest. */
export interface SyncMarks {
  readonly artifacts: string | null
  /** The folder that was about to be published: a sync that was cut off may have published it. */
  readonly pending: string | null
  /** Whether the base has moved since it was taken from artifacts that no sync wrote. */
  readonly hasMoved: boolean
}

const noMarks: SyncMarks = { artifacts: null, pending: null, hasMoved: false }

export async function openSyncFolder(dataDirectory: string): Promise<SyncFolder> {
  const root = join(dataDirectory, 'sync')
  const path = (name: string): string => join(root, name)
  await nodeFs.makeFolder(path('history'))
  const write = (name: string, text: string): Promise<void> =>
    replaceFile(nodeFs, dirname(path(name)), basename(name), Buffer.from(text))
  return {
    base: path('base'),
    statements: await readJson(path('statements.json'), noStatements),
    odds: await readOdds(path('odds.csv')),
    played: await readJson(path('series.json'), []),
    logos: new Map(await readJson<[number, string][]>(path('logos.json'), [])),
    marks: await readJson(path('marks.json'), noMarks),
    writeLogos: (logos) => write('logos.json', `[${linesOf([...logos])}]\n`),
    writeStatements: ({ games, series }) => write('statements.json', toLines({ games, series })),
    async writePlayed(played, odds) {
      await write('series.json', `[${linesOf(played)}]\n`)
      await write('odds.csv', oddsText(odds))
    },
    async writeHistory(history, odds) {
      const ids = new Set(history.series.map(({ id }) => id))
      for (const [name, text] of writeRiftline(history)) await write(`history/${name}`, text)
      await write('history/odds.csv', oddsText(odds.filter(({ series }) => ids.has(series.id))))
    },
    writeMarks: (marks) => write('marks.json', `${JSON.stringify(marks)}\n`),
    async takeBase(artifacts) {
      await rm(path('base.next'), { recursive: true, force: true })
      await cp(artifacts, path('base.next'), { recursive: true })
      await rm(path('base'), { recursive: true, force: true })
      await rename(path('base.next'), path('base'))
    },
  }
}

/** The mark of an artifacts folder. */
export function digestOf(manifest: string | Uint8Array): string {
  return createHash('sha256').update(manifest).digest('hex')
}

/** A line for each statement, for people who look into the file. */
function toLines(statements: Statements): string {
  return `{"games":[${linesOf(statements.games)}],\n"series":[${linesOf(statements.series)}]}\n`
}

function linesOf(all: readonly object[]): string {
  return all.map((one) => `\n${JSON.stringify(one)}`).join(',')
}

async function readJson<T>(path: string, absent: T): Promise<T> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (text === null) return absent
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new RiftlineError('sync_folder_invalid', `${path}: expected what a sync wrote`, { cause })
  }
}
