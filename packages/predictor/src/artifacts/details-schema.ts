import * as z from 'zod'
import type { CatalogueDetails, PlayerStats, Sample, SeasonStatistics, TeamStats } from '../league/catalogue/details.ts'
import {
  eachNumber,
  emptyPlayerDetail,
  emptyTeamDetail,
  type NumberKind,
  playerNumbers,
  type Sampled,
  teamNumbers,
  toStatistics,
} from '../league/catalogue/statistics.ts'
import {
  among,
  byKey,
  list,
  number,
  orElse,
  orNull,
  type Parse,
  record,
  row,
  string,
  such,
  table,
  whole,
} from './table-schema.ts'

const count = whole(0)
const namedId = record({ id: whole(1), name: string })
const measure = number()
const share = number(0, 1)
const percent = orNull(number(0, 100))
/** A count that older files do not have. */
const orUnknown = orElse(orNull(count), null)
const played = such(string, (text) => /^\d+W - \d+L$/.test(text), '<wins>W - <losses>L')
const sample = orNull(record<Sample>({ games: count, from: among(['games', 'season']) }))
const sideWinRate = record({ blue: orNull(share), red: orNull(share) })
const sideGames = orElse(record({ blue: orNull(count), red: orNull(count) }), { blue: null, red: null })
const championPool = list(
  record({
    champion: namedId,
    games: count,
    wins: count,
    winRate: number(0, 100),
    kda: orNull(measure),
    kdaGames: orUnknown,
  }),
)

type Numbers<Name extends string> = Readonly<Record<Name, NumberKind>>
type Stats<Name extends string> = { readonly games: number } & { readonly [Key in Name]: number | null }

function numberOf(kind: NumberKind): Parse<number> {
  return kind === 'share' ? share : measure
}

/** Statistics of a span of time; samples and coverage are unknown in older files. */
function statistics<Name extends string, Samples>(numbers: Numbers<Name>, noSamples: Samples) {
  const stats = { games: count, ...eachNumber(numbers, (kind: NumberKind) => orNull(numberOf(kind))) }
  const samples = { record: orElse(sample, null), ...eachNumber(numbers, () => sample) }
  return {
    record: played,
    winRate: percent,
    coverage: orElse(orNull(record({ teamGames: count, lineups: count })), null),
    stats: record(stats) as Parse<Stats<Name>>,
    samples: orElse(record(samples) as Parse<Samples>, noSamples),
  }
}

/**
 * A season as it is written: what follows from its record is left out, and so are unknown numbers. A known one is
 * `[value, games]`, and `[value, games, "season"]` where it comes from published averages: tens of thousands of seasons would
 * otherwise make most of a folder.
 */
interface WrittenSeason {
  readonly season: string
  readonly leagues: readonly string[]
  readonly record: string
  /** Only of a record that is a published total. */
  readonly from?: 'season'
  readonly coverage?: readonly [teamGames: number, lineups: number]
  readonly stats: Readonly<Record<string, readonly [value: number, games: number, from?: 'season']>>
}

function seasons<Name extends string>(numbers: Numbers<Name>): Parse<readonly SeasonStatistics<Stats<Name>>[]> {
  const parse = record({
    season: string,
    leagues: list(string),
    record: played,
    from: orElse(among(['season']), 'games' as const),
    coverage: orElse(row(count, count), null),
    stats: record(eachNumber(numbers, (kind: NumberKind) => orElse(sampled(numberOf(kind)), null))),
  })
  const season: Parse<SeasonStatistics<Stats<Name>>> = (value) => {
    const { season, leagues, record, from, coverage: lineups, stats } = parse(value)
    const [wins = 0, losses = 0] = (record.match(/\d+/g) ?? []).map(Number)
    const games = wins + losses
    const coverage = lineups && { teamGames: lineups[0], lineups: lineups[1] }
    return { season, leagues, games, ...toStatistics({ games, wins, from, coverage }, stats as Record<Name, Sampled>) }
  }
  return orElse(list(season), [])
}

function sampled(value: Parse<number>): Parse<Sampled> {
  const own = row(value, count)
  const published = row(value, count, among(['season']))
  return (json) => {
    const isPublished = Array.isArray(json) && json.length === 3
    const [known, games] = isPublished ? published(json) : own(json)
    return { value: known, games, from: isPublished ? 'season' : 'games' }
  }
}

/** A season in the form in which `details.json` has it. */
export function writeSeason(season: SeasonStatistics<TeamStats> | SeasonStatistics<PlayerStats>): WrittenSeason {
  const { coverage, samples, record, leagues } = season
  const values: Readonly<Record<string, number | null>> = { ...season.stats }
  const stats: Record<string, readonly [number, number, 'season'?]> = {}
  for (const [name, sample] of Object.entries<Sample | null>(samples)) {
    const value = values[name] ?? null
    if (value === null || sample === null) continue
    stats[name] = sample.from === 'season' ? [value, sample.games, 'season'] : [value, sample.games]
  }
  return {
    season: season.season,
    leagues,
    record,
    ...(samples.record?.from === 'season' && { from: 'season' }),
    ...(coverage && { coverage: [coverage.teamGames, coverage.lineups] }),
    stats,
  }
}

const teamSeasons = seasons(teamNumbers)
const team = record({
  ...statistics(teamNumbers, emptyTeamDetail.samples),
  sideWinRate,
  sideGames,
  championPool,
  seasons: teamSeasons,
})

const playerSeasons = seasons(playerNumbers)
const player = record({
  ...statistics(playerNumbers, emptyPlayerDetail.samples),
  championPool,
  seasons: playerSeasons,
})

const firstObjective = orNull(record({ blueShare: share, winShare: share, games: orUnknown }))
const leaders = list(record({ player: namedId, team: orNull(namedId), value: measure, games: orUnknown }), 0, 5)

const tournamentTeam = record({ team: namedId, games: count, record: played, seriesRecord: played })

const tournament = record({
  games: count,
  teams: orElse(orNull(list(tournamentTeam)), null),
  winnerTeam: orElse(orNull(namedId), null),
  sideWinRate,
  sideGames,
  firstObjectiveRates: record({
    blood: firstObjective,
    tower: firstObjective,
    dragon: firstObjective,
    herald: firstObjective,
    baron: firstObjective,
  }),
  leaderGames: orUnknown,
  leaders: record({ kda: leaders, csPerMin: leaders, killParticipation: leaders, goldShare: leaders }),
})

const id = /^[1-9][0-9]{0,15}$/

/** `details.json` with exactly these keys in this order; others are dropped. */
export const detailsSchema: z.ZodType<CatalogueDetails> = z.object({
  teams: table(byKey(id, orOnlySeasons(team, teamSeasons, emptyTeamDetail))),
  players: table(byKey(id, orOnlySeasons(player, playerSeasons, emptyPlayerDetail))),
  tournaments: table(byKey(id, tournament)),
})

/** A team or player without a game in the window is written by `seasons` alone. */
function orOnlySeasons<Seasons, Detail extends { readonly seasons: Seasons }>(
  whole: Parse<Detail>,
  seasons: Parse<Seasons>,
  empty: Detail,
): Parse<Detail> {
  const onlySeasons = record({ seasons })
  return (value) => {
    const isShort = typeof value === 'object' && value !== null && Object.keys(value).join() === 'seasons'
    return isShort ? { ...empty, ...onlySeasons(value) } : whole(value)
  }
}
