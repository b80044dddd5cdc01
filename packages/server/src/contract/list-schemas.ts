import type { CatalogueChampion, CataloguePlayer, CatalogueTeam, CatalogueTournament, NamedId } from '@riftline/core'
import { z } from 'zod'
import { count, type Fields, id, namedId, role, text, utc } from './primitives.ts'

/** The items of the free lists: rows of the catalogue, with a logo for every team. A detail begins with the same fields. */

export type TeamItem = Pick<CatalogueTeam, 'id' | 'name' | 'region'> & { readonly logoUrl: string }
export type PlayerItem = Pick<CataloguePlayer, 'id' | 'name' | 'role'> & { readonly team: NamedId | null }
export type ChampionItem = Omit<CatalogueChampion, 'aliases'>
export type TournamentItem = Omit<CatalogueTournament, 'season'>

/** A list with its length beside it. */
export type ListOf<Name extends string, Item> = { readonly count: number } & {
  readonly [name in Name]: readonly Item[]
}

export const playerFields: Fields<PlayerItem> = {
  id,
  name: text,
  role: role.nullable(),
  team: namedId.nullable().meta({ description: 'The current team.' }),
}

export const tournamentFields: Fields<TournamentItem> = {
  id,
  name: text,
  league: text,
  region: text.nullable(),
  startUtc: utc.nullable(),
  endUtc: utc.nullable(),
}

export const teamItem: z.ZodType<TeamItem> = z.object({
  id,
  name: text,
  region: text.nullable(),
  logoUrl: text.meta({ description: 'An absolute URL; that of a placeholder where no logo is known.' }),
})
export const playerItem: z.ZodType<PlayerItem> = z.object(playerFields)
export const championItem: z.ZodType<ChampionItem> = z.object({
  id,
  name: text.meta({ description: 'What picks accept.' }),
  imageUrl: text.nullable(),
})
export const tournamentItem: z.ZodType<TournamentItem> = z.object(tournamentFields)

export const teamList: z.ZodType<ListOf<'teams', TeamItem>> = list('teams', teamItem)
export const playerList: z.ZodType<ListOf<'players', PlayerItem>> = list('players', playerItem)
export const championList: z.ZodType<ListOf<'champions', ChampionItem>> = list('champions', championItem)
export const tournamentList: z.ZodType<ListOf<'tournaments', TournamentItem>> = list('tournaments', tournamentItem)

function list<Name extends string, Item>(name: Name, item: z.ZodType<Item>): z.ZodType<ListOf<Name, Item>> {
  const size = count.meta({ description: 'The number of items.' })
  return z.object({ count: size, [name]: z.array(item) }) as z.ZodType<object> as z.ZodType<ListOf<Name, Item>>
}
