import { dayMs } from '@riftline/base'
import { fold } from '@riftline/predictor'
import { mostFrequent } from '../games.ts'
import type { HistoryRole } from '../types.ts'
import type { OpenPerson } from './known.ts'

export interface PersonRow {
  readonly sourceId: string | null
  readonly name: string | null
  readonly teamId: number
  /** The team's region, else that of the game's league. */
  readonly region: string | null
  readonly role: HistoryRole
  readonly startMs: number
}

/** Least time between a person's games for two teams, even after a call-up from the second team; sooner, it is a namesake. */
const callUpMs = 6 * 3_600_000
const sameRoleMs = 730 * dayMs
const sameRegionMs = 365 * dayMs
const longCareerMs = 1461 * dayMs
const longCareerGames = 30

/** Finds the best holder of a name that team, role, region and time allow in a seat; null for a new person. */
export function findPerson(holders: readonly OpenPerson[], row: PersonRow, isFree: (person: OpenPerson) => boolean) {
  const found = holders.flatMap((person): readonly Ranked[] => {
    if (!isFree(person) || isElsewhere(person, row)) return []
    const rank = [person.teamId === row.teamId, playsRole(person, row.role), isOfRegion(person, row.region)] as const
    const bySeat = fitsSeat(rank, sinceMs(person, row), holders.length === 1)
    return bySeat || fitsRegion(person, rank[2], row, holders) ? [{ person, rank, byRegion: !bySeat }] : []
  })
  return found.sort(bestFirst)[0] ?? null
}

interface Ranked {
  readonly person: OpenPerson
  /** Whether only the region matches, but neither team nor role allows the seat. */
  readonly byRegion: boolean
  readonly rank: Rank
}

type Rank = readonly [sameTeam: boolean, sameRole: boolean, sameRegion: boolean]

function fitsSeat([sameTeam, sameRole, sameRegion]: Rank, since: number, isOnlyHolder: boolean): boolean {
  return sameTeam || (sameRole && (sameRegion || since <= sameRoleMs || isOnlyHolder))
}

function fitsRegion(person: OpenPerson, sameRegion: boolean, row: PersonRow, holders: readonly OpenPerson[]): boolean {
  const since = sinceMs(person, row)
  if (!sameRegion) return false
  if (since <= sameRegionMs) return true
  const isOnlyHolder = holders.every((other) => other === person || !isOfRegion(other, row.region))
  return isOnlyHolder && person.games >= longCareerGames && since <= longCareerMs
}

function bestFirst(a: Ranked, b: Ranked): number {
  for (const index of [0, 1, 2] as const) {
    if (a.rank[index] !== b.rank[index]) return a.rank[index] ? -1 : 1
  }
  return b.person.lastGameMs - a.person.lastGameMs || a.person.id - b.person.id
}

/** Whether a person played for another team too shortly before to sit here. */
function isElsewhere(person: OpenPerson, row: PersonRow): boolean {
  return person.teamId !== row.teamId && row.startMs >= person.lastGameMs && sinceMs(person, row) < callUpMs
}

/** Time since the person's last game; 0 for an earlier game, which a folder may contain again. */
function sinceMs(person: OpenPerson, { startMs }: PersonRow): number {
  return Math.max(0, startMs - person.lastGameMs)
}

function playsRole({ recentRoles }: OpenPerson, role: HistoryRole): boolean {
  return recentRoles.at(-1) === role || mostFrequent(recentRoles) === role
}

function isOfRegion(person: OpenPerson, region: string | null): boolean {
  return region !== null && person.region === region
}

/** Folded names and source ids of the people that a game names. */
export type StatedPeople = ReadonlySet<string>

const mostLetters = 2

export function createSeatHolders(known: readonly OpenPerson[]) {
  const holders = new Map<string, OpenPerson>()
  const keyOf = (teamId: number, role: HistoryRole): string => `${teamId} ${role}`
  for (const person of [...known].sort((a, b) => a.lastGameMs - b.lastGameMs)) {
    const role = person.recentRoles.at(-1)
    if (person.teamId !== null && role !== undefined) holders.set(keyOf(person.teamId, role), person)
  }
  return {
    seat: (person: OpenPerson, { teamId, role }: Pick<PersonRow, 'teamId' | 'role'>) =>
      void holders.set(keyOf(teamId, role), person),
    /** The seat's last holder, if the game does not name them and the row's name is at most two letters away from theirs. */
    perhaps: (row: PersonRow, stated: StatedPeople): OpenPerson | null => {
      const holder = holders.get(keyOf(row.teamId, row.role))
      if (holder === undefined || row.name === null) return null
      const names = holder.names.map(fold)
      if ([...names, ...holder.sources].some((name) => stated.has(name))) return null
      const key = fold(row.name)
      return names.some((name) => lettersApart(name, key) <= mostLetters) ? holder : null
    },
  }
}

/** Levenshtein distance. @example lettersApart('faker', 'fakar') // => 1 */
export function lettersApart(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const other = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(other, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
