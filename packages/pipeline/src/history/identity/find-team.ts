import { activeMs, fold, secondTeamWords } from '@riftline/core'
import { mostFrequent } from '../recent-games.ts'
import type { OpenTeam } from './known.ts'

/** One side of a game as a source has it. */
export interface TeamRow {
  readonly sourceId: string | null
  /** null where the folder does not name it. */
  readonly name: string | null
  readonly league: string
  /** The home league of the other side, where it is known without this one. */
  readonly opponentLeague: string | null
  readonly startMs: number
}

/** A source id that several teams hold means the one that last played in the row's league, else the one that last played. */
export function latestIn(teams: readonly OpenTeam[], league: string): OpenTeam | null {
  const lastMs = (team: OpenTeam): number => team.lastByLeague.get(league) ?? Number.NEGATIVE_INFINITY
  const order = (a: OpenTeam, b: OpenTeam): number =>
    descending(lastMs(a), lastMs(b)) || descending(a.lastGameMs, b.lastGameMs) || a.id - b.id
  return [...teams].sort(order)[0] ?? null
}

/** Infinities have no difference. */
function descending(a: number, b: number): number {
  return a === b ? 0 : b > a ? 1 : -1
}

/**
 * The team that a name means: the one with this own name; else, by alias or code, the one of the event's league, of the
 * opponent's, or the only one that still plays, if both or neither are second teams.
 *
 * @param holders everyone who holds the name in any way
 */
export function findTeam(holders: readonly OpenTeam[], row: TeamRow): OpenTeam | null {
  const name = row.name ?? ''
  const key = fold(name)
  const own = holders.filter(({ names }) => fold(names[0] ?? '') === key)
  if (own.length > 0) return latestIn(own, row.league)
  const alike = holders.filter(({ names }) => sameWords(secondTeamWords(names[0] ?? ''), secondTeamWords(name)))
  return (
    onlyOne(alike.filter((team) => homeLeague(team) === row.league)) ??
    onlyOne(alike.filter((team) => row.opponentLeague !== null && homeLeague(team) === row.opponentLeague)) ??
    onlyOne(alike.filter(({ lastGameMs }) => row.startMs - lastGameMs <= activeMs))
  )
}

export function homeLeague({ recentLeagues }: Pick<OpenTeam, 'recentLeagues'>): string | null {
  return mostFrequent(recentLeagues)
}

function onlyOne<T>(all: readonly T[]): T | null {
  return all.length === 1 ? all[0]! : null
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word) => b.includes(word))
}
