import type { NamedId, TournamentDetail, TournamentTeam } from '@riftline/core'
import type { Game, Series } from '../history/types.ts'

/**
 * How one team fared in one tournament, with its last two series of the play-offs: enough to know who won, and nothing of which a match
 * could be restored. Times are seconds since 1970; 0 is no series, no team.
 */
interface Standing {
  games: number
  wins: number
  seriesWins: number
  seriesLosses: number
  /** The start of its last series of any kind. */
  last: number
  /** That of the play-offs, whom it was against, and whether it was won: 1 or 0. */
  final: number
  finalOpponent: number
  finalWon: number
  finalBestOf: number
  /** The one before it in the play-offs. */
  before: number
  beforeOpponent: number
  beforeWon: number
}

const fields = [
  ...(['games', 'wins', 'seriesWins', 'seriesLosses', 'last'] as const),
  ...(['final', 'finalOpponent', 'finalWon', 'finalBestOf', 'before', 'beforeOpponent', 'beforeWon'] as const),
]

/** Numbers of a row: tournament and team, then the standing. */
export const standingLength: number = 2 + fields.length

/** By tournament, then team. */
export type Standings = Map<number, Map<number, Standing>>

export function openStandings(rows: readonly (readonly number[])[] = []): Standings {
  const standings: Standings = new Map()
  for (const [tournament = 0, team = 0, ...row] of rows) {
    Object.assign(
      standingOf(standings, tournament, team),
      Object.fromEntries(fields.map((field, i) => [field, row[i]])),
    )
  }
  return standings
}

export function packStandings(standings: Standings): readonly (readonly number[])[] {
  const rows = [...standings].flatMap(([tournament, teams]) =>
    [...teams].map(([team, standing]) => [tournament, team, ...fields.map((field) => standing[field])]),
  )
  return rows.sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d)
}

/** Rows with those of joined teams added up; of the last series of two teams that are one the later ones count. */
export function joinStandings(
  rows: readonly (readonly number[])[],
  joins: ReadonlyMap<number, number>,
): readonly (readonly number[])[] {
  const idNow = (id: number): number => joins.get(id) ?? id
  const standings: Standings = new Map()
  for (const [tournament, teams] of openStandings(rows)) {
    for (const [id, standing] of [...teams].sort(([, a], [, b]) => a.last - b.last)) {
      const into = standingOf(standings, tournament, idNow(id))
      const { games, wins, seriesWins, seriesLosses } = into
      const later = standing.final >= into.final ? standing : into
      Object.assign(into, later, {
        games: games + standing.games,
        wins: wins + standing.wins,
        seriesWins: seriesWins + standing.seriesWins,
        seriesLosses: seriesLosses + standing.seriesLosses,
        last: Math.max(into.last, standing.last),
        finalOpponent: idNow(later.finalOpponent),
        beforeOpponent: idNow(later.beforeOpponent),
      })
    }
  }
  return packStandings(standings)
}

function standingOf(standings: Standings, tournament: number, team: number): Standing {
  const teams = standings.get(tournament) ?? new Map<number, Standing>()
  standings.set(tournament, teams)
  const standing = teams.get(team) ?? (Object.fromEntries(fields.map((field) => [field, 0])) as unknown as Standing)
  teams.set(team, standing)
  return standing
}

export function addToStandings(standings: Standings, { sides, winner }: Game, tournament: number): void {
  for (const [index, { teamId }] of sides.entries()) {
    const standing = standingOf(standings, tournament, teamId)
    standing.games += 1
    if (winner === index) standing.wins += 1
  }
}

/** Adds a series that is over; series come in order of time. One without a winner counts as played. */
export function addSeries(standings: Standings, { tournamentId, ...series }: Series): void {
  if (tournamentId === null) return
  const { startMs, team1Id, team2Id, winnerTeamId, bestOf } = series
  const isPlayoff = series.playoffs ?? bestOf === 5
  for (const [team, opponent] of [
    [team1Id, team2Id],
    [team2Id, team1Id],
  ] as const) {
    const standing = standingOf(standings, tournamentId, team)
    standing.last = startMs / 1000
    if (winnerTeamId === null || !series.complete) continue
    const won = winnerTeamId === team
    standing[won ? 'seriesWins' : 'seriesLosses'] += 1
    if (!isPlayoff) continue
    const { final: before, finalOpponent: beforeOpponent, finalWon: beforeWon } = standing
    const final = { final: startMs / 1000, finalOpponent: opponent, finalWon: won ? 1 : 0, finalBestOf: bestOf }
    Object.assign(standing, { before, beforeOpponent, beforeWon, ...final })
  }
}

/**
 * The teams of a tournament and who won it.
 *
 * @param games of the whole tournament: where standings have fewer, they say nothing
 * @param isOver nothing was played for so long that nothing more will be
 */
export function toStandings(
  teams: ReadonlyMap<number, Standing> | undefined,
  names: ReadonlyMap<number, NamedId>,
  { games, isOver }: { readonly games: number; readonly isOver: boolean },
): Pick<TournamentDetail, 'teams' | 'winnerTeam'> {
  const all = [...(teams ?? [])]
  if (all.reduce((sum, [, standing]) => sum + standing.games, 0) !== 2 * games) return { teams: null, winnerTeam: null }
  const winner = isOver ? winnerOf(new Map(all)) : null
  const nameOf = (id: number): NamedId => names.get(id) ?? { id, name: `Team ${id}` }
  const inOrder = all.sort(
    ([a, one], [b, other]) =>
      Number(b === winner) - Number(a === winner) ||
      other.seriesWins - one.seriesWins ||
      one.seriesLosses - other.seriesLosses ||
      other.wins - one.wins ||
      a - b,
  )
  return {
    teams: inOrder.map(
      ([id, standing]): TournamentTeam => ({
        team: nameOf(id),
        games: standing.games,
        record: `${standing.wins}W - ${standing.games - standing.wins}L`,
        seriesRecord: `${standing.seriesWins}W - ${standing.seriesLosses}L`,
      }),
    ),
    winnerTeam: winner === null ? null : nameOf(winner),
  }
}

/**
 * Who won the last series of all, a best-of-3 or longer of the play-offs between two who won the one before, where everybody else has lost
 * their last one there; the two who lost to the finalists before may have played for the third place.
 */
function winnerOf(teams: ReadonlyMap<number, Standing>): number | null {
  const last = Math.max(...[...teams.values()].map((standing) => standing.last))
  const finalists = [...teams].filter(([, { final }]) => final === last)
  const [first, second] = finalists
  if (first === undefined || second === undefined || finalists.length > 2) return null
  const [[one, ofOne], [other, ofOther]] = [first, second]
  if (ofOne.finalOpponent !== other || ofOne.finalBestOf < 3) return null
  if (finalists.some(([, { before, beforeWon }]) => before > 0 && beforeWon === 0)) return null
  const beaten = new Set([ofOne.beforeOpponent, ofOther.beforeOpponent])
  const isUndecided = [...teams].some(([id, { final, finalWon, finalOpponent }]) => {
    if (final === 0 || finalWon === 0 || id === one || id === other) return false
    return !(beaten.has(id) && beaten.has(finalOpponent))
  })
  return isUndecided ? null : ofOne.finalWon === 1 ? one : other
}
