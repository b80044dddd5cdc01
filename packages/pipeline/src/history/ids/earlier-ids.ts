import { dayMs, parseUtc } from '@riftline/base'
import type { Catalogue } from '@riftline/predictor'
import * as z from 'zod'
import { roleNames } from '../recent-games.ts'
import { type ExternalIds, type IdTable, type KnownPerson, type KnownTeam, roles } from '../types.ts'

const id = z.int().nonnegative()
const table = z.object({ last: id, ids: z.record(z.string(), id) })

/** `ids.json` of the first release: one id by source id and by name, `name:` before it. */
export interface EarlierIds extends Pick<ExternalIds, 'champions' | 'tournaments' | 'lastSeriesId'> {
  readonly teams: IdTable
  readonly players: IdTable
}

export const earlierSchema: z.ZodType<EarlierIds> = z.object({
  teams: table,
  players: table,
  champions: table,
  tournaments: table,
  lastSeriesId: id,
})

/** Files of a folder that tell what its `ids.json` does not. */
export interface EarlierFolder {
  readonly catalogue: Catalogue
  /** Sums of players by day: rows that begin with player and day since 1970, in this order. */
  readonly recent: { readonly playerDays: readonly (readonly number[])[] }
}

/**
 * What a folder of an earlier release knows of its teams and people: its catalogue, source ids, and who played within its
 * window. Leagues and roles count as those of 30 games, so that a few more do not change them.
 */
export function fromEarlier(ids: EarlierIds, { catalogue, recent: { playerDays } }: EarlierFolder): ExternalIds {
  const lastDays = new Map(playerDays.map(([player = 0, day = 0]) => [player, day]))
  const { teams, players, ...rest } = ids
  const regions = new Map(catalogue.teams.map((team) => [team.id, team.region]))
  const sourcesOf = { teams: sourcesById(teams), players: sourcesById(players) }
  return {
    ...rest,
    teams: {
      last: teams.last,
      lastListed: teams.last,
      rows: catalogue.teams.map(({ id, name, aliases, region, league, lastGameUtc }): KnownTeam => {
        const lastGameMs = parseUtc(lastGameUtc ?? '')
        return {
          id,
          names: [name, ...aliases],
          formerIds: [],
          sources: sourcesOf.teams.get(id) ?? [],
          region,
          recentLeagues: league === null ? [] : thirty(league),
          lastByLeague: league === null || lastGameMs === null ? [] : [[league, lastGameMs]],
        }
      }),
    },
    players: {
      last: players.last,
      lastListed: players.last,
      rows: catalogue.players.map(({ id, name, aliases, role, teamId }): KnownPerson => {
        const lastDay = lastDays.get(id)
        const main = roles.find((each) => roleNames[each] === role)
        return {
          id,
          names: [name, ...aliases],
          formerIds: [],
          sources: sourcesOf.players.get(id) ?? [],
          region: teamId === null ? null : (regions.get(teamId) ?? null),
          teamId,
          recentRoles: main === undefined ? [] : thirty(main),
          games: 0,
          firstGameMs: null,
          lastGameMs: lastDay === undefined ? null : lastDay * dayMs,
        }
      }),
    },
  }
}

function thirty<T>(item: T): readonly T[] {
  return Array.from({ length: 30 }, () => item)
}

function sourcesById({ ids }: IdTable): ReadonlyMap<number, readonly string[]> {
  const sources = new Map<number, string[]>()
  for (const [key, id] of Object.entries(ids)) {
    if (!key.startsWith('name:')) sources.set(id, [...(sources.get(id) ?? []), key])
  }
  return sources
}
