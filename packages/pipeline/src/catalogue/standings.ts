import type { NamedId, TournamentDetail, TournamentTeam } from '@riftline/predictor'
import { entryOf, recordBy } from '../group-by.ts'
import type { Game, HistorySeries } from '../history/types.ts'

/**
 * The standing of a team in a tournament, with its last two series: enough to find the winner, too little to restore a match.
 * Times are seconds since 1970; 0 means no series or no team. A result is 1 for won, -1 for lost, 0 for unknown.
 */
type Standing = Record<(typeof fields)[number], number>

const counts = ['games', 'wins', 'seriesWins', 'seriesLosses'] as const
const fields = [
  ...([...counts, 'last', 'lastOpponent', 'lastResult', 'lastStage'] as const),
  ...(['beforeOpponent', 'beforeResult', 'beforeStage'] as const),
]

/** Certainty that a series belongs to the play-offs; parts of a history lack the play-off flag or have a wrong one. */
const stages = { other: 0, perhaps: 1, bestOf5: 2, stated: 3 } as const

export const standingLength: number = 2 + fields.length

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

/** Adds up the rows of joined teams; where both had last series, the later ones are kept. */
export function joinStandings(rows: readonly (readonly number[])[], joins: ReadonlyMap<number, number>) {
  const idNow = (id: number): number => joins.get(id) ?? id
  const standings: Standings = new Map()
  for (const [tournament, teams] of openStandings(rows)) {
    for (const [id, standing] of [...teams].sort(([, a], [, b]) => a.last - b.last)) {
      const into = standingOf(standings, tournament, idNow(id))
      const sums = recordBy(counts, (field) => into[field] + standing[field])
      const opponents = recordBy(['lastOpponent', 'beforeOpponent'], (field) => idNow(standing[field]))
      Object.assign(into, standing, sums, opponents)
    }
  }
  return packStandings(standings)
}

function standingOf(standings: Standings, tournament: number, team: number): Standing {
  const teams = entryOf(standings, tournament, () => new Map())
  return entryOf(teams, team, () => recordBy(fields, () => 0))
}

export function addToStandings(standings: Standings, { sides, winner }: Game, tournament: number): void {
  for (const [index, { teamId }] of sides.entries()) {
    const standing = standingOf(standings, tournament, teamId)
    standing.games += 1
    if (winner === index) standing.wins += 1
  }
}

/** Adds a finished series; series come in order of time. A series that is incomplete here counts as played, without a result. */
export function addSeries(standings: Standings, { tournamentId, ...series }: HistorySeries): void {
  if (tournamentId === null) return
  const { startMs, team1Id, team2Id } = series
  const winner = series.complete ? series.winnerTeamId : null
  for (const [team, opponent] of [
    [team1Id, team2Id],
    [team2Id, team1Id],
  ] as const) {
    const standing = standingOf(standings, tournamentId, team)
    const { last, lastOpponent: beforeOpponent, lastResult: beforeResult, lastStage: beforeStage } = standing
    // The earlier artifacts already had the beginning of this series.
    const isSame = last === startMs / 1000 && beforeOpponent === opponent
    if (!isSame) Object.assign(standing, { beforeOpponent, beforeResult, beforeStage })
    standing.last = startMs / 1000
    standing.lastOpponent = opponent
    standing.lastResult = winner === null ? 0 : winner === team ? 1 : -1
    standing.lastStage = stageOf(series)
    if (standing.lastResult > 0) standing.seriesWins += 1
    if (standing.lastResult < 0) standing.seriesLosses += 1
  }
}

function stageOf({ playoffs, bestOf }: Pick<HistorySeries, 'playoffs' | 'bestOf'>): number {
  if (bestOf < 3) return stages.other
  if (playoffs === true) return stages.stated
  if (bestOf === 5) return stages.bestOf5
  return playoffs === null ? stages.perhaps : stages.other
}

/** The teams and the winner of a tournament; null where the standings cover fewer games than the tournament's `games`. */
export function toStandings(
  teams: ReadonlyMap<number, Standing> | undefined,
  names: ReadonlyMap<number, NamedId>,
  { games, hasWinner }: { readonly games: number; readonly hasWinner: boolean },
): Pick<TournamentDetail, 'teams' | 'winnerTeam'> {
  const all = [...(teams ?? [])]
  if (all.reduce((sum, [, standing]) => sum + standing.games, 0) !== 2 * games) return { teams: null, winnerTeam: null }
  const winner = hasWinner ? winnerOf(new Map(all)) : null
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

/** Least number of teams in a play-off: a single series proves nothing. */
const fewestTeams = 3
/** Least number of teams in a one-bracket tournament: with fewer, a few series of a league season can look like a bracket. */
const fewestOfBracket = 8

/** The certain winner of a tournament: by series stated as play-offs, else by series that look like play-offs. */
function winnerOf(teams: ReadonlyMap<number, Standing>): number | null {
  const winner =
    lastStanding(teams, stages.stated) ?? lastStanding(teams, stages.bestOf5) ?? lastStanding(teams, stages.perhaps)
  const isSure = winner !== null && (teams.get(winner)!.lastStage > stages.perhaps || isBracket(teams))
  return isSure ? winner : null
}

/** The winner of the last series of a stage, if every other team is out or played for third place. */
function lastStanding(teams: ReadonlyMap<number, Standing>, stage: number): number | null {
  const playoffs = [...teams].filter(([, { lastStage }]) => lastStage >= stage)
  const last = Math.max(...playoffs.map(([, standing]) => standing.last))
  const finalists = playoffs.filter(([, standing]) => standing.last === last)
  const [first, second] = finalists
  if (playoffs.length < fewestTeams || first === undefined || second === undefined || finalists.length > 2) return null
  const [[one, ofOne], [other, ofOther]] = [first, second]
  if (ofOne.lastOpponent !== other || ofOne.lastResult === 0) return null
  if (finalists.some(([, { beforeStage, beforeResult }]) => beforeStage >= stage && beforeResult < 0)) return null
  const beaten = new Set([ofOne.beforeOpponent, ofOther.beforeOpponent])
  const isOut = ([id, { last, lastResult, lastOpponent }]: readonly [number, Standing]): boolean => {
    // The result is missing, but this team is out because its opponent played on.
    if (lastResult === 0) return (teams.get(lastOpponent)?.last ?? 0) > last
    return lastResult < 0 || (beaten.has(id) && beaten.has(lastOpponent))
  }
  if (!playoffs.every((each) => finalists.includes(each) || isOut(each))) return null
  return ofOne.lastResult > 0 ? one : other
}

function isBracket(teams: ReadonlyMap<number, Standing>): boolean {
  const all = [...teams.values()]
  const unbeaten = all.filter(({ seriesLosses }) => seriesLosses === 0)
  return all.length >= fewestOfBracket && unbeaten.length === 1 && all.every(({ seriesLosses }) => seriesLosses <= 1)
}
