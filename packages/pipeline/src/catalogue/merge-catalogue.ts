import { toUtc } from '@riftline/base'
import type {
  Catalogue,
  CatalogueChampion,
  CataloguePlayer,
  CatalogueRole,
  CatalogueTeam,
  CatalogueTournament,
} from '@riftline/predictor'
import { byId } from '../group-by.ts'
import { noExternalIds } from '../history/external-ids.ts'
import { recentLeague, recentRole, roleNames } from '../history/games.ts'
import type {
  ChampionRow,
  Game,
  History,
  HistoryRole,
  KnownPerson,
  KnownTeam,
  PlayerRow,
  TeamRow,
  TournamentRow,
} from '../history/types.ts'

/** Merges a folder into an earlier catalogue; precedence: the folder's tables, the catalogue, the games (which are in order of time). */
export function mergeCatalogue(
  previous: Catalogue | undefined,
  history: History,
  games: readonly Game[],
  asOf: string,
): Catalogue {
  const { teams, players } = history.externalIds ?? noExternalIds
  const sides = games.flatMap((game) => game.sides)
  const teamIds = sides.map(({ teamId }) => teamId)
  const playerIds = sides.flatMap((side) => side.playerIds.filter((id) => id !== null))
  return {
    asOf,
    teams: withoutFormer(mergeRows(previous?.teams, history.teams, teams.rows, mergeTeam, teamIds)),
    players: withoutFormer(mergeRows(previous?.players, history.players, players.rows, mergePlayer, playerIds)),
    champions: mergeRows(previous?.champions, history.champions, [], mergeChampion),
    tournaments: mergeRows(previous?.tournaments, history.tournaments, playedTournaments(games), mergeTournament),
  }
}

interface Identified {
  readonly id: number
}

/** The row of one id in an earlier catalogue, in a folder's table and in the folder's games. */
interface Versions<Row, Listed, Seen> {
  readonly id: number
  readonly known?: Row | undefined
  readonly listed?: Listed | undefined
  readonly seen?: Seen | undefined
}

/** Merges rows by id, sorted by id. */
function mergeRows<Row extends Identified, Listed extends Identified, Seen extends Identified>(
  previous: readonly Row[] = [],
  listed: readonly Listed[],
  seen: readonly Seen[],
  merge: (versions: Versions<Row, Listed, Seen>) => Row,
  played: readonly number[] = [],
): readonly Row[] {
  const [rows, listedRows, seenRows] = [byId(previous), byId(listed), byId(seen)]
  for (const id of new Set([...listedRows.keys(), ...seenRows.keys(), ...played])) {
    rows.set(id, merge({ id, known: rows.get(id), listed: listedRows.get(id), seen: seenRows.get(id) }))
  }
  return [...rows.values()].sort((a, b) => a.id - b.id)
}

/** Removes the rows whose id is now a former id of another row. */
function withoutFormer<Row extends Identified & { readonly formerIds?: readonly number[] | undefined }>(
  rows: readonly Row[],
): readonly Row[] {
  const former = new Set(rows.flatMap(({ formerIds = [] }) => formerIds))
  return rows.filter(({ id }) => !former.has(id))
}

function mergeTeam({ id, known, listed, seen }: Versions<CatalogueTeam, TeamRow, KnownTeam>): CatalogueTeam {
  const name = listed?.name ?? known?.name ?? `Team ${id}`
  const { code = null, aliases = [] } = listed ?? {}
  const gamesMs = seen?.lastByLeague.map(([, ms]) => ms) ?? []
  return {
    id,
    name,
    aliases: mergeAliases(name, known, code === null ? aliases : [code, ...aliases]),
    region: listed?.region ?? known?.region ?? seen?.region ?? null,
    league: recentLeague(seen?.recentLeagues ?? []) ?? listed?.league ?? known?.league ?? null,
    logoUrl: known?.logoUrl ?? null,
    lastGameUtc: latest(known?.lastGameUtc, gamesMs.length === 0 ? null : toUtc(Math.max(...gamesMs))),
    ...formerIdsOf(seen),
  }
}

