import { dayMs } from '@riftline/base'
import { fold } from '@riftline/predictor'
import { keepRecent, mostFrequent } from '../recent-games.ts'
import type { OpenPerson } from './known.ts'

const shortGapMs = 400 * dayMs
const gapInRegionMs = 730 * dayMs

/** One person whom a history lists twice. */
export interface SplitPerson {
  readonly earlier: OpenPerson
  readonly later: OpenPerson
}

/**
 * Pairs of people who are one: names fold alike, the main role is the same, and the later one began after the earlier one
 * ended, at most 400 days, or 730 in the same region. Nobody is in two pairs: the shorter gap counts.
 *
 * @param isApart people whom somebody said to be others
 */
export function findSplitPeople(
  people: readonly OpenPerson[],
  isApart: (person: OpenPerson) => boolean = () => false,
): readonly SplitPerson[] {
  const byName = new Map<string, OpenPerson[]>()
  for (const person of people) {
    const key = fold(person.names[0] ?? '')
    if (key === '' || person.games === 0 || isApart(person)) continue
    const alike = byName.get(key)
    if (alike === undefined) byName.set(key, [person])
    else alike.push(person)
  }
  const pairs = [...byName.values()].flatMap((alike) =>
    alike.flatMap((earlier) => alike.filter((later) => isSplit(earlier, later)).map((later) => ({ earlier, later }))),
  )
  const taken = new Set<OpenPerson>()
  return pairs
    .sort((a, b) => gapMs(a) - gapMs(b) || a.earlier.id - b.earlier.id)
    .filter(({ earlier, later }) => {
      if (taken.has(earlier) || taken.has(later)) return false
      taken.add(earlier).add(later)
      return true
    })
}

function isSplit(earlier: OpenPerson, later: OpenPerson): boolean {
  const gap = gapMs({ earlier, later })
  if (!(gap > 0) || mostFrequent(earlier.recentRoles) !== mostFrequent(later.recentRoles)) return false
  return gap <= shortGapMs || (gap <= gapInRegionMs && earlier.region !== null && earlier.region === later.region)
}

function gapMs({ earlier, later }: SplitPerson): number {
  return later.firstGameMs - earlier.lastGameMs
}

/** What is known of two who are one; `into` keeps its id. */
export function joinPerson(from: OpenPerson, into: OpenPerson): void {
  if (from.lastGameMs > into.lastGameMs) {
    into.teamId = from.teamId
    into.lineupsMissed = from.lineupsMissed
    into.region = from.region
    into.recentRoles.push(...from.recentRoles)
  } else into.recentRoles.unshift(...from.recentRoles)
  keepRecent(into.recentRoles)
  into.games += from.games
  into.firstGameMs = Math.min(into.firstGameMs, from.firstGameMs)
  into.lastGameMs = Math.max(into.lastGameMs, from.lastGameMs)
}
