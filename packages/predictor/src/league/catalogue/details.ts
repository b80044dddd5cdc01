import * as z from 'zod'
import * as t from '../../table-schema.ts'
import {
  eachNumber,
  emptyPlayerDetail,
  emptyTeamDetail,
  type NumberKind,
  noStatistics,
  type PlayerStats,
  playerNumbers,
  type Sample,
  type Sampled,
  type Samples,
  type SeasonStatistics,
  type TeamStats,
  teamNumbers,
  toStatistics,
} from './statistics.ts'

const count = t.whole(0)
const namedId = t.record({ id: t.whole(1), name: t.string })
/** Id and name of a row of the catalogue. */
export type NamedId = ReturnType<typeof namedId>
const measure = t.number()
const share = t.number(0, 1)
const percent = t.orNull(t.number(0, 100))
/** A count that older files lack. */
const orUnknown = t.orElse(t.orNull(count), null)
const played = t.such(t.string, (text) => /^\d+W - \d+L$/.test(text), '<wins>W - <losses>L')
const sample = t.orNull(t.record({ games: count, from: t.among(['games', 'season']) }))

/** Shares of the games on a side that were won, 0-1. */
const sideWinRate = t.record({ blue: t.orNull(share), red: t.orNull(share) })
/** Number of games on each side, the base of `sideWinRate`. */
const sideGames = t.orElse(t.record({ blue: t.orNull(count), red: t.orNull(count) }), { blue: null, red: null })
/** Games of a team or player with each champion, most games first, then by champion id. */
const championPool = t.list(
  t.record({
    champion: namedId,
    games: count,
    wins: count,
    /** Win rate in per cent, 0-100. */
    winRate: t.number(0, 100),
    /** (kills + assists) / deaths; zero deaths count as one. */
    kda: t.orNull(measure),
    /** Number of games in `kda`. */
    kdaGames: orUnknown,
  }),
)

type NumbersOf<Stats> = Readonly<Record<Exclude<keyof Stats & string, 'games'>, NumberKind>>

function numberOf(kind: NumberKind): t.Parse<number> {
  return kind === 'share' ? share : measure
}

/** Statistics of a span of time; older files have no samples and coverage. */
function statistics<Stats>(numbers: NumbersOf<Stats>) {
  const stats = { games: count, ...eachNumber(numbers, (kind: NumberKind) => t.orNull(numberOf(kind))) }
  const samples = { record: t.orElse(sample, null), ...eachNumber(numbers, () => sample) }
  return {
    record: played,
    winRate: percent,
    coverage: t.orElse(t.orNull(t.record({ teamGames: count, lineups: count })), null),
    stats: t.record(stats) as unknown as t.Parse<Stats>,
    samples: t.orElse(t.record(samples), noStatistics(numbers).samples) as unknown as t.Parse<Samples<Stats>>,
  }
}

function seasons<Stats>(numbers: NumbersOf<Stats>): t.Parse<readonly SeasonStatistics<Stats>[]> {
  const parse = t.record({
    season: t.string,
    leagues: t.list(t.string),
    record: played,
    from: t.orElse(t.among(['season']), 'games' as const),
    coverage: t.orElse(t.row(count, count), null),
    stats: t.record(eachNumber(numbers, (kind: NumberKind) => t.orElse(sampled(numberOf(kind)), null))) as t.Parse<
      Record<string, Sampled>
    >,
  })
  const season = (value: unknown) => {
    const { season, leagues, record, from, coverage: lineups, stats } = parse(value)
    const [wins = 0, losses = 0] = (record.match(/\d+/g) ?? []).map(Number)
    const games = wins + losses
    const coverage = lineups && { teamGames: lineups[0], lineups: lineups[1] }
    return { season, leagues, games, ...toStatistics({ games, wins, from, coverage }, stats) }
  }
  return t.orElse(t.list(season as unknown as t.Parse<SeasonStatistics<Stats>>), [])
}

function sampled(value: t.Parse<number>): t.Parse<Sampled> {
  const own = t.row(value, count)
  const published = t.row(value, count, t.among(['season']))
  return (json) => {
    const isPublished = Array.isArray(json) && json.length === 3
    const [known, games] = isPublished ? published(json) : own(json)
    return { value: known, games, from: isPublished ? 'season' : 'games' }
  }
}

/**
 * Writes a season without unknown numbers and numbers that follow from its record: `[value, games]`, or `[value, games, "season"]`
 * for a published average. Tens of thousands of seasons would otherwise be most of a folder.
 */
