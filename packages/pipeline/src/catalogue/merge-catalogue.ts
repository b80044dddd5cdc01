import { toUtc } from '@riftline/base'
import type {
  Catalogue,
  CatalogueChampion,
  CataloguePlayer,
  CatalogueRole,
  CatalogueTeam,
  CatalogueTournament,
} from '@riftline/predictor'
import { noExternalIds } from '../history/external-ids.ts'
import { leagueOf, roleNames, roleOf } from '../history/games.ts'
import type { Game, History, KnownPerson, KnownTeam } from '../history/types.ts'

/**
 * Merges a folder into the catalogue of earlier artifacts: the folder's tables come first, then the earlier catalogue, then the
 * folder's games. Rows that the folder does not mention stay as they are; an unlisted team or player with games is named by its
 * id.
 */
export function mergeCatalogue(previous: Catalogue | undefined, next: CatalogueDraft, asOf: string): Catalogue {
  const champions = new Map(previous?.champions.map((row) => [row.id, row]))
  for (const row of next.champions) {
    champions.set(row.id, { ...row, imageUrl: row.imageUrl ?? champions.get(row.id)?.imageUrl ?? null })
  }
  return {
    asOf,
    teams: withoutFormer(mergeRows(previous?.teams, next.teams, mergeTeam)),
    players: withoutFormer(mergeRows(previous?.players, next.players, mergePlayer)),
    champions: [...champions.values()].sort((a, b) => a.id - b.id),
    tournaments: mergeRows(previous?.tournaments, next.tournaments, mergeTournament),
  }
}

/** Rows in order of id. */
function mergeRows<Row extends { readonly id: number }, Draft extends { readonly id: number }>(
  previous: readonly Row[] = [],
  next: readonly Draft[],
  merge: (known: Row | undefined, draft: Draft) => Row,
): readonly Row[] {
  const rows = new Map(previous.map((row) => [row.id, row]))
  for (const draft of next) rows.set(draft.id, merge(rows.get(draft.id), draft))
  return [...rows.values()].sort((a, b) => a.id - b.id)
}

/** A row under an id that answers as another one's goes. */
function withoutFormer<Row extends { readonly id: number; readonly formerIds?: readonly number[] | undefined }>(
  rows: readonly Row[],
): readonly Row[] {
  const former = new Set(rows.flatMap(({ formerIds = [] }) => formerIds))
  return rows.filter(({ id }) => !former.has(id))
}

function mergeTeam(known: CatalogueTeam | undefined, { id, listed, seen }: DraftTeam): CatalogueTeam {
  const name = listed?.name ?? known?.name ?? `Team ${id}`
  return {
    id,
    name,
    aliases: mergeAliases(name, known, listed?.aliases),
    region: listed?.region ?? known?.region ?? seen?.region ?? null,
    league: seen?.league ?? listed?.league ?? known?.league ?? null,
    logoUrl: known?.logoUrl ?? null,
    lastGameUtc: latest(known?.lastGameUtc, seen?.lastGameUtc),
    ...formerIdsOf(seen),
  }
}

function mergePlayer(known: CataloguePlayer | undefined, { id, listed, seen }: DraftPlayer): CataloguePlayer {
  const name = listed?.name ?? known?.name ?? `Player ${id}`
  return {
    id,
    name,
    aliases: mergeAliases(name, known, listed?.aliases),
    role: seen?.role ?? listed?.role ?? known?.role ?? null,
    ...teamOf(known, listed, seen),
    lastGameUtc: latest(known?.lastGameUtc, seen?.lastGameUtc),
    ...formerIdsOf(seen),
  }
}

/** A team that has fielded so many line-ups without a player is his last one only. */
const mostMissed = 8

function teamOf(
  known: CataloguePlayer | undefined,
  listed: DraftPlayer['listed'],
  seen: DraftPlayer['seen'],
): Pick<CataloguePlayer, 'teamId' | 'lastTeamId'> {
  const lastTeamId = seen?.teamId ?? listed?.teamId ?? known?.lastTeamId ?? known?.teamId ?? null
  return { teamId: (seen?.lineupsMissed ?? 0) < mostMissed ? lastTeamId : null, lastTeamId }
}

function mergeTournament(
  known: CatalogueTournament | undefined,
  { id, listed, seen }: DraftTournament,
): CatalogueTournament {
  return {
    id,
    name: listed?.name ?? known?.name ?? `Tournament ${id}`,
    ...formerNamesOf(known, listed?.name),
    league: listed?.league ?? known?.league ?? seen?.league ?? '',
    region: listed?.region ?? known?.region ?? null,
    season: listed?.season ?? known?.season ?? null,
    startUtc: earliest(listed?.startUtc, known?.startUtc, seen?.startUtc),
    endUtc: latest(listed?.endUtc, known?.endUtc, seen?.endUtc),
  }
}

function formerIdsOf(seen: { readonly formerIds: readonly number[] } | null): { formerIds?: readonly number[] } {
  return seen === null || seen.formerIds.length === 0 ? {} : { formerIds: seen.formerIds }
}

/** The folder's name first, since the others are made of it. */
function formerNamesOf(
  known: CatalogueTournament | undefined,
  name: string | undefined,
): { formerNames?: readonly string[] } {
  const names = [name, ...(known?.formerNames ?? []), known?.name].filter((former) => former !== undefined)
  return names.length === 0 ? {} : { formerNames: [...new Set(names)] }
}

