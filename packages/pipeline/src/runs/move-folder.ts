import { RiftlineError, toUtc } from '@riftline/base'
import { type ForecastState, joinMeetings, joinWins } from '@riftline/predictor'
import type { Baselines } from '../baselines/baselines.ts'
import { buildCatalogue } from '../catalogue/build-catalogue.ts'
import { joinRecent } from '../catalogue/recent.ts'
import { gradeHistory } from '../evaluate/graded-forecast.ts'
import { snapshotFiles } from '../folder/artifact-files.ts'
import { manifestKeys, type OpenFolder } from '../folder/open-folder.ts'
import { toProse } from '../folder/write-folder.ts'
import { fitBlend, gradingDelayMs, monthlyBlends, recentlyGraded } from '../graded/fit-blend.ts'
import { recordSeries, renameTeams } from '../graded/grade-series.ts'
import { type Joins, joinsOf } from '../history/identity/known.ts'
import type { History } from '../history/types.ts'
import type { CommonNames, NamesFiles } from '../names/names.ts'
import { reportPath } from '../report/measure.ts'
import { renewValuePicks } from '../report/sections/market.ts'
import { addLogos, type StatedLogos } from '../sync/schedule.ts'

export interface MoveOptions {
  readonly names: CommonNames
  readonly namesFiles: NamesFiles
  /** Time up to which the history has every game; default: its last game. */
  readonly completeMs?: (asOfMs: number) => number
  /** Logos for teams without one; default: none. */
  readonly logos?: StatedLogos
}

export type MovedFolder = ReturnType<typeof moveFolder>

/** Updates an opened folder, which must not be used afterwards. @throws RiftlineError `history_empty` if no game is newer */
export function moveFolder(folder: OpenFolder, history: History, options: MoveOptions) {
  const { names, namesFiles, completeMs = (asOfMs) => asOfMs, logos = new Map() } = options
  const { artifacts, baselines } = folder
  const { state, manifest } = artifacts
  const { externalIds = folder.externalIds } = history
  const joins = joinsOf(externalIds)
  joinRatings(state, baselines, joins)
  const { forecasts, rows } = gradeHistory(artifacts, baselines, history)
  const { asOfMs } = state
  const asOf = toUtc(asOfMs)
  if (asOf === manifest.asOf) {
    throw new RiftlineError('history_empty', `expected games after ${manifest.asOf}, found none`)
  }
  state.completeMs = completeMs(asOfMs)
  const { consensus } = artifacts.blend
  const known = renameTeams(folder.graded, joins.teams)
  const blendersOf = monthlyBlends([...known, ...rows.map((row) => row.graded)])
  const graded = recentlyGraded([...known, ...recordSeries(rows, consensus, blendersOf)], asOfMs)
  const previous = { ...folder.catalogue, recent: joinRecent(folder.catalogue.recent, joins) }
  const built = buildCatalogue(history, { asOfMs, previous, names })
  const files = snapshotFiles({
    state,
    baselines,
    graded,
    blend: fitBlend(graded, asOfMs + gradingDelayMs)(consensus),
    catalogue: { ...built, catalogue: addLogos(built.catalogue, logos) },
    externalIds,
    namesFiles,
  })
  const report = folder.report === null ? {} : toProse({ [reportPath]: renewValuePicks(folder.report, graded) })
  return { asOf, files: { ...files, ...report }, manifest: { ...manifestKeys(artifacts), asOf }, graded, forecasts }
}

/** Joins the ratings of joined ids, whose games are not stored: the rating with more games stays, the numbers of games are added up. */
export function joinRatings(state: ForecastState, baselines: Baselines, { teams, players }: Joins): void {
  const { ratings } = state
  for (const [from, into] of players) {
    joinCounted(ratings.players, 'games', from, into)
    joinWins(state.playerWins, from, into)
  }
  for (const [id, team] of ratings.teams) {
    const lineup = team.lineup?.map((player) => players.get(player) ?? player) ?? null
    ratings.teams.set(id, { ...team, lineup })
  }
  for (const [from, into] of teams) {
    const [own = 0, former = 0] = [into, from].map((id) => ratings.teams.get(id)?.series)
    const stays = own >= former
    joinCounted(ratings.teams, 'series', from, into)
    for (const table of [state.creepScores, state.seasonKills, state.records, baselines.elo, baselines.glicko2]) {
      move<unknown>(table, from, into, stays)
    }
    joinWins(state.teamWins, from, into)
    joinMeetings(state.headToHead, from, into)
  }
}

function joinCounted<Count extends string, Rating extends Readonly<Record<Count, number>>>(
  ratings: Map<number, Rating>,
  count: Count,
  from: number,
  into: number,
): void {
  const [own, former] = [ratings.get(into), ratings.get(from)]
  if (former === undefined) return
  ratings.delete(from)
  const stays = own !== undefined && own[count] >= former[count] ? own : former
  ratings.set(into, { ...stays, [count]: former[count] + (own?.[count] ?? 0) })
}

function move<Value>(table: Map<number, Value>, from: number, into: number, stays: boolean): void {
  const former = table.get(from)
  if (former === undefined) return
  table.delete(from)
  if (!stays || !table.has(into)) table.set(into, former)
}
