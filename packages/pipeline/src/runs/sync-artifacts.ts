import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs, requireOptions } from '@riftline/base'
import { type CapturedOdds, parseManifest } from '@riftline/predictor'
import { type MarketRecord, marketRecord } from '../evaluate/pick-records.ts'
import { manifestKeys, type OpenFolder, openFolder } from '../folder/open-folder.ts'
import { publishFolder, stageFolder } from '../folder/write-folder.ts'
import { lastGameMs, wholeUntil } from '../history/games.ts'
import { newestStartMs } from '../history/stated/to-history.ts'
import { type CommonNames, parseNamesFiles, readNamesFiles, readOwnAliases } from '../names/names.ts'
import { learnOdds, noOdds, withLateOdds } from '../sync/learned-odds.ts'
import {
  compareReplays,
  type MergedChanges,
  type Replay,
  replayStatements,
  type Skipped,
  type Unresolved,
} from '../sync/replay.ts'
import { statedLogos } from '../sync/schedule.ts'
import {
  digestOf,
  noStatements,
  openSyncFolder,
  type RefusedReading,
  type SourceReading,
  type SourceStatements,
  type SyncFolder,
  type SyncMarks,
  takeReadings,
} from '../sync/sync-folder.ts'
import { type MovedFolder, moveFolder } from './move-folder.ts'

/** Statements of sources, and the folders that a sync reads and writes. */
export interface SyncOptions {
  readonly artifactsDirectory: string
  /** Folder to write; default: the artifacts folder itself. */
  readonly outDirectory?: string
  /** Its folder `sync` holds the base for replays; its `aliases.json` takes precedence over the shipped names. */
  readonly dataDirectory: string
  /** Answers of the sources. */
  readonly readings: readonly SourceReading[]
  /** Odds captured before their series began; with the results they refit the weight of forecasts against the market. */
  readonly odds?: readonly CapturedOdds[]
  /** Whether every source was read in full; the base moves only then. */
  readonly isWhole: boolean
  /** Accepts a source that has lost more than a fifth of its games. */
  readonly acceptsFewer?: boolean
  /** Writes nothing. */
  readonly isDryRun?: boolean
}

const syncOptions = [
  ...['artifactsDirectory', 'outDirectory', 'dataDirectory', 'readings', 'odds'],
  ...['isWhole', 'acceptsFewer', 'isDryRun'],
]

/** Changes made by a sync. */
export interface SyncedArtifacts {
  readonly status: 'updated' | 'unchanged'
  /** Data date of the artifacts, before and after. */
  readonly dataThroughUtc: { readonly before: string; readonly after: string }
  /** `withdrawn`: number of games that a source no longer states. */
  readonly merged: MergedChanges & { readonly withdrawn: number }
  /** The record against the market over all graded series with a closing line. */
  readonly market: MarketRecord
  readonly skipped: readonly Skipped[]
  readonly unresolved: readonly Unresolved[]
  /** Sources whose readings were refused. */
  readonly refused: readonly RefusedReading[]
}

/** Time by which the base stays behind the data date, so that later corrections of sources are replayed. */
const correctedMs = 7 * dayMs

/**
 * Learns the statements of sources. Artifacts are always a base with every later game replayed on it, so corrected rows, merged ids
 * and interrupted runs are repaired by the next sync. The same statements and odds give the same bytes.
 *
 * @throws RiftlineError `alias_unknown`, `sync_folder_invalid`; ArtifactError for a damaged folder or `aliases.json`
 */