/** Lists every spelling once, without the current name; former names stay findable. */
function mergeAliases(
  name: string,
  known: { readonly name: string; readonly aliases: readonly string[] } | undefined,
  listed: readonly string[] = [],
): readonly string[] {
  const aliases = new Set([...listed, ...(known === undefined ? [] : [known.name, ...known.aliases])])
  aliases.delete(name)
  return [...aliases]
}

type Time = string | null | undefined

/** Times in one format compare as text. */
function latest(...times: readonly Time[]): string | null {
  return sortTimes(times).at(-1) ?? null
}

function earliest(...times: readonly Time[]): string | null {
  return sortTimes(times)[0] ?? null
}

function sortTimes(times: readonly Time[]): readonly string[] {
  return times.filter((time) => typeof time === 'string').sort()
}

// The names of one folder, before they are merged with those of earlier folders. `listed` comes from the folder's tables, `seen`
// from its games and those before them; null is unknown.

interface Draft<Listed, Seen> {
  readonly id: number
  readonly listed: Listed | null
  readonly seen: Seen | null
}

interface SeenEntity {
  readonly lastGameUtc: string | null
  readonly formerIds: readonly number[]
}

type DraftTeam = Draft<
  {
    readonly name: string
    readonly aliases: readonly string[]
    readonly region: string | null
    readonly league: string | null
  },
  SeenEntity & { readonly league: string | null; readonly region: string | null }
>

type DraftPlayer = Draft<
  {
    readonly name: string
    readonly aliases: readonly string[]
    readonly role: CatalogueRole | null
    readonly teamId: number | null
  },
  SeenEntity & { readonly role: CatalogueRole | null; readonly teamId: number | null; readonly lineupsMissed: number }
>

interface Span {
  readonly startUtc: string | null
  readonly endUtc: string | null
}

type DraftTournament = Draft<
  Span & {
    readonly name: string
    readonly league: string
    readonly region: string | null
    readonly season: string | null
  },
  Span & { readonly league: string }
>

interface CatalogueDraft {
  readonly teams: readonly DraftTeam[]
  readonly players: readonly DraftPlayer[]
  readonly champions: readonly CatalogueChampion[]
  readonly tournaments: readonly DraftTournament[]
}

/** Everything that the folder lists or has a game of; `games` in order of time. */
export function draftCatalogue(history: History, games: readonly Game[]): CatalogueDraft {
  const { teams, players } = history.externalIds ?? noExternalIds
  const sides = games.flatMap((game) => game.sides)
  const teamIds = sides.map(({ teamId }) => teamId)
  const playerIds = sides.flatMap((side) => side.playerIds.filter((id) => id !== null))
  const tournaments = seeTournaments(games)
  return {
    teams: join(history.teams, byId(teams.rows, seeTeam), teamIds, ({ name, code, aliases, region, league }) => {
      return { name, aliases: code === null ? aliases : [code, ...aliases], region, league }
    }),
    players: join(history.players, byId(players.rows, seePlayer), playerIds, ({ name, aliases, role, teamId }) => {
      return { name, aliases, role: role === null ? null : roleNames[role], teamId }
    }),
    champions: history.champions.map(({ id, name, imageUrl }) => ({ id, name, imageUrl })),
    tournaments: join(history.tournaments, tournaments, [], ({ name, league, region, season, startMs, endMs }) => {
      return { name, league, region, season, startUtc: toOptionalText(startMs), endUtc: toOptionalText(endMs) }
    }),
  }
}

function seeTeam({ region, recentLeagues, lastByLeague, formerIds }: KnownTeam): NonNullable<DraftTeam['seen']> {
  const lastMs = Math.max(...lastByLeague.map(([, ms]) => ms))
  const lastGameUtc = lastByLeague.length === 0 ? null : toUtc(lastMs)
  return { region, league: leagueOf(recentLeagues), lastGameUtc, formerIds }
}

function seePlayer(person: KnownPerson): NonNullable<DraftPlayer['seen']> {
  const { recentRoles, teamId, lineupsMissed = 0, lastGameMs, formerIds } = person
  const role = roleOf(recentRoles)
  const lastGameUtc = toOptionalText(lastGameMs)
  return { role: role === null ? null : roleNames[role], teamId, lineupsMissed, lastGameUtc, formerIds }
}

function byId<Row extends { readonly id: number }, Seen>(
  rows: readonly Row[],
  see: (row: Row) => Seen,
): ReadonlyMap<number, Seen> {
  return new Map(rows.map((row) => [row.id, see(row)]))
}

function join<Row extends { readonly id: number }, Listed, Seen>(
  rows: readonly Row[],
  seen: ReadonlyMap<number, Seen>,
  played: readonly number[],
  toListed: (row: Row) => Listed,
): readonly Draft<Listed, Seen>[] {
  const listed = new Map(rows.map((row) => [row.id, toListed(row)]))
  const ids = new Set([...listed.keys(), ...seen.keys(), ...played])
  return [...ids].map((id) => ({ id, listed: listed.get(id) ?? null, seen: seen.get(id) ?? null }))
}

function toOptionalText(ms: number | null): string | null {
  return ms === null ? null : toUtc(ms)
}

type SeenTournament = { readonly league: string; readonly startUtc: string; readonly endUtc: string }

/** Tournaments by their games alone, in order of time. */
function seeTournaments(games: readonly Game[]): ReadonlyMap<number, SeenTournament> {
  const seen = new Map<number, SeenTournament>()
  for (const { startMs, league, tournamentId } of games) {
    if (tournamentId === null) continue
    const startUtc = seen.get(tournamentId)?.startUtc ?? toUtc(startMs)
    seen.set(tournamentId, { league, startUtc, endUtc: toUtc(startMs) })
  }
  return seen
}
