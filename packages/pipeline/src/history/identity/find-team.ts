import { activeMs, fold, secondTeamWords, withoutBrackets } from '@riftline/predictor'
import { recentLeague } from '../games.ts'
import type { OpenPerson, OpenTeam } from './known.ts'

export interface SideRow {
  readonly sourceId: string | null
  readonly name: string | null
  readonly league: string
  /** The other side's home league, if it is known without this side. */
  readonly opponentLeague: string | null
  readonly startMs: number
}

/** Chooses among teams with one source id: the last one to play in the row's league, else the last one to play at all. */
export function latestIn(teams: readonly OpenTeam[], league: string): OpenTeam | null {
  const lastMs = (team: OpenTeam): number => team.lastByLeague.get(league) ?? Number.NEGATIVE_INFINITY
  // Both times may be -Infinity, whose difference is NaN.
  const descending = (a: number, b: number): number => Number(b > a) - Number(a > b)
  const order = (a: OpenTeam, b: OpenTeam): number =>
    descending(lastMs(a), lastMs(b)) || descending(a.lastGameMs, b.lastGameMs) || a.id - b.id
  return [...teams].sort(order)[0] ?? null
}

type HoldersOf = (name: string) => readonly OpenTeam[]

/**
 * Finds the team that a name means: the one with this own name; else, by alias or code, the one of the event's or the opponent's league,
 * or the only one that still plays. First and second teams are told apart where both compete, and abroad. A name with brackets that
 * no team has means the team of the home leagues (`homesOf`; first leagues for international events) with the name before the brackets.
 */
export function findTeam(holdersOf: HoldersOf, row: SideRow, homesOf: (league: string) => ReadonlySet<string>) {
  const name = row.name ?? ''
  const holders = holdersOf(name)
  if (holders.length > 0) return holderOf(holders, name, row)
  const bare = withoutBrackets(name)
  return bare === name ? null : holderAtHome(holdersOf(bare), bare, row, homesOf(row.league))
}

function holderOf(holders: readonly OpenTeam[], name: string, row: SideRow): OpenTeam | null {
  const own = holders.filter((team) => isOwnName(team, name))
  if (own.length > 0) return latestIn(own, row.league)
  const words = secondTeamWords(name)
  const alike = holders.filter(({ names: [own = ''] }) => {
    const ownWords = secondTeamWords(own)
    return ownWords.length === words.length && ownWords.every((word) => words.includes(word))
  })
  return (
    holderAtHome(holders, name, row, new Set([row.league])) ??
    onlyOne(alike.filter((team) => row.opponentLeague !== null && homeLeague(team) === row.opponentLeague)) ??
    onlyOne(alike.filter(({ lastGameMs }) => row.startMs - lastGameMs <= activeMs))
  )
}

function holderAtHome(
  holders: readonly OpenTeam[],
  name: string,
  { startMs }: SideRow,
  leagues: ReadonlySet<string | null>,
): OpenTeam | null {
  const rivals = holders.filter(({ lastGameMs }) => startMs - lastGameMs <= activeMs)
  const doCompete = rivals.some(isSecond) && !rivals.every(isSecond)
  const meant = doCompete ? holders.filter((team) => isSecond(team) === saysSecond(name)) : holders
  const atHome = meant.filter((team) => leagues.has(homeLeague(team)))
  return onlyOne(atHome) ?? onlyOne(atHome.filter((team) => isOwnName(team, name)))
}

function isSecond({ names: [own = ''] }: OpenTeam): boolean {
  return saysSecond(own)
}

function saysSecond(name: string): boolean {
  return secondTeamWords(name).length > 0
}

function isOwnName({ names: [own = ''] }: OpenTeam, name: string): boolean {
  return fold(own) === fold(name)
}

export function homeLeague({ recentLeagues }: Pick<OpenTeam, 'recentLeagues'>): string | null {
  return recentLeague(recentLeagues)
}

function onlyOne<T>(all: readonly T[]): T | null {
  return all.length === 1 ? all[0]! : null
}

const mostOfFive = 3

/** The team with three of an unknown line-up's five players, if it does not play on without them. */
export function renamedTeam(
  lineup: readonly (readonly OpenPerson[])[],
  get: (id: number) => OpenTeam | undefined,
  playsOn: (team: OpenTeam) => boolean,
): OpenTeam | null {
  const seats = new Map<number, { count: number; lastMs: number }>()
  for (const people of lineup) {
    const byTeam = new Map(people.flatMap(({ teamId, lastGameMs }) => (teamId === null ? [] : [[teamId, lastGameMs]])))
    for (const [teamId, ms] of byTeam) {
      const { count, lastMs } = seats.get(teamId) ?? { count: 0, lastMs: ms }
      seats.set(teamId, { count: count + 1, lastMs: Math.max(lastMs, ms) })
    }
  }
  for (const [teamId, { count, lastMs }] of seats) {
    const team = get(teamId)
    if (team !== undefined && count >= mostOfFive && team.lastGameMs <= lastMs && !playsOn(team)) return team
  }
  return null
}
