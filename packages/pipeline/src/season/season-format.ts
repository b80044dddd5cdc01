import { dayMs, RiftlineError, toUtc } from '@riftline/base'
import { findSeason, type LeagueSeries, type NoSeason, type Season } from './find-season.ts'

/** Series of a league, and what its teams are called. */
export interface SeasonInput {
  /** Code of the league, as forecasts name it. */
  readonly league: string
  /** Played series and announced ones, in any order; an announcement of a played series is left out. */
  readonly played: readonly LeagueSeries[]
  readonly announced: readonly LeagueSeries[]
  /** Name of a team by its id. */
  readonly teamName: (id: number) => string
  /** Name of a tournament by its id; default: the league with the year. */
  readonly tournamentName?: (id: number) => string | undefined
  /** Times that each pair meets at least, 1 to 4, where the announcements do not show it yet; default: 1. */
  readonly rounds?: number
  /** ms since 1970 */
  readonly nowMs: number
}

/** A running season as the JSON of a tournament's format, and what is known of it. */
export interface SeasonFormat {
  /** The format: what `parseTournament` of `@riftline/predictor` reads. */
  readonly format: {
    readonly name: string
    readonly tournament: string
    readonly teams: readonly { readonly name: string; readonly id: number }[]
    readonly stages: readonly Readonly<Record<string, unknown>>[]
    readonly results: readonly {
      readonly stage: string
      readonly teams: readonly [string, string]
      readonly score?: readonly [number, number]
    }[]
  }
  /** Number of series with a result. */
  readonly played: number
  /** Number of series that are announced, or played without a known result. */
  readonly open: number
  /** Number of series that nobody has announced: each pair meets as often as the pair that meets most. */
  readonly assumed: number
}

/**
 * Makes the format of a league's running regular season: one round robin with the results so far, in order of play, and the
 * announced series; where there are groups, a ladder of their first teams ends it. Best-of, groups and rounds are those of the
 * series that are played or announced. Teams are named as the catalogue names them, with their ids.
 *
 * @throws RiftlineError `season_not_running`
 */
export function seasonFormat(input: SeasonInput): SeasonFormat {
  const { league, nowMs, teamName } = input
  const announced = input.announced.filter((one) => !input.played.some((other) => isSame(one, other)))
  const season = findSeason([...input.played, ...announced], nowMs, input.rounds)
  if ('reason' in season) throw notRunning(league, season, nowMs)
  const { series, bestOf, rounds } = season
  const groups = season.groups.map((group) => [...group].map(teamName).sort())
  const teams = season.groups.flat().map((id) => ({ name: teamName(id), id }))
  const slots = groups.length === 1 ? { slots: groups[0] } : { groups: named(groups) }
  const stages = [{ id: stageId, kind: 'roundRobin', ...slots, rounds, bestOf }, ...endOf(groups.length, bestOf)]
  const results = [...series]
    .sort((a, b) => Number(a.score === null) - Number(b.score === null) || a.startMs - b.startMs)
    .map(({ team1Id, team2Id, score }) => {
      const pair = { stage: stageId, teams: [teamName(team1Id), teamName(team2Id)] as const }
      return score === null ? pair : { ...pair, score }
    })
  const played = series.filter(({ score }) => score !== null).length
  const all = groups.reduce((sum, { length }) => sum + (rounds * length * (length - 1)) / 2, 0)
  const format = {
    name: nameOf(season, input),
    tournament: league,
    teams: teams.sort((a, b) => (a.name < b.name ? -1 : 1)),
    stages,
    results,
  }
  return { format, played, open: series.length - played, assumed: all - series.length }
}

const stageId = 'regular'

/** A format has one winner: the first teams of several groups meet on a ladder, which people replace with the real play-offs. */
function endOf(groups: number, bestOf: number): readonly Readonly<Record<string, unknown>>[] {
  if (groups === 1) return []
  const slots = Array.from({ length: groups }, (_, at) => `${stageId}.${groupName(at)}.1`)
  return [{ id: 'playoffs', kind: 'kingOfTheHill', slots, bestOf: bestOf === 2 ? 3 : bestOf }]
}

function groupName(at: number): string {
  return String.fromCharCode(65 + at)
}

/** Announced starts move by hours. */
function isSame(one: LeagueSeries, other: LeagueSeries): boolean {
  const isPair =
    (one.team1Id === other.team1Id && one.team2Id === other.team2Id) ||
    (one.team1Id === other.team2Id && one.team2Id === other.team1Id)
  return isPair && Math.abs(one.startMs - other.startMs) <= dayMs / 2
}

function named(groups: readonly (readonly string[])[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(groups.map((group, at) => [groupName(at), group]))
}

function nameOf({ series }: Season, { league, tournamentName }: SeasonInput): string {
  const [first] = series
  const id = series.find(({ tournamentId }) => tournamentId !== null)?.tournamentId ?? null
  return (id === null ? undefined : tournamentName?.(id)) ?? `${league} ${toUtc(first!.startMs).slice(0, 4)}`
}

const reasons: Readonly<Record<NoSeason['reason'], string>> = {
  none: 'no series is played or announced within 16 days',
  over: 'every pair has met, and nothing more is announced; if pairs meet more often, give the number of rounds',
  playoffs: 'its play-offs have begun',
  notRoundRobin: 'pairs meet more than four times, which is no round robin',
}

function notRunning(league: string, { lastMs, reason }: NoSeason, nowMs: number): RiftlineError {
  const last = lastMs === null ? 'no series is known' : `the last known series began at ${toUtc(lastMs)}`
  return new RiftlineError(
    'season_not_running',
    `${league}: expected a regular season that runs at ${toUtc(nowMs)}, found none: ${reasons[reason]} (${last}); ` +
      'run riftline sync, or write the format by hand from examples/tournaments',
  )
}
