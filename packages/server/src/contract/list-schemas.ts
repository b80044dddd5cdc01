import type { Candidate } from '@riftline/base'
import type {
  CatalogueChampion,
  CataloguePlayer,
  CatalogueTeam,
  CatalogueTournament,
  NamedId,
  ScheduledSeries,
} from '@riftline/predictor'
import * as z from 'zod'
import {
  artifacts,
  candidates,
  count,
  dataThroughUtc,
  type Fields,
  id,
  namedId,
  role,
  text,
  utc,
} from './primitives.ts'

/** The items of the free lists: rows of the catalogue, with a logo for every team. A detail begins with the same fields. */

export type TeamItem = Pick<CatalogueTeam, 'id' | 'name' | 'region' | 'league' | 'lastGameUtc'> & {
  readonly logoUrl: string
  readonly code: string | null
  readonly active: boolean
}
export type PlayerItem = Pick<CataloguePlayer, 'id' | 'name' | 'role'> & {
  readonly team: NamedId | null
  readonly lastTeam: NamedId | null
  readonly lastGameUtc: string | null
  readonly active: boolean
}
export type ChampionItem = Omit<CatalogueChampion, 'aliases'>
export type TournamentItem = Omit<CatalogueTournament, 'formerNames' | 'leagueName'> & { readonly leagueName: string }

/** A list with its length beside it. */
export type ListOf<Name extends string, Item> = Joined<ListSize & { readonly [name in Name]: readonly Item[] }>

interface ListSize {
  readonly count: number
  readonly total?: number
  readonly dataThroughUtc: string
  readonly artifacts: string
  readonly candidates?: readonly Candidate[]
}

type Joined<T> = { readonly [Key in keyof T]: T[Key] }

const lastSeen = {
  active: z.boolean().meta({ description: 'A game within 180 days before the data date.' }),
  lastGameUtc: utc('Start of the last game; null where none is known.').nullable(),
}

export const playerFields: Fields<PlayerItem> = {
  id,
  name: text.describe('What the player is called now.'),
  role: role.nullable().describe('The seat in the last ten games; null where it is not known.'),
  team: namedId.nullable().meta({
    description: 'The current team; null after 180 days, and once it fielded eight line-ups without the player.',
  }),
  lastTeam: namedId.nullable().meta({ description: 'The last team, also of whoever has none now.' }),
  ...lastSeen,
}

export const tournamentFields: Fields<TournamentItem> = {
  id,
  name: text.describe('League, year and split, as people write them.'),
  league: text.meta({ description: 'The code of the league.' }),
  leagueName: text.meta({ description: 'The league as people call it.' }),
  season: text.nullable().meta({ description: 'The year, which a tournament may begin before.' }),
  region: text.nullable().describe('Region of its league; null for international ones.'),
  startUtc: utc('When it began; null where that is not known.').nullable(),
  endUtc: utc('When it ended, or its last game so far began; null where neither is known.').nullable(),
}

export const teamItem: z.ZodType<TeamItem> = z.object({
  id,
  name: text.describe('What the team is called now.'),
  region: text.nullable().describe('Region of its league; null where none is known.'),
  logoUrl: text.meta({ description: 'An absolute URL; that of a placeholder where no logo is known.' }),
  league: text.nullable().meta({ description: 'Code of its home league; null where none is known.' }),
  code: text.nullable().meta({ description: 'What scoreboards show; null where that is not known.' }),
  ...lastSeen,
})
export const playerItem: z.ZodType<PlayerItem> = z.object(playerFields)
export const championItem: z.ZodType<ChampionItem> = z.object({
  id,
  name: text.meta({ description: 'What picks accept.' }),
  imageUrl: text.nullable().describe('An absolute URL; null without a picture.'),
})
export const tournamentItem: z.ZodType<TournamentItem> = z.object(tournamentFields)

/** The body of a list. */
function listSchema<Name extends string, Item>(name: Name, item: z.ZodType<Item>): z.ZodType<ListOf<Name, Item>> {
  return z.object({
    count: count.meta({ description: 'The number of items.' }),
    total: count.exactOptional().meta({ description: 'With limit: how many fit.' }),
    dataThroughUtc,
    artifacts,
    [name]: z.array(item).describe('The items, in the order that the operation names.'),
    candidates: candidates.exactOptional(),
  }) as unknown as z.ZodType<ListOf<Name, Item>>
}

export const teamList: z.ZodType<ListOf<'teams', TeamItem>> = listSchema('teams', teamItem)
export const playerList: z.ZodType<ListOf<'players', PlayerItem>> = listSchema('players', playerItem)
export const championList: z.ZodType<ListOf<'champions', ChampionItem>> = listSchema('champions', championItem)
export const tournamentList: z.ZodType<ListOf<'tournaments', TournamentItem>> = listSchema(
  'tournaments',
  tournamentItem,
)

/** A series to come. */
export type ScheduleItem = Pick<ScheduledSeries, 'id' | 'league' | 'bestOf' | 'scheduledUtc' | 'team1' | 'team2'> & {
  readonly leagueName: string
}

export const scheduleItem: z.ZodType<ScheduleItem> = z.object({
  id: text.meta({ description: 'Never changes; the `esportsMatchId` of odds.' }),
  league: text.meta({ description: 'Code of the league.' }),
  leagueName: text.meta({ description: 'The league as people call it.' }),
  bestOf: z.int().min(1).max(5).nullable().meta({ description: '1, 2, 3 or 5; null where nobody says.' }),
  scheduledUtc: utc('When it is to begin.'),
  team1: namedId.describe('The team that is named first; sides are not known yet.'),
  team2: namedId.describe('The other team.'),
})

export const scheduleList: z.ZodType<ListOf<'schedule', ScheduleItem>> = listSchema('schedule', scheduleItem)
