import { dayMs } from '@riftline/base'
import { mostFrequent } from '../recent-games.ts'
import type { Role } from '../types.ts'
import type { OpenPerson } from './known.ts'

/** A seat of a game as a source has it. */
export interface PersonRow {
  readonly sourceId: string | null
  /** Null where the folder does not name them. */
  readonly name: string | null
  readonly teamId: number
  /** Of the team, else of the game's league. */
  readonly region: string | null
  readonly role: Role
  readonly startMs: number
}

/** A call-up from the second team may come sooner than this only as somebody else. */
const callUpMs = 6 * 3_600_000
const sameRoleMs = 730 * dayMs
const sameRegionMs = 365 * dayMs
const longCareerMs = 1461 * dayMs
const longCareerGames = 30

export interface FoundPerson {
  readonly person: OpenPerson
  /** By region alone: neither team nor role say that it is they. */
  readonly byRegion: boolean
}

/**
 * Who of those that hold a name sits in a seat: the best of those whom team, role, region and time allow, or null for somebody
 * new.
 *
 * @param holders everyone who holds the name
 * @param isFree false for whom another source id of the same folder names, or who sits in the game already
 */
export function findPerson(
  holders: readonly OpenPerson[],
  row: PersonRow,
  isFree: (person: OpenPerson) => boolean,
): FoundPerson | null {
  const found = holders.flatMap((person): readonly Ranked[] => {
    if (!isFree(person) || isElsewhere(person, row)) return []
    const rank = [person.teamId === row.teamId, playsRole(person, row.role), isOfRegion(person, row.region)] as const
    const bySeat = fitsSeat(rank, sinceMs(person, row), holders.length === 1)
    return bySeat || fitsRegion(person, rank[2], row, holders) ? [{ person, rank, byRegion: !bySeat }] : []
  })
  return found.sort(bestFirst)[0] ?? null
}

interface Ranked extends FoundPerson {
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

/** Played for another team so shortly before that it cannot be they. */
function isElsewhere(person: OpenPerson, row: PersonRow): boolean {
  return person.teamId !== row.teamId && row.startMs >= person.lastGameMs && sinceMs(person, row) < callUpMs
}

/** 0 for a game before their last one, which a folder may hold again. */
function sinceMs(person: OpenPerson, { startMs }: PersonRow): number {
  return Math.max(0, startMs - person.lastGameMs)
}

function playsRole({ recentRoles }: OpenPerson, role: Role): boolean {
  return recentRoles.at(-1) === role || mostFrequent(recentRoles) === role
}

function isOfRegion(person: OpenPerson, region: string | null): boolean {
  return region !== null && person.region === region
}
