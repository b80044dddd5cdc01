import { type OddsSnapshot, type OddsStore, sameSeriesMs } from '@riftline/odds'
import type { Unresolved } from '@riftline/pipeline'
import type { CapturedSeries, MarketSkip, OddsRun } from '@riftline/sources'
import { identifyTeams } from './identify-teams.ts'
import { eventKey, type KnownEvents, type LeagueKnowledge } from './known-events.ts'
import { type IdentifiedSeries, isBetween, type PlacedSeries, placeEvents } from './place-events.ts'
import { toSnapshot } from './to-snapshot.ts'

/** Odds of one market on known series, and what was left out. */
export interface RecognisedOdds {
  readonly placed: readonly PlacedSeries[]
  readonly snapshots: readonly OddsSnapshot[]
  readonly skipped: readonly MarketSkip[]
  readonly unresolved: readonly Unresolved[]
}

/** Finds teams and ids for the series of one market and makes snapshots of them; lists the series that it skips. */
export async function recognise(
  { series, skipped: before }: Pick<OddsRun, 'series' | 'skipped'>,
  { index, announced }: LeagueKnowledge,
  store: Pick<OddsStore, 'seriesBetween'>,
  known: KnownEvents,
): Promise<RecognisedOdds> {
  const skipped = [...before]
  const unresolved: Unresolved[] = []
  const skip = (event: CapturedSeries | PlacedSeries, why: MarketSkip['why'], names: readonly string[]): void => {
    skipped.push({ what: `${event.eventId} ${names.join(' vs ')}`.replace(/\p{C}/gu, ' ').slice(0, 160), why })
  }
  const identify = (event: CapturedSeries): readonly IdentifiedSeries[] => {
    const isAnnounced = (first: number, second: number): boolean =>
      announced.some((one) => isBetween(one, first, second) && Math.abs(one.startMs - event.startMs) <= sameSeriesMs)
    const found = identifyTeams(event, index, isAnnounced)
    if ('teams' in found) return [{ ...event, ...found }]
    skip(event, found.some(({ why }) => why === 'team_unknown') ? 'team_unknown' : 'team_ambiguous', event.teams)
    const where = `${event.source} ${event.eventId}`
    unresolved.push(
      ...found.map(({ name, candidates }) => ({ kind: 'team' as const, name, sourceId: null, where, candidates })),
    )
    return []
  }
  const identified = series.flatMap(identify)
  const idBefore = (event: IdentifiedSeries): string | null => known.get(eventKey(event))?.id ?? null
  const placed = await placeEvents(identified, { announced, store, idBefore })
  const snapshots = placed.flatMap((one) => {
    const snapshot = toSnapshot(one)
    if (typeof snapshot !== 'string') return [snapshot]
    skip(
      one,
      snapshot,
      one.teams.map(({ name }) => name),
    )
    return []
  })
  return { placed, snapshots, skipped, unresolved }
}
