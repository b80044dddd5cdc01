import {
  fold,
  type StatedGame,
  type StatedName,
  type StatedSeat,
  type StatedSeries,
  type StatedSide,
} from '@riftline/predictor'
import { entryOf, recordBy } from '../../group-by.ts'
import { byPlay } from '../games.ts'
import { openIdentity } from '../identity/identity.ts'
import type { OpenTeam } from '../identity/known.ts'
import type { ReadBase } from '../read-history.ts'
import { sideCounts } from '../types.ts'

/** Order of trust: Leaguepedia first for outcomes, Oracle's Elixir first for the course of a game. */
const outcomeOrder: readonly string[] = ['leaguepedia', 'oracles-elixir', 'lolesports']
const courseOrder: readonly string[] = ['oracles-elixir', 'leaguepedia', 'lolesports']

/** Merges several sources' statements of games. Each field is from the first source that has it; the winner is the majority's. */
export function mergeGames(games: readonly StatedGame[], keyOf: TeamKey) {
  const merged: SourcedGame[] = []
  const disputed: (readonly StatedGame[])[] = []
  for (const group of groupGames(games, keyOf)) {
    const game = mergeGroup(group, keyOf)
    if (game === null) disputed.push(group)
    else merged.push(game)
  }
  return { games: merged.sort(byPlay), disputed }
}

function mergeGroup(group: readonly StatedGame[], keyOf: TeamKey): SourcedGame | null {
  const outcome = inOrder(group, outcomeOrder)
  const sided = outcome.find(({ sidesKnown }) => sidesKnown) ?? outcome[0]!
  const aligned = group.map((game) => alignTo(sided, game, keyOf))
  const winner = winnerOf(aligned)
  if (winner === 'disputed') return null
  const outcomes = inOrder(aligned, outcomeOrder)
  const courses = inOrder(aligned, courseOrder)
  const what = first(outcomes)
  const how = first(courses)
  const identified = courses.find(({ hasPlatformId }) => hasPlatformId) ?? outcomes[0]!
  return {
    source: outcomes[0]!.source,
    id: identified.id,
    hasPlatformId: identified.hasPlatformId,
    startMs: courses[0]!.startMs,
    seriesId: what(({ seriesId }) => seriesId),
    gameNumber: what(({ gameNumber }) => gameNumber),
    league: outcomes[0]!.league,
    region: what(({ region }) => region),
    tournament: what(({ tournament }) => tournament),
    season: what(({ season }) => season),
    playoffs: what(({ playoffs }) => playoffs),
    patch: how(({ patch }) => patch),
    lengthSeconds: how(({ lengthSeconds }) => lengthSeconds),
    sides: [mergeSide(outcomes, courses, 0), mergeSide(outcomes, courses, 1)],
    sidesKnown: sided.sidesKnown,
    winner,
    firsts: Object.assign({}, ...courses.toReversed().map(({ firsts }) => firsts)),
    statements: aligned,
  }
}

const mergedCounts = [...sideCounts, 'goldDiffAt15'] as const

function mergeSide(outcomes: readonly StatedGame[], courses: readonly StatedGame[], index: 0 | 1): StatedSide {
  const how = <T>(pick: (side: StatedSide) => T | null): T | null => first(courses)(({ sides }) => pick(sides[index]))
  const lineups = courses.flatMap(({ sides }) => (sides[index].seats === null ? [] : [sides[index].seats]))
  return {
    team: outcomes[0]!.sides[index].team,
    seats: lineups[0]?.map((_, seat) => mergeSeat(lineups.flatMap((lineup) => lineup[seat] ?? []))) ?? null,
    bans: courses.map(({ sides }) => sides[index].bans).find((bans) => bans.length > 0) ?? [],
    ...recordBy(mergedCounts, (name) => how((side) => side[name] as number | null)),
  }
}

const seatFields = ['player', 'champion', 'kills', 'deaths', 'assists', 'gold', 'cs'] as const

function mergeSeat(seats: readonly StatedSeat[]): StatedSeat {
  const known = (name: keyof StatedSeat) => seats.map((seat) => seat[name]).find((value) => value !== null) ?? null
  return recordBy(seatFields, known) as unknown as StatedSeat
}

function first(games: readonly StatedGame[]): <T>(pick: (game: StatedGame) => T | null) => T | null {
  return (pick) => games.map(pick).find((value) => value !== null) ?? null
}

function inOrder(games: readonly StatedGame[], order: readonly string[]): readonly StatedGame[] {
  return [...games].sort((a, b) => order.indexOf(a.source) - order.indexOf(b.source))
}

function alignTo(other: StatedGame, game: StatedGame, keyOf: TeamKey): StatedGame {
  const isSwapped =
    keyOf(game.sides[0].team, game) === keyOf(other.sides[1].team, other) ||
    keyOf(game.sides[1].team, game) === keyOf(other.sides[0].team, other)
  if (!isSwapped) return game
  const flip = (index: 0 | 1): 0 | 1 => (index === 0 ? 1 : 0)
  const firsts = Object.fromEntries(Object.entries(game.firsts).map(([name, index]) => [name, flip(index)]))
  const winner = game.winner === null ? null : flip(game.winner)
  return { ...game, sides: [game.sides[1], game.sides[0]], winner, firsts }
}

/** The winner stated by all or most sources; null if no source states one. */
function winnerOf(games: readonly StatedGame[]): 0 | 1 | null | 'disputed' {
  const votes = games.flatMap(({ winner }) => (winner === null ? [] : [winner]))
  const second = votes.filter((winner) => winner === 1).length
  const first = votes.length - second
  if (votes.length === 0) return null
  return first === second ? 'disputed' : first > second ? 0 : 1
}

