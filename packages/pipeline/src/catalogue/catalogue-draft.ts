import type { CatalogueChampion, CatalogueRole } from '@riftline/core'
import { toUtc } from '@riftline/core'
import type { Game, History, Role } from '../history/types.ts'
import { createSightings, type Sightings } from './sightings.ts'

// The names of one folder, before they are merged with those of earlier folders. `listed` comes from the folder's tables, `seen`
// from its games; null is unknown.

export interface Draft<Listed, Seen> {
  readonly id: number
  readonly listed: Listed | null
  readonly seen: Seen | null
}

export type DraftTeam = Draft<
  {
    readonly name: string
    readonly aliases: readonly string[]
    readonly region: string | null
    readonly league: string | null
  },
  { readonly league: string; readonly region: string | null; readonly lastGameUtc: string }
>

export type DraftPlayer = Draft<
  {
    readonly name: string
    readonly aliases: readonly string[]
    readonly role: CatalogueRole | null
    readonly teamId: number | null
  },
  { readonly role: CatalogueRole; readonly teamId: number }
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

const roleNames: Readonly<Record<Role, CatalogueRole>> = {
  top: 'TOP',
  jng: 'JUNGLE',
  mid: 'MID',
  bot: 'BOT',
  sup: 'SUPPORT',
}

/** Everything that the folder lists or has a game of; `games` in order of time. */
export function draftCatalogue(history: History, games: readonly Game[]): CatalogueDraft {
  const seen = createSightings(history, games)
  return {
    teams: join(history.teams, draftTeams(seen), ({ name, code, aliases, region, league }) => {
      return { name, aliases: code === null ? aliases : [code, ...aliases], region, league }
    }),
    players: join(history.players, draftPlayers(seen), ({ name, aliases, role, teamId }) => {
      return { name, aliases, role: role === null ? null : roleNames[role], teamId }
    }),
    champions: history.champions.map(({ id, name, imageUrl }) => ({ id, name, imageUrl })),
    tournaments: join(history.tournaments, seen.tournaments, ({ name, league, region, season, startMs, endMs }) => {
      return { name, league, region, season, startUtc: toOptionalText(startMs), endUtc: toOptionalText(endMs) }
    }),
  }
}

function draftTeams({ teams }: Sightings): ReadonlyMap<number, NonNullable<DraftTeam['seen']>> {
  return new Map(
    [...teams].map(([id, { league, region, lastMs }]) => [id, { league, region, lastGameUtc: toUtc(lastMs) }]),
  )
}

function draftPlayers({ players }: Sightings): ReadonlyMap<number, NonNullable<DraftPlayer['seen']>> {
  return new Map([...players].map(([id, { role, teamId }]) => [id, { role: roleNames[role], teamId }]))
}

function join<Row extends { readonly id: number }, Listed, Seen>(
  rows: readonly Row[],
  seen: ReadonlyMap<number, Seen>,
  toListed: (row: Row) => Listed,
): readonly Draft<Listed, Seen>[] {
  const listed = new Map(rows.map((row) => [row.id, toListed(row)]))
  const ids = new Set([...listed.keys(), ...seen.keys()])
  return [...ids].map((id) => ({ id, listed: listed.get(id) ?? null, seen: seen.get(id) ?? null }))
}

function toOptionalText(ms: number | null): string | null {
  return ms === null ? null : toUtc(ms)
}
