import { toUtc } from '@riftline/base'
import type { CatalogueChampion, CatalogueRole } from '@riftline/predictor'
import { noExternalIds } from '../history/external-ids.ts'
import { leagueOf, roleNames, roleOf } from '../history/recent-games.ts'
import type { Game, History, KnownPerson, KnownTeam } from '../history/types.ts'

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

export type DraftTeam = Draft<
  {
    readonly name: string
    readonly aliases: readonly string[]
    readonly region: string | null
    readonly league: string | null
  },
  SeenEntity & { readonly league: string | null; readonly region: string | null }
>

export type DraftPlayer = Draft<
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

export type DraftTournament = Draft<
  Span & {
    readonly name: string
    readonly league: string
    readonly region: string | null
    readonly season: string | null
  },
  Span & { readonly league: string }
>

export interface CatalogueDraft {
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