export type TeamKey = (team: StatedName, game: StatedGame) => string

const apartMs = 90 * 60_000

/** Groups statements of one game: same platform id, else same pair, same number in the series and starts at most 90 minutes apart. */
function groupGames(games: readonly StatedGame[], keyOf: TeamKey): readonly (readonly StatedGame[])[] {
  const groups: StatedGame[][] = []
  const byPlatformId = new Map<string, StatedGame[]>()
  const byPair = new Map<string, StatedGame[][]>()
  for (const game of platformIdsFirst(games)) {
    const pair = game.sides.map(({ team }) => keyOf(team, game)).sort()
    const open = entryOf(byPair, pair.join('\n'), () => [])
    const known = game.hasPlatformId ? byPlatformId.get(game.id) : undefined
    const group = known ?? open.find((candidate) => fits(game, candidate)) ?? []
    if (group.length === 0) {
      groups.push(group)
      open.push(group)
    }
    group.push(game)
    if (game.hasPlatformId) byPlatformId.set(game.id, group)
  }
  return groups
}

function fits(game: StatedGame, group: readonly StatedGame[]): boolean {
  return group.every(
    (other) =>
      other.source !== game.source &&
      !(other.hasPlatformId && game.hasPlatformId && other.id !== game.id) &&
      other.gameNumber === game.gameNumber &&
      Math.abs(other.startMs - game.startMs) <= apartMs,
  )
}

/** Sorts games with a platform id first, so that the others find them in any order of files and rows. */
function platformIdsFirst(games: readonly StatedGame[]): readonly StatedGame[] {
  const text = ({ source, id }: StatedGame): string => `${source}\n${id}`
  return [...games].sort(
    (a, b) =>
      Number(b.hasPlatformId) - Number(a.hasPlatformId) || a.startMs - b.startMs || (text(a) < text(b) ? -1 : 1),
  )
}

/** A game of one source, or merged from several: then `statements` are the sources' versions, with the same order of sides. */
export type SourcedGame = StatedGame & { readonly statements?: readonly StatedGame[] }

export function statementsOf(game: SourcedGame): readonly StatedGame[] {
  return game.statements ?? [game]
}

export interface SeriesStatement {
  /** Key that all games of one series share. */
  readonly key: string
  /** 1, 2, 3 or 5; null if no source states it. */
  readonly bestOf: number | null
  /** Whether games were awarded without play: a forfeit, or games given as an advantage. */
  readonly isAwarded: boolean
}

/** Order of trust for series and the schedule. */
export const seriesOrder: readonly string[] = ['lolesports', 'leaguepedia']

/** Finds the series of a game; null if no source names it. Series ids of several sources are one series if a game has both. */
export function findSeries(games: readonly SourcedGame[], stated: readonly StatedSeries[]) {
  const groups = new Map<string, Set<string>>()
  for (const ids of games.map(idsOf)) {
    const joined = new Set(ids.flatMap((id) => [...(groups.get(id) ?? []), id]))
    for (const id of joined) groups.set(id, joined)
  }
  const byId = new Map(stated.map((series) => [`${series.source}:${series.id}`, series]))
  const known = new Map<Set<string>, SeriesStatement>()
  return (game: SourcedGame): SeriesStatement | null => {
    const [id] = idsOf(game)
    const group = id === undefined ? undefined : groups.get(id)
    if (group === undefined) return null
    return entryOf(known, group, () => describe(group, byId))
  }
}

function idsOf(game: SourcedGame): readonly string[] {
  return statementsOf(game).flatMap(({ source, seriesId }) => (seriesId === null ? [] : [`${source}:${seriesId}`]))
}

function describe(ids: ReadonlySet<string>, byId: ReadonlyMap<string, StatedSeries>): SeriesStatement {
  const stated = [...ids].sort().flatMap((id) => byId.get(id) ?? [])
  const asked = seriesOrder.flatMap((source) => stated.filter((series) => series.source === source))
  return {
    key: [...ids].sort()[0] ?? '',
    bestOf: asked.find(({ bestOf }) => bestOf !== null)?.bestOf ?? null,
    isAwarded: stated.some(({ forfeit, advantage }) => forfeit || advantage.some((given) => given > 0)),
  }
}

/** The game or series that names a team. */
interface NamedIn {
  readonly league: string
  readonly startMs: number
  readonly opponent: StatedName
}

/** Finds the team that a name means, by the usual rules for source ids and names; null if unknown. Learns nothing. */
export function createTeamFinder({
  known,
  names: { aliases, leagues },
}: ReadBase): (team: StatedName, where: NamedIn) => OpenTeam | null {
  const none = { teams: new Set<string>(), players: new Set<string>() }
  const { knownTeam, homeLeague } = openIdentity({ known, aliases, leagues, present: none })
  return (team, { league, startMs, opponent }) =>
    knownTeam({ ...team, league, startMs, opponentLeague: homeLeague(opponent.sourceId, opponent.name) })
}

/** The id of a known team, else the folded name. */
export function createTeamKey(base: ReadBase): TeamKey {
  const findTeam = createTeamFinder(base)
  return (team, { league, startMs, sides }) => {
    const opponent = sides.find((side) => side.team !== team)?.team ?? team
    const found = findTeam(team, { league, startMs, opponent })
    return found === null ? fold(team.name) : String(found.id)
  }
}
