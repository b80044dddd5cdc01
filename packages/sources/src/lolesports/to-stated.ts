import type { StatedGame, StatedName, StatedSeat, StatedSeries, StatedSide } from '@riftline/predictor'
import {
  type FeedSide,
  type FeedWindow,
  hasGameBegun,
  type MatchDetails,
  type MatchGame,
  type Participant,
  type ScheduleEvent,
  teamIds,
} from './schedule.ts'

export interface ReadMatch {
  readonly event: ScheduleEvent
  /** Details of the match; null before it begins, or if the source has none. */
  readonly details: MatchDetails | null
  readonly windows: ReadonlyMap<string, FeedWindow | null>
}

const betweenGamesMs = 50 * 60_000
const noCounts = { kills: null, deaths: null, assists: null, gold: null, cs: null }

export function startedMs({ details, windows }: ReadMatch): number | null {
  const first = details?.games.find(({ number }) => number === 1)
  return first === undefined ? null : (windows.get(first.id)?.startMs ?? null)
}

export function seriesOfMatch(match: ReadMatch): StatedSeries {
  const { event, details } = match
  const [first, second] = event.teams
  const isOver = isEnded(match)
  const begun = isOver || event.state === 'inProgress' || (details?.games.some(hasGameBegun) ?? false)
  return {
    source: 'lolesports',
    id: event.matchId,
    state: isOver ? 'ended' : begun ? 'running' : 'upcoming',
    scheduledMs: event.startMs,
    startedMs: startedMs(match),
    league: event.league,
    tournament: null,
    bestOf: event.bestOf,
    teams: namesOf(match),
    score: begun ? scoreOf(event) : null,
    advantage: [0, 0],
    winner: isOver ? winnerOf(event) : null,
    forfeit: false,
    ...(first.imageUrl !== null || second.imageUrl !== null ? { logoUrls: [first.imageUrl, second.imageUrl] } : {}),
  }
}

/** The finished games. The source does not state their winners, so these are known only if one team won every game. */
export function toGames(match: ReadMatch): readonly StatedGame[] {
  const played = playedGames(match.details)
  const sweeper = sweeperOf(match, played.length)
  return played.map((game) => toGame(match, game, sweeper))
}

function toGame(match: ReadMatch, game: MatchGame, sweeper: 0 | 1 | null): StatedGame {
  const { event, windows } = match
  const window = windows.get(game.id) ?? null
  const teams = namesOf(match)
  const ids = teamIds(event.teams, match.details)
  const [first, second] = event.teams
  const tagged = [
    { ...first, id: ids[0] },
    { ...second, id: ids[1] },
  ] as const
  const { blue, seats } = toSeating(window, tagged)
  const estimateMs = (startedMs(match) ?? event.startMs) + (game.number - 1) * betweenGamesMs
  const startMs = window?.startMs ?? null
  const side = (team: 0 | 1): StatedSide => ({
    team: teams[team],
    seats: seats[team],
    bans: [],
    ...noCounts,
    ...{ towers: null, dragons: null, barons: null, goldDiffAt15: null },
  })
  const onBlue = blue ?? 0
  return {
    source: 'lolesports',
    id: game.id,
    hasPlatformId: false,
    startMs: startMs ?? estimateMs,
    ...(startMs === null && { startIsEstimate: true as const }),
    seriesId: event.matchId,
    gameNumber: game.number,
    league: event.league,
    region: null,
    tournament: null,
    season: null,
    playoffs: null,
    patch: window?.patch ?? null,
    lengthSeconds: null,
    sides: onBlue === 0 ? [side(0), side(1)] : [side(1), side(0)],
    sidesKnown: blue !== null,
    winner: sweeper === null ? null : sweeper === onBlue ? 0 : 1,
    firsts: {},
  }
}

function namesOf({ event, details }: ReadMatch): readonly [StatedName, StatedName] {
  const ids = teamIds(event.teams, details)
  const name = (index: 0 | 1): StatedName => {
    const id = ids[index]
    return { name: event.teams[index].name, sourceId: id === null ? null : `lolesports:${id}` }
  }
  return [name(0), name(1)]
}