function mergePlayer(versions: Versions<CataloguePlayer, PlayerRow, KnownPerson>): CataloguePlayer {
  const { id, known, listed, seen } = versions
  const name = listed?.name ?? known?.name ?? `Player ${id}`
  return {
    id,
    name,
    aliases: mergeAliases(name, known, listed?.aliases),
    role: roleName(recentRole(seen?.recentRoles ?? [])) ?? roleName(listed?.role) ?? known?.role ?? null,
    ...teamOf(versions),
    lastGameUtc: latest(known?.lastGameUtc, toOptionalUtc(seen?.lastGameMs)),
    ...formerIdsOf(seen),
  }
}

function roleName(role: HistoryRole | null | undefined): CatalogueRole | null {
  return role ? roleNames[role] : null
}

/** Number of line-ups without a player after which the team is only the player's last one. */
const mostMissed = 8

function teamOf({ known, listed, seen }: Versions<CataloguePlayer, PlayerRow, KnownPerson>) {
  const lastTeamId = seen?.teamId ?? listed?.teamId ?? known?.lastTeamId ?? known?.teamId ?? null
  return { teamId: (seen?.lineupsMissed ?? 0) < mostMissed ? lastTeamId : null, lastTeamId }
}

function mergeChampion({ id, known, listed }: Versions<CatalogueChampion, ChampionRow, never>): CatalogueChampion {
  const { name = '', imageUrl = null } = listed ?? {}
  return { id, name, imageUrl: imageUrl ?? known?.imageUrl ?? null }
}

interface PlayedTournament extends Identified {
  readonly league: string
  readonly startUtc: string
  readonly endUtc: string
}

/** Tournaments as their games alone describe them, in order of time. */
function playedTournaments(games: readonly Game[]): readonly PlayedTournament[] {
  const played = new Map<number, PlayedTournament>()
  for (const { startMs, league, tournamentId: id } of games) {
    if (id === null) continue
    const utc = toUtc(startMs)
    played.set(id, { id, league, startUtc: played.get(id)?.startUtc ?? utc, endUtc: utc })
  }
  return [...played.values()]
}

function mergeTournament({
  id,
  known,
  listed,
  seen,
}: Versions<CatalogueTournament, TournamentRow, PlayedTournament>): CatalogueTournament {
  return {
    id,
    name: listed?.name ?? known?.name ?? `Tournament ${id}`,
    ...formerNamesOf(known, listed?.name),
    league: listed?.league ?? known?.league ?? seen?.league ?? '',
    region: listed?.region ?? known?.region ?? null,
    season: listed?.season ?? known?.season ?? null,
    startUtc: inOrder(toOptionalUtc(listed?.startMs), known?.startUtc, seen?.startUtc)[0] ?? null,
    endUtc: latest(toOptionalUtc(listed?.endMs), known?.endUtc, seen?.endUtc),
  }
}

function formerIdsOf(seen: KnownTeam | KnownPerson | undefined): { formerIds?: readonly number[] } {
  return seen === undefined || seen.formerIds.length === 0 ? {} : { formerIds: seen.formerIds }
}

/** Former names, with the folder's name first, because the given names are derived from it. */
function formerNamesOf(known: CatalogueTournament | undefined, name: string | undefined) {
  const names = [name, ...(known?.formerNames ?? []), known?.name].filter((former) => former !== undefined)
  return names.length === 0 ? {} : { formerNames: [...new Set(names)] }
}

/** Lists every spelling once, without the current name; former names can still be found. */
function mergeAliases(
  name: string,
  known: { readonly name: string; readonly aliases: readonly string[] } | undefined,
  listed: readonly string[] = [],
): readonly string[] {
  const aliases = new Set([...listed, ...(known === undefined ? [] : [known.name, ...known.aliases])])
  aliases.delete(name)
  return [...aliases]
}

function toOptionalUtc(ms: number | null | undefined): string | null {
  return ms == null ? null : toUtc(ms)
}

/** Sorts the known times; they share one format and so compare as text. */
function inOrder(...times: (string | null | undefined)[]): readonly string[] {
  return times.filter((time) => typeof time === 'string').sort()
}

function latest(...times: Parameters<typeof inOrder>): string | null {
  return inOrder(...times).at(-1) ?? null
}
