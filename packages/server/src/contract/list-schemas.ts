import type { CatalogueRole, NamedId } from '@riftline/core'
import { z } from 'zod'
import { count, type Fields, id, namedId, role, text, utc } from './primitives.ts'

/** The items of the free lists; a detail begins with the same fields. */

export interface TeamItem {
  readonly id: number
  readonly name: string
  readonly region: string | null
  readonly logoUrl: string
}

export interface PlayerItem {
  readonly id: number
  readonly name: string
  readonly role: CatalogueRole | null
  readonly team: NamedId | null
}

export interface ChampionItem {
  readonly id: number
  readonly name: string
  readonly imageUrl: string | null
}

export interface TournamentItem {
  readonly id: number
  readonly name: string
  readonly league: string
  readonly region: string | null
  readonly startUtc: string | null
  readonly endUtc: string | null
}

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

const size = count.meta({ description: 'The number of items.' })

export const teamList: z.ZodType<ListOf<'teams', TeamItem>> = z.object({ count: size, teams: z.array(teamItem) })
export const playerList: z.ZodType<ListOf<'players', PlayerItem>> = z.object({
  count: size,
  players: z.array(playerItem),
})
export const championList: z.ZodType<ListOf<'champions', ChampionItem>> = z.object({
  count: size,
  champions: z.array(championItem),
})
export const tournamentList: z.ZodType<ListOf<'tournaments', TournamentItem>> = z.object({
  count: size,
  tournaments: z.array(tournamentItem),
})
