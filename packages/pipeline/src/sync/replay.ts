import {
  type Catalogue,
  createCatalogueIndex,
  findChampion,
  findStatedLeague,
  type NamedId,
  type StatedGame,
  type StatedSeries,
} from '@riftline/predictor'
import type { OpenFolder } from '../folder/open-folder.ts'
import { formatsOf } from '../history/stated/best-of.ts'
import { createTeamKey, findSeries, mergeGames, type SourcedGame } from '../history/stated/merge-games.ts'
import { newestStartMs, toHistory } from '../history/stated/to-history.ts'
import type { History, KnownPerson, KnownTable, KnownTeam } from '../history/types.ts'
import type { CommonNames } from '../names/names.ts'
import type { SourceStatements } from './sync-folder.ts'

/** A statement that was left out, with the reason. */
export interface Skipped {
  readonly source: string
  readonly what: string
  readonly why:
    | 'too_old'
    | 'built_in'
    | 'no_winner'
    | 'sources_disagree'
    | 'team_ambiguous'
    | 'league_unknown'
    | 'bad_row'
    | 'remake'
    | 'running'
}

/** The games and series after a base, made from statements of sources. */
export interface Replay {
  readonly history: History
  readonly games: readonly SourcedGame[]
  readonly skipped: readonly Skipped[]
  readonly unresolved: readonly Unresolved[]
}

/** Joins, names and cuts the statements after a base's data date. A series near `newestMs` may be running. */
export function replayStatements(
  base: Pick<OpenFolder, 'artifacts' | 'externalIds' | 'graded'>,
  { games, series }: SourceStatements,
  names: CommonNames,
  newestMs: number = newestStartMs(games),
): Replay {
  const skipped: Skipped[] = []
  const { state, catalogue } = base.artifacts
  const recent = games.filter(({ startMs }) => startMs > state.asOfMs)
  const read = { known: base.externalIds, names, leagueFormats: formatsOf(base.graded) }
  const named = toKnownNames(recent, catalogue)
  for (const { source, id } of named.held) skipped.push({ source, what: id, why: 'league_unknown' })
  const merged = mergeGames(named.games, createTeamKey(read))
  for (const { source, id } of merged.disputed.flat()) skipped.push({ source, what: id, why: 'sources_disagree' })
  const won = merged.games.filter(({ source, id, winner }) => {
    if (winner === null) skipped.push({ source, what: id, why: 'no_winner' })
    return winner !== null
  })
  const whole = withoutHeldSeries(won, merged.disputed.flat(), series, skipped)
  const history = toHistory(
    whole,
    read,
    ({ source, id }, why) => void skipped.push({ source, what: id, why }),
    findSeries(whole, series),
    newestMs,
  )
  const sourceOf = new Map(whole.map(({ id, source }) => [id, source]))
  for (const { id } of history.held ?? []) skipped.push({ source: sourceOf.get(id) ?? '', what: id, why: 'running' })
  return {
    history: { ...history, skipped: [] },
    games: whole,
    skipped,
    unresolved: [...named.unresolved, ...ambiguous(history, whole, base)],
  }
}

function withoutHeldSeries(
  games: readonly SourcedGame[],
  held: readonly SourcedGame[],
  series: readonly StatedSeries[],
  skipped: Skipped[],
): readonly SourcedGame[] {
  const seriesOf = findSeries([...games, ...held], series)
  const waiting = new Set(held.map((game) => seriesOf(game)?.key ?? null))
  waiting.delete(null)
  return games.filter((game) => {
    const isHeld = waiting.has(seriesOf(game)?.key ?? null)
    if (isHeld) skipped.push({ source: game.source, what: game.id, why: 'sources_disagree' })
    return !isHeld
  })
}

