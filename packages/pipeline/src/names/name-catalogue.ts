import { dayMs, parseUtc } from '@riftline/base'
import {
  type Catalogue,
  type CatalogueLeague,
  type CataloguePlayer,
  type CatalogueTournament,
  isActive,
} from '@riftline/predictor'
import { groupBy } from '../group-by.ts'
import type { CommonNames, NamedById } from './names.ts'

/** Adds common names to a catalogue and removes the team of retired players. Unknown ids are skipped. */
export function nameCatalogue(catalogue: Catalogue, { aliases, leagues }: CommonNames): Catalogue {
  const teams = namesById(aliases.teams)
  const champions = namesById(aliases.champions)
  const retired = new Set(aliases.retired)
  const isPlaying = ({ id, lastGameUtc = null }: CataloguePlayer): boolean =>
    !retired.has(id) && isActive(catalogue.asOf, lastGameUtc)
  return {
    ...catalogue,
    teams: catalogue.teams.map((team) => ({ ...team, commonNames: teams.get(team.id) ?? [] })),
    champions: catalogue.champions.map((champion) => ({ ...champion, aliases: champions.get(champion.id) ?? [] })),
    players: catalogue.players.map((player) => (isPlaying(player) ? player : { ...player, teamId: null })),
    leagues,
  }
}

function namesById(rows: readonly NamedById[]): ReadonlyMap<number, readonly string[]> {
  const byId = new Map<number, readonly string[]>()
  for (const { id, names } of rows) byId.set(id, [...new Set([...(byId.get(id) ?? []), ...names])])
  return byId
}

// The history names a tournament by its league's code, its season and its split (`LFL 2025 Jul-Sep`). People say
// `LFL 2025 Summer`: the league's name, and in place of mere dates, the name of that part of the season.

/** A tournament may continue until this many days after its last game; a promotion tournament is shorter. */
const shortDays = 21

type Dated = ReturnType<typeof toDated>

interface TournamentNaming {
  readonly leagues: readonly CatalogueLeague[]
  readonly asOfMs: number
  readonly games: ReadonlyMap<number, number>
}

/** Gives tournaments their common names. The history's name is first in `formerNames`, followed by names given earlier. */
export function nameTournaments(
  tournaments: readonly CatalogueTournament[],
  { leagues, asOfMs, games }: TournamentNaming,
): readonly CatalogueTournament[] {
  const byCode = new Map(leagues.map((league) => [league.code, league]))
  const dated = tournaments.map((each) => toDated(each, byCode.get(each.league), games.get(each.id) ?? 0))
  const bySeason = groupBy(dated, ({ tournament: { league, season } }) => `${league} ${season}`)
  const names = new Map<number, string>()
  for (const season of bySeason.values()) for (const [id, name] of nameSeason(season, asOfMs)) names.set(id, name)
  return dated.map(({ tournament: { formerNames = [], ...tournament }, given, league }) => {
    const name = names.get(tournament.id) ?? given
    // The first former name is the history's; the next run starts from it.
    const others = [...new Set([tournament.name, ...formerNames])].filter((other) => other !== name && other !== given)
    return {
      ...tournament,
      name,
      leagueName: league?.name ?? tournament.league,
      region: tournament.region ?? league?.region ?? null,
      ...(given === name && others.length === 0 ? {} : { formerNames: [given, ...others] }),
    }
  })
}

function toDated(tournament: CatalogueTournament, league: CatalogueLeague | undefined, games: number) {
  const { name, formerNames: [given = name] = [], startUtc, endUtc } = tournament
  const [startMs, endMs] = [startUtc, endUtc].map((utc) => parseUtc(utc ?? '') ?? Number.NaN) as [number, number]
  return { tournament, given, league, split: splitOf(given, tournament), startMs, endMs, games }
}

