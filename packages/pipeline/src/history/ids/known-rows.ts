import { z } from 'zod'
import { type KnownPerson, type KnownTeam, roles } from '../types.ts'

// Teams and people as tuples of `ids.json`. Times are seconds since 1970; equal neighbours of a list are one entry with their number.

const id = z.int().positive()
const count = z.int().nonnegative()
const seconds = z.int()
const texts = z.array(z.string())
const ids = z.array(id)
const runs = <T>(item: z.ZodType<T>) => z.array(z.tuple([item, z.int().min(1).max(30)]))
const role = z.enum(roles)
const optionalText = z.string().nullable()

/** id, names, former ids, source ids, region, recent leagues, last game by league */
export const teamRow = z.tuple([
  id,
  texts,
  ids,
  texts,
  optionalText,
  runs(z.string()),
  z.array(z.tuple([z.string(), seconds])),
])

/** id, names, former ids, source ids, region, team, recent roles, games, first game, last game */
export const personRow = z.tuple([
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
])

export function packTeam(team: KnownTeam): z.infer<typeof teamRow> {
  const { id, names, formerIds, sources, region, recentLeagues, lastByLeague } = team
  const last = lastByLeague.map(([league, ms]): [string, number] => [league, ms / 1000])
  return [id, [...names], [...formerIds], [...sources], region, toRuns(recentLeagues), last]
}

export function unpackTeam(row: z.infer<typeof teamRow>): KnownTeam {
  const [id, names, formerIds, sources, region, leagues, last] = row
  const lastByLeague = last.map(([league, s]) => [league, s * 1000] as const)
  return { id, names, formerIds, sources, region, recentLeagues: fromRuns(leagues), lastByLeague }
}

export function packPerson(person: KnownPerson): z.infer<typeof personRow> {
  const { id, names, formerIds, sources, region, teamId, recentRoles, games, firstGameMs, lastGameMs } = person
  const [first, last] = [firstGameMs, lastGameMs].map((ms) => (ms === null ? null : ms / 1000)) as [
    number | null,
    number | null,
  ]
  return [id, [...names], [...formerIds], [...sources], region, teamId, toRuns(recentRoles), games, first, last]
}

export function unpackPerson(row: z.infer<typeof personRow>): KnownPerson {
  const [id, names, formerIds, sources, region, teamId, recent, games, first, last] = row
  return {
    id,
    names,
    formerIds,
    sources,
    region,
    teamId,
    recentRoles: fromRuns(recent),
    games,
    firstGameMs: first === null ? null : first * 1000,
    lastGameMs: last === null ? null : last * 1000,
  }
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

function fromRuns<T>(all: readonly (readonly [T, number])[]): T[] {
  return all.flatMap(([item, times]) => Array.from({ length: times }, () => item))
}
