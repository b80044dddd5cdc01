import { type OddsSnapshot, type OddsStore, sameSeriesMs } from '@riftline/odds'
import type { Unresolved } from '@riftline/pipeline'
import {
  type CatalogueIndex,
  type CatalogueTeam,
  findLeague,
  findStatedTeams,
  findTeams,
  type NamedId,
} from '@riftline/predictor'
import type { CapturedSeries, MarketSkip, OddsRun } from '@riftline/sources'
import { eventKey, type KnownEvents, type LeagueKnowledge } from './known-events.ts'
import { type IdentifiedSeries, isBetween, type PlacedSeries, placeEvents } from './place-events.ts'
import { toSnapshot } from './to-snapshot.ts'

export type IdentifiedPair = readonly [CatalogueTeam, CatalogueTeam]

/** Teams identified from a market's names, in its order. */
export interface IdentifiedTeams {
  readonly teams: IdentifiedPair
  /** Code of the event's league, or of the league that both teams play in. */
  readonly league: string | null
}

/** A name that fits no team, or several. */
interface UnidentifiedTeam {
  readonly why: 'team_unknown' | 'team_ambiguous'
  readonly name: string
  readonly candidates: readonly NamedId[]
}

/**
 * Identifies the teams of a series. A name is clear when only one team fits in the event's league or in the opponent's. Otherwise the
 * schedule decides, if only one pair of candidates meets around the start.
 */
function identifyTeams(
  { teams: names, tournament }: Pick<CapturedSeries, 'teams' | 'tournament'>,
  { teams: index, leagues }: CatalogueIndex,
  isAnnounced: (first: number, second: number) => boolean,
): IdentifiedTeams | readonly UnidentifiedTeam[] {
  const eventLeague = tournament === null ? null : findLeague(leagues, tournament.slice(0, mostChars))
  const home = (name: string): string | null => onlyOne(findStatedTeams(index, name, [eventLeague]))?.league ?? null
  const stated = (name: string, opponent: string) => findStatedTeams(index, name, [eventLeague, home(opponent)])
  const found = [stated(names[0], names[1]), stated(names[1], names[0])] as const
  const teams = differing(onlyOne(found[0]), onlyOne(found[1])) ?? announced(found, names)
  if (teams !== null)
    return { teams, league: eventLeague ?? (teams[0].league === teams[1].league ? teams[0].league : null) }
  const isSure = (side: 0 | 1): boolean => found[side].length === 1
  // Two names for one team: one of them is wrong, so both are reported.
  const missed = ([0, 1] as const).filter((side) => !isSure(side) || (isSure(0) && isSure(1)))
  return missed.map((side) => {
    const candidates = perhaps(found[side], names[side]).map(({ id, name }) => ({ id, name }))
    return { why: candidates.length === 0 ? 'team_unknown' : 'team_ambiguous', name: shown(names[side]), candidates }
  })

  function announced([firsts, seconds]: typeof found, [first, second]: typeof names): IdentifiedPair | null {
    const pairs = perhaps(firsts, first).flatMap((one) =>
      perhaps(seconds, second).flatMap((other) => (isAnnounced(one.id, other.id) ? [[one, other] as const] : [])),
    )
    return onlyOne(pairs)
  }

  /** Adds the teams that the name fits in a request. */
  function perhaps(all: readonly CatalogueTeam[], name: string): readonly CatalogueTeam[] {
    return [...new Set([...all, ...findTeams(index, name)])]
  }
}

const mostChars = 160

function shown(name: string): string {
  return name.replace(/\p{C}/gu, ' ').slice(0, mostChars)
}

function onlyOne<T>(all: readonly T[]): T | null {
  const [only = null, ...others] = all
  return others.length === 0 ? only : null
}

function differing(first: CatalogueTeam | null, second: CatalogueTeam | null): IdentifiedPair | null {
  return first === null || second === null || first.id === second.id ? null : [first, second]
}

interface RecognisedOdds {
  readonly placed: readonly PlacedSeries[]
  readonly snapshots: readonly OddsSnapshot[]
  readonly skipped: readonly MarketSkip[]
  readonly unresolved: readonly Unresolved[]
}

/** Finds teams and ids for the series of one market and makes snapshots; lists the skipped series. */
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
    for (const { name, candidates } of found) unresolved.push({ kind: 'team', name, sourceId: null, where, candidates })
    return []
  }
  const identified = series.flatMap(identify)
  const idBefore = (event: IdentifiedSeries): string | null => known.get(eventKey(event))?.id ?? null
  const placed = await placeEvents(identified, { announced, store, idBefore })
  const snapshots = placed.flatMap((one) => {
    const snapshot = toSnapshot(one)
    if (typeof snapshot !== 'string') return [snapshot]
    const names = one.teams.map(({ name }) => name)
    skip(one, snapshot, names)
    return []
  })
  return { placed, snapshots, skipped, unresolved }
}