function playedGames(details: MatchDetails | null): readonly MatchGame[] {
  return details?.games.filter(({ state }) => state === 'completed') ?? []
}

/** Whether the schedule reports a match as over and the details confirm it, with as many games as were won. */
function isEnded({ event, details }: ReadMatch): boolean {
  if (event.state !== 'completed') return false
  const score = scoreOf(event)
  return details === null || score === null || playedGames(details).length >= score[0] + score[1]
}

function scoreOf({ teams: [first, second] }: ScheduleEvent): readonly [number, number] | null {
  return first.gameWins === null || second.gameWins === null ? null : [first.gameWins, second.gameWins]
}

/** The winner, if outcome and score agree. */
function winnerOf(event: ScheduleEvent): 0 | 1 | null {
  const [first, second] = event.teams
  if (first.hasWon === second.hasWon) return null
  const winner = first.hasWon ? 0 : 1
  const score = scoreOf(event)
  return score !== null && score[winner] <= score[1 - winner]! ? null : winner
}

/** The team that won every game of a finished match. */
function sweeperOf(match: ReadMatch, played: number): 0 | 1 | null {
  const winner = winnerOf(match.event)
  const score = scoreOf(match.event)
  const isSwept = winner !== null && score !== null && score[winner] === played && score[1 - winner] === 0
  return isSwept && isEnded(match) ? winner : null
}

interface Seating {
  /** Index of the team on the blue side; null if uncertain. */
  readonly blue: 0 | 1 | null
  readonly seats: readonly [readonly StatedSeat[] | null, readonly StatedSeat[] | null]
}

interface TaggedTeam {
  readonly id: string | null
  readonly code: string | null
}

const roles = ['top', 'jungle', 'mid', 'bottom', 'support']
const unknown: Seating = { blue: null, seats: [null, null] }

/** Seats players by the team code before their names, because the feed has wrong sides in a few percent of games. */
function toSeating(window: FeedWindow | null, teams: readonly [TaggedTeam, TaggedTeam]): Seating {
  if (window === null) return unknown
  const [blue, red] = window.sides
  const tagged = taggedTeam(blue, teams)
  if (tagged === null || taggedTeam(red, teams) !== 1 - tagged) return unknown
  const other = tagged === 0 ? 1 : 0
  const agrees = blue.teamId === teams[tagged].id && red.teamId === teams[other].id && blue.teamId !== null
  const seats = [toSeats(blue, teams[tagged].code), toSeats(red, teams[other].code)] as const
  return { blue: agrees ? tagged : null, seats: tagged === 0 ? seats : [seats[1], seats[0]] }
}

/** Index of the team whose code most names begin with, if none has the other team's code. */
function taggedTeam({ participants }: FeedSide, teams: readonly [TaggedTeam, TaggedTeam]): 0 | 1 | null {
  const [first, second] = teams.map(
    ({ code }) => participants.filter(({ name }) => withoutTag(name, code) !== name).length,
  )
  if (first! >= 3 && second === 0) return 0
  return second! >= 3 && first === 0 ? 1 : null
}

function toSeats({ participants }: FeedSide, code: string | null): readonly StatedSeat[] | null {
  const seats = roles.map((role) => participants.filter((one) => one.role?.toLowerCase() === role))
  if (participants.length !== 5 || seats.some((seat) => seat.length !== 1)) return null
  return seats.flat().map((one) => toSeat(one, code))
}

function toSeat({ playerId, name, champion }: Participant, code: string | null): StatedSeat {
  const own = withoutTag(name, code)
  return {
    player: own === null ? null : { name: own, sourceId: playerId === null ? null : `lolesports:${playerId}` },
    champion,
    ...noCounts,
  }
}

function withoutTag(name: string | null, code: string | null): string | null {
  if (name === null || code === null || name.slice(0, code.length).toLowerCase() !== code.toLowerCase()) return name
  const rest = name.slice(code.length)
  return /^\s+\S/.test(rest) ? rest.trim() : name
}
