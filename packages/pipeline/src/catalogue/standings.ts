import type { NamedId, TournamentDetail, TournamentTeam } from '@riftline/predictor'
import { entryOf, recordBy } from '../group-by.ts'
import type { Game, HistorySeries } from '../history/types.ts'

/**
 * The standing of a team in a tournament with its last two series: enough to know who won, too little to restore a match.
 * Times are seconds since 1970, 0 is no series or team; a result is 1 for won, -1 for lost, 0 for unknown.
 */
type Standing = Record<(typeof fields)[number], number>

const counts = ['games', 'wins', 'seriesWins', 'seriesLosses'] as const
const fields = [
  ...([...counts, 'last', 'lastOpponent', 'lastResult', 'lastStage'] as const),
  ...(['beforeOpponent', 'beforeResult', 'beforeStage'] as const),
]

/** Certainty that a series belongs to the play-offs; marks of play-offs are missing or wrong in parts of a history. */
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

/** Rows with those of joined teams added up; of the last series of two teams that are one the later ones count. */
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

/** Adds a series that is over; series come in order of time. One that is incomplete here counts as played. */
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
    // A series that went on since the artifacts before these is the same one.
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

/** The teams of a tournament and who won it; null where the standings have fewer than its `games`. */
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

/** The fewest teams of a play-off: one series alone may be anything. */
const fewestTeams = 3
/** The fewest of a tournament that is one bracket; so few series of a league season can look like one. */
const fewestOfBracket = 8

/** The certain winner of a tournament, first by series stated as play-offs, then by series that look like them. */
function winnerOf(teams: ReadonlyMap<number, Standing>): number | null {
  const winner =
    lastStanding(teams, stages.stated) ?? lastStanding(teams, stages.bestOf5) ?? lastStanding(teams, stages.perhaps)
  const isSure = winner !== null && (teams.get(winner)!.lastStage > stages.perhaps || isBracket(teams))
  return isSure ? winner : null
}

/** The winner of the last series of a stage, where everybody else is out or played for the third place. */
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
    // A result is missing, but the opponent played on.
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
