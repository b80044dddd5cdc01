import { playerNumbers, teamNumbers } from '../league/catalogue/statistics.ts'

const kinds: Readonly<Record<string, string>> = { ...teamNumbers, ...playerNumbers }
/** Numbers that rest on the kills and assists of a share that contradicts itself. */
const restOnKills: readonly string[] = ['kda', 'killsPerGame', 'deathsPerGame', 'assistsPerGame']

type Json = Record<string, unknown>

/**
 * Makes unknown what contradicts itself in a row of `details.json`: earlier builds published shares above 1 where one number of a match
 * was mistyped. The row, which is changed, is as it was parsed from JSON; its schema is checked afterwards.
 */
export function mendRow(row: unknown): void {
  const { stats, samples, seasons, leaders, championPool } = asObject(row)
  const numbers = asObject(stats)
  for (const name of impossible(numbers, (value) => value)) {
    numbers[name] = null
    asObject(samples)[name] = null
    if (name !== 'kda') continue
    for (const pooled of asList(championPool)) Object.assign(asObject(pooled), { kda: null, kdaGames: 0 })
  }
  for (const season of asList(seasons)) {
    const written = asObject(asObject(season).stats)
    for (const name of impossible(written, (value) => asList(value)[0])) delete written[name]
  }
  const lists = asObject(leaders)
  for (const [name, list] of Object.entries(lists)) {
    if (Array.isArray(list)) lists[name] = list.filter((leader) => isPossible(name, asObject(leader).value))
  }
}

/** Names of numbers that cannot be, with those that rest on the same kills. */
function impossible(numbers: Json, toValue: (written: unknown) => unknown): readonly string[] {
  const names = Object.keys(numbers).filter(
    (name) => numbers[name] !== null && !isPossible(name, toValue(numbers[name])),
  )
  return names.includes('killParticipation') ? [...names, ...restOnKills] : names
}

/** Null, in place of a number, is what JSON has for one that is not finite. */
function isPossible(name: string, value: unknown): boolean {
  if (value === null) return false
  return typeof value !== 'number' || kinds[name] !== 'share' || (value >= 0 && value <= 1)
}

/** An object of its own for what is none: the schema refuses that. */
function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