/** `Jul-Sep` of `LFL 2025 Jul-Sep`; null for a name of another form, such as `KeSPA Cup 2020`, which is kept. */
function splitOf(given: string, { league, season }: CatalogueTournament): string | null {
  if (season === null || !given.startsWith(`${league} `)) return null
  const rest = given.slice(league.length + 1)
  if (rest === season) return ''
  return rest.startsWith(`${season} `) ? rest.slice(season.length + 1) : null
}

function nameSeason(season: readonly Dated[], asOfMs: number): ReadonlyMap<number, string> {
  const known = season.filter(({ split }) => !isOnlyDates(split))
  const open = season.filter(({ split }) => isOnlyDates(split))
  const taken = new Set(known.map(({ split }) => split))
  const names = new Map<number, string>()
  const set = ({ tournament, league }: Dated, split: string): void => {
    taken.add(split)
    names.set(tournament.id, [league?.name ?? tournament.league, tournament.season, split].filter(Boolean).join(' '))
  }
  for (const each of known) {
    if (each.split !== null) set(each, each.split)
    else if (each.given.startsWith(`${each.tournament.league} `)) names.set(each.tournament.id, renamed(each))
  }
  // Most games first, so that of several tournaments in one part of the year the largest one gets its name.
  for (const each of [...open].sort((a, b) => b.games - a.games || a.startMs - b.startMs)) {
    const promotes = isPromotion(each) && ![...taken].some((split) => split?.includes('Promotion'))
    const isOpen = season.length === 1 || !(each.endMs + shortDays * dayMs <= asOfMs)
    const part = partOf2025(each)
    if (promotes) set(each, 'Promotion')
    else if (isOpen && !taken.has('')) set(each, '')
    else if (part !== null && !taken.has(part)) set(each, part)
    else set(each, Number.isNaN(each.startMs) ? (each.split ?? '') : monthsOf(each))
  }
  return names
}

function renamed({ tournament: { league: code }, league, given }: Dated): string {
  const [name, rest] = [league?.name ?? code, given.slice(code.length)]
  // `KeSPA Cup 2020` already begins with the league's name, because its code is the first word of that name.
  const words = name.startsWith(`${code} `) ? name.slice(code.length) : ''
  return words !== '' && `${rest} `.startsWith(`${words} `) ? given : `${name}${rest}`
}

const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const months = new RegExp(`^(?:${month}(?:-${month})?)?$`)

/** Whether only months tell this split from the season's other ones. */
function isOnlyDates(split: string | null): boolean {
  return split !== null && months.test(split)
}

/** Whether a tournament decided places in the next season: played from July to October of the year before. */
function isPromotion({ tournament: { season }, startMs, endMs }: Dated): boolean {
  const start = new Date(startMs)
  const isBefore = start.getUTCFullYear() === Number(season) - 1
  return isBefore && start.getUTCMonth() >= 6 && start.getUTCMonth() <= 9 && endMs - startMs < shortDays * dayMs
}

/** The part of 2025, when EMEA's regional leagues and their Masters had three splits and the LTA was played; else null. */
function partOf2025({ tournament, league, startMs }: Dated): string | null {
  if (tournament.season !== '2025' || Number.isNaN(startMs)) return null
  const part = startMs < Date.UTC(2025, 2, 20) ? 0 : startMs < Date.UTC(2025, 5, 25) ? 1 : 2
  if (/^LTA [NS]$/.test(tournament.league)) return `Split ${part + 1}`
  return league?.region === 'EMEA' && (league.kind === 'league' || league.code === 'EM')
    ? (['Winter', 'Spring', 'Summer'] as const)[part]
    : null
}

/** Names a tournament by its months, such as `(Oct-Nov 2024)`, with the year if it differs from the season. */
function monthsOf({ tournament, startMs, endMs }: Dated): string {
  const [from, to] = [startMs, endMs].map((ms) =>
    new Date(ms).toLocaleString('en', { month: 'short', timeZone: 'UTC' }),
  )
  const year = String(new Date(startMs).getUTCFullYear())
  return `(${from === to ? from : `${from}-${to}`}${year === tournament.season ? '' : ` ${year}`})`
}
