import { invalidArgument, parseUtc, RiftlineError, requireOptions } from '@riftline/base'
import { createCatalogueIndex, didYouMean, findLeague, nearestLeagues, type Schedule } from '@riftline/predictor'
import { loadCatalogue, readArtifactFiles } from '@riftline/predictor/node'
import { type GradedSeries, parseGraded } from '@riftline/record'
import { externalIdsPath, gradedPath } from '../folder/open-folder.ts'
import { byId } from '../group-by.ts'
import { parseExternalIds } from '../history/external-ids.ts'
import { readHistory } from '../history/read-history.ts'
import type { History, HistorySeries } from '../history/types.ts'
import { parseNamesFiles, readNamesFiles, readOwnAliases } from '../names/names.ts'
import type { LeagueSeries } from '../season/find-season.ts'
import { type SeasonFormat, seasonFormat } from '../season/season-format.ts'
import { readSchedule } from './sync-schedule.ts'

/** A league, and the folders that know its series. */
export interface RunningSeasonOptions {
  /** Code or name of the league. */
  readonly league: string
  /** Artifacts with the teams and leagues; their graded series are the played ones without a history. */
  readonly artifactsDirectory: string
  /** Its `sync/schedule.json` has the series to come, if it is there. */
  readonly dataDirectory: string
  /** Match history: with it, series without a forecast, best-of-2 and the names of tournaments are known too. */
  readonly historyDirectory?: string
  /** Times that each pair meets at least, 1 to 4, where the schedule does not show it yet; default: 1. */
  readonly rounds?: number
  /** ms since 1970; nothing later counts as played. */
  readonly nowMs: number
}

/**
 * Makes the format of the season that a league plays at a moment, from what the folders know.
 *
 * @throws RiftlineError `league_unknown`, `season_not_running`, `history_invalid`; ArtifactError for damaged files
 */
export async function runningSeason(options: RunningSeasonOptions): Promise<SeasonFormat> {
  requireOptions(options, ['league', 'artifactsDirectory', 'dataDirectory', 'historyDirectory', 'rounds', 'nowMs'])
  const { artifactsDirectory, dataDirectory, historyDirectory, rounds = 1, nowMs } = options
  if (![1, 2, 3, 4].includes(rounds)) throw invalidArgument('rounds', 'a number from 1 to 4', rounds)
  const { leagues, teams } = createCatalogueIndex(await loadCatalogue(artifactsDirectory))
  const league = findLeague(leagues, options.league)
  if (league === null) {
    const candidates = nearestLeagues(leagues, options.league)
    const got = `got ${JSON.stringify(options.league)}${didYouMean(candidates)}`
    throw new RiftlineError('league_unknown', `league: expected a league of the artifacts, ${got}`, { candidates })
  }
  const history = historyDirectory === undefined ? null : await readKnown(historyDirectory, options)
  const all = history?.series.map(ofHistory) ?? (await readGraded(artifactsDirectory)).map(ofGraded)
  const announced = ofSchedule(await readSchedule(dataDirectory)).filter(({ league: code }) => code === league)
  const teamRows = byId(history?.teams ?? [])
  const tournaments = byId(history?.tournaments ?? [])
  return seasonFormat({
    league,
    played: all.filter((one) => one.league === league && one.startMs <= nowMs),
    announced,
    teamName: (id) => teams.byId.get(id)?.name ?? teamRows.get(id)?.name ?? `Team ${id}`,
    tournamentName: (id) => tournaments.get(id)?.name,
    rounds,
    nowMs,
  })
}

type SeriesOfLeague = LeagueSeries & { readonly league: string }

/** Reads a history under the ids of the artifacts. */
async function readKnown(
  historyDirectory: string,
  { artifactsDirectory, dataDirectory, nowMs }: RunningSeasonOptions,
): Promise<History> {
  const knownIds = parseExternalIds(externalIdsPath, await readText(artifactsDirectory, externalIdsPath))
  const names = parseNamesFiles(await readNamesFiles(), await readOwnAliases(dataDirectory))
  return readHistory(historyDirectory, { knownIds, names, nowMs })
}

async function readGraded(artifactsDirectory: string): Promise<readonly GradedSeries[]> {
  return parseGraded(gradedPath, await readText(artifactsDirectory, gradedPath))
}

/** Reads one file of an artifacts folder; the others, models among them, are not needed. */
async function readText(artifactsDirectory: string, path: string): Promise<string> {
  const files = await readArtifactFiles(artifactsDirectory, { only: [path] })
  return new TextDecoder().decode(files[path])
}

function ofGraded(graded: GradedSeries): SeriesOfLeague {
  const { startMs, league, bestOf, team1Id, team2Id, wins1, wins2 } = graded
  return { startMs, league, bestOf, team1Id, team2Id, score: [wins1, wins2], playoffs: null, tournamentId: null }
}

/** A series that lacks a game has no known score. */
function ofHistory(series: HistorySeries): SeriesOfLeague {
  const { startMs, league, bestOf, team1Id, team2Id, playoffs, tournamentId } = series
  const won = (id: number) => series.games.filter(({ sides, winner }) => sides[winner].teamId === id).length
  const score = series.complete ? ([won(team1Id), won(team2Id)] as const) : null
  return { startMs, league, bestOf, team1Id, team2Id, score, playoffs, tournamentId }
}

function ofSchedule(schedule: Schedule | null): readonly SeriesOfLeague[] {
  return (schedule?.series ?? []).map(({ league, bestOf, scheduledUtc, startedUtc, team1, team2 }) => ({
    startMs: parseUtc(startedUtc ?? scheduledUtc) ?? 0,
    league,
    bestOf,
    team1Id: team1.id,
    team2Id: team2.id,
    score: null,
    playoffs: null,
    tournamentId: null,
  }))
}
