import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ArtifactError, dayMs, parseUtc, toUtc } from '@riftline/base'
import { nodeFs, replaceFile } from '@riftline/base/node'
import { readOwnAliases, readSchedule } from '@riftline/pipeline'
import { type CatalogueIndex, type CatalogueTeam, createCatalogueIndex } from '@riftline/predictor'
import { loadCatalogue } from '@riftline/predictor/node'
import { type AnnouncedSeries, announcedSeries, type PlacedSeries } from './place-events.ts'

/** Series id of each event at the last capture, by source and event, with which a postponed event keeps its id. */
export type KnownEvents = ReadonlyMap<string, KnownEvent>

interface KnownEvent {
  readonly id: string
  readonly startUtc: string
}

const file = 'events.json'

/** Time after its start for which an event is remembered. */
const rememberedMs = 30 * dayMs

/** Reads the known events; empty before the first capture or if damaged, since ids also come from the schedule and stored odds. */
export async function readKnownEvents(dataFolder: string): Promise<KnownEvents> {
  try {
    const { events } = JSON.parse(await readFile(join(dataFolder, 'odds', file), 'utf8'))
    const entries = Object.entries<Partial<KnownEvent> | null>(events)
    return new Map(
      entries.flatMap(([key, event]) => {
        const { id, startUtc } = event ?? {}
        return typeof id === 'string' && typeof startUtc === 'string' ? [[key, { id, startUtc }]] : []
      }),
    )
  } catch {
    return new Map()
  }
}

export function withPlaced(known: KnownEvents, placed: readonly PlacedSeries[], nowMs: number): KnownEvents {
  const fresh = placed.map((one) => [eventKey(one), { id: one.esportsMatchId, startUtc: toUtc(one.startMs) }] as const)
  const all = [...known, ...fresh].filter(([, { startUtc }]) => (parseUtc(startUtc) ?? 0) > nowMs - rememberedMs)
  return new Map(all)
}

/** Writes the known events if they differ from `before`. */
export async function writeKnownEvents(dataFolder: string, known: KnownEvents, before: KnownEvents): Promise<void> {
  const text = toText(known)
  if (text !== toText(before)) await replaceFile(nodeFs, join(dataFolder, 'odds'), file, Buffer.from(text))
}

/** Equal events give equal text. */
function toText(known: KnownEvents): string {
  const sorted = [...known].sort(([a], [b]) => (a < b ? -1 : 1))
  const head = { format: 'riftline-captured-events', formatVersion: 1 }
  return `${JSON.stringify({ ...head, events: Object.fromEntries(sorted) })}\n`
}

/** Key of an event; unambiguous, since no source contains a blank. */
export function eventKey({ source, eventId }: Pick<PlacedSeries, 'source' | 'eventId'>): string {
  return `${source} ${eventId}`
}

/** Teams, leagues and schedule, with which the series of a market are identified. */
export interface LeagueKnowledge {
  readonly index: CatalogueIndex
  readonly announced: readonly AnnouncedSeries[]
}

/**
 * Reads teams and leagues, the user's names in `aliases.json`, and the last sync's schedule.
 * @param warn called for a damaged schedule, which counts as empty, because odds that are not captured now are lost
 * @throws ArtifactError for damaged artifacts or aliases
 */
export async function readLeagueKnowledge(
  artifactsDirectory: string,
  dataFolder: string,
  warn: (reason: string) => void,
): Promise<LeagueKnowledge> {
  const catalogue = await loadCatalogue(artifactsDirectory)
  const own = await readOwnAliases(dataFolder)
  const schedule = await readSchedule(dataFolder).catch((error: unknown) => {
    if (!(error instanceof ArtifactError)) throw error
    warn(error.message)
    return null
  })
  const named =
    own.teams.length === 0 ? catalogue : { ...catalogue, teams: catalogue.teams.map(withOwnNames(own.teams)) }
  return { index: createCatalogueIndex(named), announced: announcedSeries(schedule?.series ?? [], catalogue.teams) }
}

function withOwnNames(
  own: readonly { readonly id: number; readonly names: readonly string[] }[],
): (team: CatalogueTeam) => CatalogueTeam {
  return (team) => {
    const names = own.flatMap(({ id, names }) => (id === team.id ? names : []))
    return names.length === 0 ? team : { ...team, commonNames: [...(team.commonNames ?? []), ...names] }
  }
}