/** Lists names that may be new names of a known team or person, each at the first game that has it. */
function ambiguous(
  { findings = [] }: Pick<History, 'findings'>,
  games: readonly SourcedGame[],
  { externalIds }: Pick<OpenFolder, 'externalIds'>,
): readonly Unresolved[] {
  return findings.flatMap(({ kind, what, id, name }) => {
    if (what !== 'ambiguous') return []
    const { rows } = externalIds[kind === 'team' ? 'teams' : 'players']
    const candidates = rows.filter((row) => row.id === id).map((row) => ({ id, name: row.names[0] ?? '' }))
    for (const { source, id: game, sides } of games) {
      const named = sides.flatMap(({ team, seats }) =>
        kind === 'team' ? [team] : (seats ?? []).map(({ player }) => player),
      )
      const stated = named.find((one) => one?.name === name)
      if (stated) return [{ kind, name, sourceId: stated.sourceId, where: `${source} ${game}`, candidates }]
    }
    return []
  })
}

/** A name that could not be resolved. */
export interface Unresolved {
  readonly kind: 'team' | 'player' | 'champion' | 'league'
  readonly name: string
  readonly sourceId: string | null
  /** The source and its game id. */
  readonly where: string
  readonly candidates: readonly { readonly id: number; readonly name: string }[]
}

/** Gives leagues their codes and champions their names. Games of an unknown league are held back; unknown champions are left out. */
function toKnownNames(games: readonly StatedGame[], catalogue: Catalogue) {
  const { leagues, champions } = createCatalogueIndex(catalogue)
  const known: StatedGame[] = []
  const held: StatedGame[] = []
  const unresolved: Unresolved[] = []
  for (const game of games) {
    const where = `${game.source} ${game.id}`
    const miss = (kind: Unresolved['kind'], name: string): null => {
      unresolved.push({ kind, name, sourceId: null, where, candidates: [] })
      return null
    }
    const league = findStatedLeague(leagues, game.league, game.season)
    if (league === null) {
      miss('league', game.league)
      held.push(game)
      continue
    }
    const champion = (name: string | null): string | null =>
      name === null ? null : (findChampion(champions, name)?.name ?? miss('champion', name))
    const side = ({ seats, bans, ...rest }: StatedGame['sides'][number]): StatedGame['sides'][number] => ({
      ...rest,
      seats: seats?.map((seat) => ({ ...seat, champion: champion(seat.champion) })) ?? null,
      bans: bans.flatMap((name) => champion(name) ?? []),
    })
    known.push({ ...game, league, sides: [side(game.sides[0]), side(game.sides[1])] })
  }
  return { games: known, held, unresolved }
}

export interface MergedChanges {
  /** Number of series that had no known game before. */
  readonly newSeries: number
  /** Number of known games that are now stated differently. */
  readonly corrected: number
  readonly newTeams: readonly NamedId[]
  readonly newPlayers: readonly NamedId[]
}

export function compareReplays(before: Replay, after: Replay): MergedChanges {
  const known = new Map(before.games.map((game) => [game.id, contentOf(game)]))
  const isKnown = ({ id }: { readonly id: string }): boolean => known.has(id)
  const [old, now] = [before.history.externalIds, after.history.externalIds]
  return {
    newSeries: after.history.series.filter(({ games }) => !games.some(isKnown)).length,
    corrected: after.games.filter((game) => isKnown(game) && known.get(game.id) !== contentOf(game)).length,
    newTeams: newIn(now?.teams, old?.teams),
    newPlayers: newIn(now?.players, old?.players),
  }
}

/** The content of a game without its sources; another source for the same content is no change. */
function contentOf({ source: _, statements: __, ...game }: SourcedGame): string {
  return JSON.stringify(game)
}

function newIn(
  now: KnownTable<KnownTeam | KnownPerson> | undefined,
  old: KnownTable<KnownTeam | KnownPerson> | undefined,
): readonly NamedId[] {
  const known = new Set(old?.rows.map(({ id }) => id))
  return (now?.rows ?? []).flatMap(({ id, names: [name = ''] }) => (known.has(id) ? [] : [{ id, name }]))
}
