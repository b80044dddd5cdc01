import { fold, isSameName, type StatedName } from '@riftline/predictor'
import { entryOf } from '../../group-by.ts'
import type { EntityAliases } from '../../names/names.ts'
import type { Finding } from '../types.ts'
import type { OpenEntity } from './known.ts'

export type Registry<Entity extends OpenEntity> = ReturnType<typeof createRegistry<Entity>>

export interface RegistryOptions<Entity extends OpenEntity> {
  readonly kind: Finding['kind']
  readonly rows: readonly Entity[]
  readonly last: number
  /** Ids up to this one are the same in riftline's own layout. */
  readonly lastListed: number
  readonly present: ReadonlySet<string>
  readonly aliases: readonly EntityAliases[]
  readonly create: (id: number) => Entity
  readonly onFinding: (finding: Finding) => void
}

type Tables<Entity extends OpenEntity> = ReturnType<typeof openTables<Entity>>

export function createRegistry<Entity extends OpenEntity>(options: RegistryOptions<Entity>) {
  const tables = openTables(options)
  const { byId, byName, claims } = tables
  return {
    all: (): readonly Entity[] => [...byId.values()],
    get: (id: number) => byId.get(id),
    /** Entities with this source id; several if a source gave it twice. */
    ofSource: (sourceId: string) => ofSource(tables, sourceId),
    ofName: (name: string | null): readonly Entity[] => byName.get(fold(name ?? '')) ?? [],
    /** Returns false for an entity that this folder names by another id of the same source. */
    isFree: (entity: Entity, sourceId: string | null): boolean => {
      if (sourceId === null) return true
      const all = claims.get(entity)
      return all === undefined || [...all].every((other) => other === sourceId || kindOf(other) !== kindOf(sourceId))
    },
    /** Makes the source id a key and the name a spelling; a new name of a known source id becomes the first. */
    learn: (entity: Entity, sourceId: string | null, name: string | null) => learn(tables, entity, sourceId, name),
    /** Adds names from other sources. An id that already means another entity is skipped. */
    learnOthers: (entity: Entity, others: readonly StatedName[]): void => {
      for (const { name, sourceId } of others) {
        if (sourceId === null || ofSource(tables, sourceId).length > 0) continue
        describe(tables, entity, entity.names.some((known) => isSameName(known, name)) ? [] : [name], [sourceId])
        claim(tables, entity, sourceId)
      }
    },
    /** Adds further spellings and ids in other sources, as a table lists them. */
    describe: (entity: Entity, names: readonly string[], sources: readonly string[]) =>
      describe(tables, entity, names, sources),
    add: (sourceId: string | null, name: string | null) => addEntity(tables, sourceId, name),
    /** Removes `from`, moving its ids, sources and names to `into`. */
    drop: (from: Entity, into: Entity) => drop(tables, from, into),
    last: () => tables.last,
  }
}

function openTables<Entity extends OpenEntity>(options: RegistryOptions<Entity>) {
  const { rows, aliases, present, last } = options
  const byId = new Map(rows.map((row) => [row.id, row]))
  const [bySource, byName] = [new Map<string, Entity[]>(), new Map<string, Entity[]>()]
  /** Source ids in this folder, by the entity that they mean. */
  const claims = new Map<Entity, Set<string>>()
  const tables = { options, byId, bySource, byName, claims, known: new Set(byId.keys()), last }
  for (const row of rows) {
    for (const sourceId of row.sources) addTo(bySource, sourceId, row)
    for (const id of row.formerIds) addTo(bySource, listedId(id), row)
    for (const name of row.names) addTo(byName, fold(name), row)
  }
  for (const { id, names, sources } of aliases) {
    const entity = byId.get(id)
    if (entity === undefined) continue
    for (const name of names) addTo(byName, fold(name), entity)
    // Aliases that a person wrote take precedence over learned ones.
    for (const sourceId of sources) bySource.set(sourceId, [entity])
  }
  for (const sourceId of present) for (const entity of ofSource(tables, sourceId)) claim(tables, entity, sourceId)
  return tables
}

