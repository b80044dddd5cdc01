import type { Coverage, PlayerStats, Sample, SeasonStatistics, TeamStats } from '../league/catalogue/details.ts'
import { type Sampled, toStatistics } from '../league/catalogue/statistics.ts'
import { integer, list, oneOf, orElse, orNull, type Parse, record, row, text, textLike } from './table-schema.ts'

export const played: Parse<string> = textLike(/^\d+W - \d+L$/, '<wins>W - <losses>L')
export const sample: Parse<Sample> = record({ games: integer(0), from: oneOf(['games', 'season']) })
/** Null in older files. */
export const coverage: Parse<Coverage | null> = orElse(
  orNull(record({ teamGames: integer(0), lineups: integer(0) })),
  null,
)

/** Parsers of several numbers, each made from that of the number itself. */
export function eachNumber<Name extends string, T>(
  numbers: Readonly<Record<Name, Parse<number>>>,
  toParse: (number: Parse<number>) => Parse<T>,
): Record<Name, Parse<T>> {
  const entries = Object.entries<Parse<number>>(numbers).map(([name, parse]) => [name, toParse(parse)])
  return Object.fromEntries(entries) as Record<Name, Parse<T>>
}

/**
 * A season as it is written: what follows from its record is left out, and so are unknown numbers. A known one is
 * `[value, games]`, and `[value, games, "season"]` where it comes from published averages: tens of thousands of seasons would
 * otherwise make most of a folder.
 */
export interface WrittenSeason {
  readonly season: string
  readonly leagues: readonly string[]
  readonly record: string
  /** Only of a record that is a published total. */
  readonly from?: 'season'
  readonly coverage?: readonly [teamGames: number, lineups: number]
  readonly stats: Readonly<Record<string, readonly [value: number, games: number, from?: 'season']>>
}

type Stats<Name extends string> = { readonly games: number } & { readonly [Key in Name]: number | null }

export function season<Name extends string>(
  numbers: Readonly<Record<Name, Parse<number>>>,
): Parse<SeasonStatistics<Stats<Name>>> {
  const stats: Parse<Record<Name, Sampled>> = record(eachNumber(numbers, (parse) => orElse(written(parse), null)))
  const from = orElse(oneOf(['season']), 'games' as const)
  const covered = orElse(row(integer(0), integer(0)), null)
  const parse = record({ season: text, leagues: list(text), record: played, from, coverage: covered, stats })
  return (value) => {
    const read = parse(value)
    const [wins = 0, losses = 0] = (read.record.match(/\d+/g) ?? []).map(Number)
    const games = wins + losses
    const coverage = read.coverage && { teamGames: read.coverage[0], lineups: read.coverage[1] }
    const statistics = toStatistics({ games, wins, from: read.from, coverage }, read.stats)
    return { season: read.season, leagues: read.leagues, games, ...statistics }
  }
}

function written(value: Parse<number>): Parse<Sampled> {
  const own = row(value, integer(0))
  const published = row(value, integer(0), oneOf(['season']))
  return (json) => {
    const isPublished = Array.isArray(json) && json.length === 3
    const [known, games] = isPublished ? published(json) : own(json)
    return { value: known, games, from: isPublished ? 'season' : 'games' }
  }
}

export function writeSeason(season: SeasonStatistics<TeamStats> | SeasonStatistics<PlayerStats>): WrittenSeason {
  const values: Readonly<Record<string, number | null>> = { ...season.stats }
  const samples: Readonly<Record<string, Sample | null>> = { ...season.samples }
  const stats: Record<string, readonly [number, number, 'season'?]> = {}
  for (const [name, sample] of Object.entries(samples)) {
    if (name === 'record') continue
    const value = values[name] ?? null
    if (value === null || sample === null) continue
    stats[name] = sample.from === 'season' ? [value, sample.games, 'season'] : [value, sample.games]
  }
  const { coverage } = season
  return {
    season: season.season,
    leagues: season.leagues,
    record: season.record,
    ...(season.samples.record?.from === 'season' && { from: 'season' as const }),
    ...(coverage && { coverage: [coverage.teamGames, coverage.lineups] as const }),
    stats,
  }
}