export async function syncArtifacts(options: SyncOptions): Promise<SyncedArtifacts> {
  requireOptions(options, syncOptions)
  const { artifactsDirectory, dataDirectory } = options
  if (options.isDryRun !== true)
    return run(options, await openSyncFolder(dataDirectory), options.outDirectory ?? artifactsDirectory)
  const copy = await mkdtemp(join(tmpdir(), 'riftline-sync-'))
  try {
    if (existsSync(join(dataDirectory, 'sync')))
      await cp(join(dataDirectory, 'sync'), join(copy, 'sync'), { recursive: true })
    return await run(options, await openSyncFolder(copy), join(copy, 'artifacts'))
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

async function run(options: SyncOptions, sync: SyncFolder, target: string): Promise<SyncedArtifacts> {
  const { artifactsDirectory, dataDirectory, readings, isWhole, acceptsFewer = false } = options
  const namesFiles = await readNamesFiles()
  const naming = { namesFiles, names: parseNamesFiles(namesFiles, await readOwnAliases(dataDirectory)) }
  const manifest = await readFile(join(artifactsDirectory, 'manifest.json'), 'utf8')
  const { marks, known, knownOdds, knownLogos } = await startFrom(sync, artifactsDirectory, digestOf(manifest))
  const { statements, withdrawn, refused } = takeReadings(known, readings, { acceptsFewer })
  const opened = await openFolder(sync.base)
  const stated = replayStatements(opened, statements, naming.names)
  const changes = compareReplays(replayStatements(opened, known, naming.names), stated)
  const oldMs = opened.artifacts.state.asOfMs
  const odds = learnOdds(knownOdds, options.odds ?? [], stated, statements.series, oldMs)
  const { externalIds = opened.externalIds } = stated.history
  const { catalogue } = opened.artifacts
  const logos = statedLogos(statements, { known: externalIds, names: naming.names, catalogue }, knownLogos)
  const move = (base: OpenFolder, { history }: Replay): MovedFolder =>
    moveFolder(base, { ...history, odds: odds.rows }, { ...naming, logos })
  const old = withLateOdds(opened, odds)
  // Written before the base moves, so that after an interruption the next run knows which series the base has.
  await sync.writePlayed(odds.played, odds.joined)
  await sync.writeLogos(logos)
  const movesBase =
    isWhole && refused.length === 0 && (await moveBase(sync, old, stated, { statements, names: naming.names, move }))
  const hasMoved = movesBase || marks.hasMoved
  const base = movesBase ? await openFolder(sync.base) : old
  const replay = movesBase ? replayStatements(base, statements, naming.names) : stated
  const baseMs = base.artifacts.state.asOfMs
  const moved = moveOrStay(base, replay, move)
  const staged = await stageFolder(target, moved.files, moved.manifest, base)
  try {
    const isNew = staged.manifest !== manifest
    await sync.writeStatements(since(baseMs, statements))
    await sync.writeHistory(replay.history, odds.joined)
    await sync.writeMarks({ ...marks, hasMoved, pending: digestOf(staged.manifest) })
    if (isNew) await staged.publish()
    await sync.writeMarks({ artifacts: digestOf(staged.manifest), pending: null, hasMoved })
    return {
      status: isNew ? 'updated' : 'unchanged',
      dataThroughUtc: { before: parseManifest(manifest).asOf, after: moved.asOf },
      merged: { ...changes, withdrawn },
      market: marketRecord(moved.graded),
      skipped: [...oldGames(readings, oldMs, marks.hasMoved), ...stated.skipped],
      unresolved: stated.unresolved,
      refused,
    }
  } finally {
    await staged.discard()
  }
}

export async function goesOn(artifactsDirectory: string, dataDirectory: string): Promise<boolean> {
  if (!existsSync(join(dataDirectory, 'sync'))) return false
  const { marks } = await openSyncFolder(dataDirectory)
  const manifest = await readFile(join(artifactsDirectory, 'manifest.json'))
  return isOurs(marks, digestOf(manifest))
}

function isOurs({ artifacts, pending }: SyncMarks, digest: string): boolean {
  return artifacts === digest || pending === digest
}

/** Reads the previous statements and odds; artifacts that no sync wrote become a new base without any. */
async function startFrom(sync: SyncFolder, artifacts: string, digest: string) {
  const { marks } = sync
  if (isOurs(marks, digest)) return { marks, known: sync.statements, knownOdds: sync, knownLogos: sync.logos }
  const fresh = { artifacts: digest, pending: null, hasMoved: false }
  await sync.takeBase(artifacts)
  await sync.writeStatements(noStatements)
  await sync.writePlayed([], [])
  await sync.writeLogos(new Map())
  await sync.writeMarks(fresh)
  return { marks: fresh, known: noStatements, knownOdds: noOdds, knownLogos: new Map() }
}

type Move = (base: OpenFolder, replay: Replay) => MovedFolder
type Moving = { readonly statements: SourceStatements; readonly names: CommonNames; readonly move: Move }

/** Moves the base to a week before the last game, between two series; if this is impossible, returns false and changes nothing. */
async function moveBase(
  sync: SyncFolder,
  base: OpenFolder,
  stated: Replay,
  { statements, names, move }: Moving,
): Promise<boolean> {
  const { series } = stated.history
  const untilMs = wholeUntil(series, lastGameMs({ series }) - correctedMs)
  if (untilMs === null) return false
  const old = { ...statements, games: statements.games.filter(({ startMs }) => startMs <= untilMs) }
  const { files, manifest } = move(base, replayStatements(base, old, names, newestStartMs(statements.games)))
  await publishFolder(sync.base, files, manifest, base)
  return true
}

/** Moves the base; returns it unchanged if no game is newer. */
function moveOrStay(base: OpenFolder, replay: Replay, move: Move) {
  const { asOf } = base.artifacts.manifest
  if (replay.history.series.length > 0) return move(base, replay)
  return { asOf, files: {}, manifest: manifestKeys(base.artifacts), graded: base.graded }
}

/** Time by which the schedule may list a series before its first game. */
const scheduledMs = dayMs

function since(baseMs: number, { games, series }: SourceStatements): SourceStatements {
  return {
    games: games.filter(({ startMs }) => startMs > baseMs),
    series: series.filter((one) => one.scheduledMs > baseMs - scheduledMs),
  }
}

function oldGames(readings: readonly SourceReading[], baseMs: number, hasMoved: boolean): readonly Skipped[] {
  const old = readings.flatMap(({ games }) => games).filter(({ startMs }) => startMs <= baseMs)
  return old.map(({ source, id }) => ({ source, what: id, why: hasMoved ? 'too_old' : 'built_in' }))
}