function ofSource<Entity extends OpenEntity>({ options, byId, bySource }: Tables<Entity>, sourceId: string) {
  const found = bySource.get(sourceId)
  if (found !== undefined) return found
  const id = ownId(sourceId)
  const listed = id === null || id > options.lastListed ? undefined : byId.get(id)
  return listed === undefined ? [] : [listed]
}

function claim<Entity extends OpenEntity>({ claims }: Tables<Entity>, entity: Entity, sourceId: string): void {
  entryOf(claims, entity, () => new Set()).add(sourceId)
}

function learn<Entity extends OpenEntity>(
  tables: Tables<Entity>,
  entity: Entity,
  sourceId: string | null,
  name: string | null,
): void {
  const isKnown = sourceId !== null && ofSource(tables, sourceId).includes(entity)
  if (sourceId !== null && !isKnown) {
    entity.sources.add(sourceId)
    addTo(tables.bySource, sourceId, entity)
    claim(tables, entity, sourceId)
  }
  if (name === null || entity.names[0] === name) return
  // A different spelling is a new name only in riftline's own layout, which states the names of its entities.
  const isOld = ownId(sourceId ?? '') === null && entity.names.some((other) => isSameName(other, name))
  const others = entity.names.filter((other) => other !== name)
  if (entity.names.length === 0 || (isKnown && !isOld)) entity.names = [name, ...others]
  else if (others.length === entity.names.length) entity.names.push(name)
  addTo(tables.byName, fold(name), entity)
}

function describe<Entity extends OpenEntity>(
  { bySource, byName }: Tables<Entity>,
  entity: Entity,
  names: readonly string[],
  sources: readonly string[],
): void {
  entity.names.push(...names.filter((name) => !entity.names.includes(name)))
  for (const name of names) addTo(byName, fold(name), entity)
  for (const sourceId of sources) {
    entity.sources.add(sourceId)
    addTo(bySource, sourceId, entity)
  }
}

function addEntity<Entity extends OpenEntity>(tables: Tables<Entity>, sourceId: string | null, name: string | null) {
  const { byId, bySource, byName, known } = tables
  const { kind, create, onFinding } = tables.options
  const own = sourceId === null ? null : ownId(sourceId)
  const entity = create(own !== null && !byId.has(own) && !bySource.has(listedId(own)) ? own : tables.last + 1)
  tables.last = Math.max(tables.last, entity.id)
  byId.set(entity.id, entity)
  const beside = (byName.get(fold(name ?? '')) ?? []).map(({ id }) => id).filter((id) => known.has(id))
  if (beside.length > 0) onFinding({ kind, what: 'namesake', id: entity.id, name: name ?? '', others: beside })
  learn(tables, entity, sourceId, name)
  return entity
}

function drop<Entity extends OpenEntity>(tables: Tables<Entity>, from: Entity, into: Entity): void {
  const { byId, bySource, byName, claims } = tables
  byId.delete(from.id)
  for (const lists of [bySource, byName]) {
    for (const [key, list] of lists) {
      if (list.includes(from)) lists.set(key, [...new Set(list.map((one) => (one === from ? into : one)))])
    }
  }
  into.formerIds.push(from.id, ...from.formerIds)
  into.names.push(...from.names.filter((name) => !into.names.includes(name)))
  for (const sourceId of from.sources) into.sources.add(sourceId)
  addTo(bySource, listedId(from.id), into)
  for (const sourceId of claims.get(from) ?? []) claim(tables, into, sourceId)
}

/** The prefix that all ids of one source share: `leaguepedia:`, `lolesports:`, `oe:`. */
function kindOf(sourceId: string): string {
  return sourceId.split(':', 1)[0]!
}

/** The source id for an id of riftline's own layout. */
export function listedId(id: number): string {
  return `riftline:${id}`
}

function ownId(sourceId: string): number | null {
  const [, digits] = /^riftline:([1-9][0-9]{0,14})$/.exec(sourceId) ?? []
  return digits === undefined ? null : Number(digits)
}

function addTo<T>(lists: Map<string, T[]>, key: string, value: T): void {
  if (key === '') return
  const list = entryOf(lists, key, () => [])
  if (!list.includes(value)) list.push(value)
}
