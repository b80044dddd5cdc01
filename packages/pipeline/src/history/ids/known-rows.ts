import * as z from 'zod'
import { type KnownPerson, type KnownTeam, type Role, roles } from '../types.ts'

// Teams and people as tuples of `ids.json`. Times are seconds since 1970; equal neighbours of a list are one entry with their number.

const id = z.int().positive()
const count = z.int().nonnegative()
const seconds = z.int()
const texts = z.array(z.string())
const ids = z.array(id)
const runs = <T>(item: z.ZodType<T>) => z.array(z.tuple([item, z.int().min(1).max(30)]))
const role = z.enum(roles)
const optionalText = z.string().nullable()

type Runs<T> = readonly (readonly [item: T, times: number])[]

export type TeamTuple = readonly [
  id: number,
  names: readonly string[],
  formerIds: readonly number[],
  sources: readonly string[],
  region: string | null,
  recentLeagues: Runs<string>,
  lastByLeague: readonly (readonly [league: string, seconds: number])[],
]

export const teamRow: z.ZodType<TeamTuple> = z.tuple([
  id,
  texts,
  ids,
  texts,
  optionalText,
  runs(z.string()),
  z.array(z.tuple([z.string(), seconds])),
])

export type PersonTuple = readonly [
  id: number,
  names: readonly string[],
  formerIds: readonly number[],
  sources: readonly string[],
  region: string | null,
  teamId: number | null,
  recentRoles: Runs<Role>,
  games: number,
  firstGame: number | null,
  lastGame: number | null,
  lineupsMissed?: number | undefined,
]

export const personRow: z.ZodType<PersonTuple> = z.tuple([
  id,
  texts,
  ids,
  texts,
  optionalText,
  id.nullable(),
  runs(role),
  count,
  seconds.nullable(),
  seconds.nullable(),
  count.optional(),
])

export function packTeam(team: KnownTeam): TeamTuple {
  const { id, names, formerIds, sources, region, recentLeagues, lastByLeague } = team
  const last = lastByLeague.map(([league, ms]) => [league, ms / 1000] as const)
  return [id, names, formerIds, sources, region, toRuns(recentLeagues), last]
}

export function unpackTeam(row: TeamTuple): KnownTeam {
  const [id, names, formerIds, sources, region, leagues, last] = row
  const lastByLeague = last.map(([league, s]) => [league, s * 1000] as const)
  return { id, names, formerIds, sources, region, recentLeagues: fromRuns(leagues), lastByLeague }
}

export function packPerson(person: KnownPerson): PersonTuple {
  const { id, names, formerIds, sources, region, teamId, recentRoles, games, firstGameMs, lastGameMs } = person
  const [first, last] = [toSeconds(firstGameMs), toSeconds(lastGameMs)]
  const row = [id, names, formerIds, sources, region, teamId, toRuns(recentRoles), games, first, last] as const
  return person.lineupsMissed === undefined ? row : [...row, person.lineupsMissed]
}

export function unpackPerson(row: PersonTuple): KnownPerson {
  const [id, names, formerIds, sources, region, teamId, recent, games, first, last, lineupsMissed] = row
  return {
    id,
    names,
    formerIds,
    sources,
    region,
    teamId,
    ...(lineupsMissed !== undefined && { lineupsMissed }),
    recentRoles: fromRuns(recent),
    games,
    firstGameMs: first === null ? null : first * 1000,
    lastGameMs: last === null ? null : last * 1000,
  }
}

function toSeconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1000
}

function toRuns<T>(items: readonly T[]): [T, number][] {
  const all: [T, number][] = []
  for (const item of items) {
    const run = all.at(-1)
    if (run !== undefined && run[0] === item) run[1] += 1
    else all.push([item, 1])
  }
  return all
}

function fromRuns<T>(all: Runs<T>): T[] {
  return all.flatMap(([item, times]) => Array.from({ length: times }, () => item))
}
