import { RiftlineError } from '@riftline/base'
import type { Merge } from '../../names/aliases.ts'
import { keepRecent } from '../recent-games.ts'
import type { Finding } from '../types.ts'
import type { OpenEntity, OpenTeam } from './known.ts'
import { listedId, type Registry } from './registry.ts'

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
