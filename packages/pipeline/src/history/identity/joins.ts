import { dayMs, RiftlineError } from '@riftline/base'
import { fold } from '@riftline/predictor'
import type { Merge } from '../../names/names.ts'
import { keepRecent, mostFrequent } from '../recent-games.ts'
import type { ExternalIds, Finding, KnownPerson, KnownTable, KnownTeam } from '../types.ts'
import type { OpenEntity, OpenPerson, OpenTeam } from './known.ts'
import { listedId, type Registry } from './registry.ts'

const shortGapMs = 400 * dayMs
const gapInRegionMs = 730 * dayMs

/** One person whom a history lists twice. */
interface SplitPerson {
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

/** Moves everything known of one person to another, who keeps their id. */
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

/**
 * Joins what aliases say to be one. A pair that was joined before is done.
 *
 * @throws RiftlineError `alias_unknown` for an id that nobody has or had
 */
export function mergeNamed<Entity extends OpenEntity>(
  kind: Finding['kind'],
  registry: Registry<Entity>,
  merges: readonly Merge[],
  join: (from: Entity, into: Entity) => void,
  onFinding: (finding: Finding) => void,
): void {
  const holder = (id: number, key: string): Entity => {
    const entity = registry.get(id) ?? registry.ofSource(listedId(id))[0]
    if (entity !== undefined) return entity
    throw new RiftlineError(
      'alias_unknown',
      `aliases.json: merge.${kind}s: ${key}: expected the id of a ${kind}, got ${id}`,
    )
  }
  for (const merge of merges) {
    const into = holder(merge.into, 'into')
    const from = holder(merge.from, 'from')
    if (from === into) continue
    join(from, into)
    registry.drop(from, into)
    onFinding({ kind, what: 'joined', id: into.id, name: into.names[0] ?? '', others: [from.id] })
  }
}

export function joinTeam(from: OpenTeam, into: OpenTeam): void {
  const [earlier, later] = from.lastGameMs > into.lastGameMs ? [into, from] : [from, into]
  into.recentLeagues.splice(0, Number.POSITIVE_INFINITY, ...earlier.recentLeagues, ...later.recentLeagues)
  keepRecent(into.recentLeagues)
  for (const [league, ms] of from.lastByLeague) {
    into.lastByLeague.set(league, Math.max(ms, into.lastByLeague.get(league) ?? ms))
  }
  into.region = later.region ?? earlier.region
  into.lastGameMs = later.lastGameMs
}

/** Former ids with those that they are now. */
export interface Joins {
  readonly teams: ReadonlyMap<number, number>
  readonly players: ReadonlyMap<number, number>
}

export function joinsOf({ teams, players }: Pick<ExternalIds, 'teams' | 'players'>): Joins {
  return { teams: formerIds(teams), players: formerIds(players) }
}

function formerIds({ rows }: KnownTable<KnownTeam | KnownPerson>): ReadonlyMap<number, number> {
  return new Map(rows.flatMap(({ id, formerIds }) => formerIds.map((former) => [former, id] as const)))
}