export function writeSeason(season: SeasonStatistics<TeamStats> | SeasonStatistics<PlayerStats>) {
  const { coverage, samples, record, leagues } = season
  const values: Readonly<Record<string, number | null>> = { ...season.stats }
  const stats: Record<string, readonly [value: number, games: number, from?: 'season']> = {}
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

const teamSeasons = seasons<TeamStats>(teamNumbers)
const team = t.record({
  ...statistics<TeamStats>(teamNumbers),
  sideWinRate,
  sideGames,
  championPool,
  seasons: teamSeasons,
})
/** Statistics of a team over the last 365 days, and of each season. */
export type TeamDetail = ReturnType<typeof team>

const playerSeasons = seasons<PlayerStats>(playerNumbers)
const player = t.record({ ...statistics<PlayerStats>(playerNumbers), championPool, seasons: playerSeasons })
/** Statistics of a player over the last 365 days, and of each season. */
export type PlayerDetail = ReturnType<typeof player>

const firstObjective = t.record({
  /** Share of games in which blue takes the objective first. */
  blueShare: share,
  /** Share of games that the side with the objective wins. */
  winShare: share,
  /** Number of games with a known first taker: at least ten, and a quarter of all. */
  games: orUnknown,
})
/** Shares, 0-1, of games in which blue takes an objective first, and in which the taker wins. */
export type FirstObjectiveRate = ReturnType<typeof firstObjective>

const leader = t.record({
  player: namedId,
  /** The player's team; null if unknown. */
  team: t.orNull(namedId),
  /** Value in the unit of the statistic. */
  value: measure,
  /** Number of games in which the statistic is known. */
  games: orUnknown,
})
/** One of a tournament's best players in one statistic. */
export type Leader = ReturnType<typeof leader>
const leaders = t.list(leader, 0, 5)

const tournamentTeam = t.record({
  team: namedId,
  /** Number of maps played. */
  games: count,
  /** `<wins>W - <losses>L`, in maps. */
  record: played,
  /** `<wins>W - <losses>L`, in series; drawn and unfinished series count in neither. */
  seriesRecord: played,
})
/** Results of a team in a tournament. */
export type TournamentTeam = ReturnType<typeof tournamentTeam>

const objectives = ['blood', 'tower', 'dragon', 'herald', 'baron'] as const
const tournament = t.record({
  games: count,
  /** Sorted by most series won, fewest lost, most maps won, but the winner first. Null: not all games were counted. */
  teams: t.orElse(t.orNull(t.list(tournamentTeam)), null),
  /** Winner of the last series of the play-offs; null if that is uncertain, and for promotions and qualifiers. */
  winnerTeam: t.orElse(t.orNull(namedId), null),
  sideWinRate,
  sideGames,
  firstObjectiveRates: t.record(
    Object.fromEntries(objectives.map((name) => [name, t.orNull(firstObjective)])),
  ) as t.Parse<Readonly<Record<(typeof objectives)[number], FirstObjectiveRate | null>>>,
  /** Number of games with lines of single players. */
  leaderGames: orUnknown,
  /**
   * At most five players each, best first, then by id, who have five games and half as many as the player with most. Empty if less
   * than a quarter of the games has lines.
   */
  leaders: t.record({ kda: leaders, csPerMin: leaders, killParticipation: leaders, goldShare: leaders }),
})
/** A whole tournament: its win rates by side, first objectives, teams and best players. */
export type TournamentDetail = ReturnType<typeof tournament>

const id = /^[1-9][0-9]{0,15}$/

/** `details.json` with exactly these keys in this order; other keys are dropped. */
export const detailsSchema = z.object({
  /** Statistics of the 365 days that end with the catalogue's data date, and of every season. */
  teams: t.table(t.byKey(id, orOnlySeasons(team, teamSeasons, emptyTeamDetail))),
  players: t.table(t.byKey(id, orOnlySeasons(player, playerSeasons, emptyPlayerDetail))),
  tournaments: t.table(t.byKey(id, tournament)),
})

/**
 * The statistics behind the detail routes, by id. An unlisted team or player never played: see `emptyTeamDetail` and
 * similar constants. An answer is the catalogue's row (name, current team) followed by these keys unchanged. Fields
 * named `winRate` are 0-100, all other rates and shares 0-1; null is unknown.
 *
 * Folders written before samples were stored have null for every sample, and for `kdaGames`, `sideGames`, `leaderGames` and `games`
 * of leaders and first objectives. Folders written before line-ups and standings were counted have null for `coverage`, the sample of
 * a window's record, and the `teams` and `winnerTeam` of tournaments.
 */
export type CatalogueDetails = Readonly<z.infer<typeof detailsSchema>>

/** Form of a team or player; one without a game in the window is written with only its `seasons`. */
function orOnlySeasons<Seasons, Detail extends { readonly seasons: Seasons }>(
  whole: t.Parse<Detail>,
  seasons: t.Parse<Seasons>,
  empty: Detail,
): t.Parse<Detail> {
  const onlySeasons = t.record({ seasons })
  return (value) => {
    const isShort = typeof value === 'object' && value !== null && Object.keys(value).join() === 'seasons'
    return isShort ? { ...empty, ...onlySeasons(value) } : whole(value)
  }
}
