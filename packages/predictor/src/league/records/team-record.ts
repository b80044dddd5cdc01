/** A team's latest games, which its rating does not keep. Numbers are integers, to be short in JSON. */
export interface TeamRecord {
  /** The last `keptGames`, oldest first: result minus the rating's chance, in thousandths. Above 0 is a win; never 0. */
  readonly results: readonly number[]
  /** Games won in a row, or lost if negative; at most `longestStreak`. */
  streak: number
  /** Starts of the last series and of those within `recentDays` before it, as days, oldest first. */
  readonly days: readonly number[]
  league: string
  /** Sum of the results in the team's present tournament, in thousandths. */
  tournamentSum: number
  tournamentGames: number
}

export type TeamRecords = Map<number, TeamRecord>

const keptGames = 20
const longestStreak = 8
const recentDays = 14
/** Days without a game after which a team's tournament counts as over. */
const breakDays = 21
const unit = 1000

/** Result of a game minus the rating's chance, in thousandths: positive for a win, negative for a loss. */
export function gameResult(won: boolean, chance: number): number {
  const result = Math.round(unit * ((won ? 1 : 0) - chance))
  return won ? Math.max(1, result) : Math.min(-1, result)
}

export function learnRecord(
  records: TeamRecords,
  teamId: number,
  series: { readonly league: string; readonly day: number; readonly results: readonly number[] },
): void {
  const { league, day, results } = series
  const known = records.get(teamId)
  const goesOn = known !== undefined && known.league === league && day - known.days.at(-1)! <= breakDays
  records.set(teamId, {
    results: [...(known?.results ?? []), ...results].slice(-keptGames),
    streak: results.reduce(nextStreak, known?.streak ?? 0),
    days: [...(known?.days ?? []), day]
      .sort((a, b) => a - b)
      .filter((other, _, all) => other > all.at(-1)! - recentDays),
    league,
    tournamentSum: (goesOn ? known.tournamentSum : 0) + sumOf(results),
    tournamentGames: (goesOn ? known.tournamentGames : 0) + results.length,
  })
}

function nextStreak(streak: number, result: number): number {
  if (result > 0) return streak > 0 ? Math.min(longestStreak, streak + 1) : 1
  return streak < 0 ? Math.max(-longestStreak, streak - 1) : -1
}

/** Results of the last games compared with the rating's chances, shrunk to 0 while they are few: sum / (k / 2 + n). */
export function form({ results }: TeamRecord, games: number): number {
  const last = results.slice(-games)
  return sumOf(last) / unit / (games / 2 + last.length)
}

/** Wins minus losses in the last games, halved and shrunk to 0 while they are few: sum of (result - 1/2) / (5 + n). */
export function recentWins({ results }: TeamRecord, games: number): number {
  const last = results.slice(-games)
  const wins = last.filter((result) => result > 0).length
  return (wins - last.length / 2) / (5 + last.length)
}

/** Like `form`, over the current tournament's games; 0 in another league, or after a break. */
export function tournamentForm(record: TeamRecord, league: string | null, day: number): number {
  if (record.league !== league || day - record.days.at(-1)! > breakDays) return 0
  return record.tournamentSum / unit / (record.tournamentGames + 3)
}

/** Days since the team's last series, at most 200. */
export function restDays({ days }: TeamRecord, day: number): number {
  return Math.min(mostRestDays, Math.max(0, day - days[days.length - 1]!))
}

/** Days of rest assumed for a team without a record, and the maximum. */
export const mostRestDays = 200

/** Number of the team's series in the last 14 days. */
export function recentSeries({ days }: TeamRecord, day: number): number {
  return days.filter((start) => start > day - recentDays).length
}

/** Games between two teams: results of the team with the smaller id, in thousandths. */
interface Meetings {
  readonly sum: number
  readonly games: number
}

/** Meetings by the smaller id of a pair, then by the larger id. */
export type HeadToHead = Map<number, Map<number, Meetings>>

/** @param results those of the first team */
export function learnMeeting(table: HeadToHead, team1Id: number, team2Id: number, results: readonly number[]): void {
  addMeetings(table, team1Id, team2Id, { sum: sumOf(results), games: results.length })
}

function sumOf(results: readonly number[]): number {
  return results.reduce((total, result) => total + result, 0)
}

/** @param meetings results of the first team */
function addMeetings(table: HeadToHead, team1Id: number, team2Id: number, { sum, games }: Meetings): void {
  const [smaller, larger] = team1Id < team2Id ? [team1Id, team2Id] : [team2Id, team1Id]
  const row = table.get(smaller) ?? new Map<number, Meetings>()
  table.set(smaller, row)
  const known = row.get(larger) ?? { sum: 0, games: 0 }
  row.set(larger, { sum: known.sum + (team1Id === smaller ? sum : -sum), games: known.games + games })
}

/** Moves the meetings of one id to another id of the same team. */
export function joinMeetings(table: HeadToHead, from: number, into: number): void {
  const moved = [...(table.get(from) ?? [])]
  table.delete(from)
  for (const [smaller, row] of table) {
    const meetings = row.get(from)
    if (meetings === undefined) continue
    row.delete(from)
    moved.push([smaller, { sum: -meetings.sum, games: meetings.games }])
    if (row.size === 0) table.delete(smaller)
  }
  for (const [opponent, meetings] of moved) if (opponent !== into) addMeetings(table, into, opponent, meetings)
}

/** Results of the first team against the second, above the rating's chances, shrunk to 0 while meetings are few. */
export function headToHead(table: HeadToHead, team1Id: number, team2Id: number): number {
  const [smaller, larger] = team1Id < team2Id ? [team1Id, team2Id] : [team2Id, team1Id]
  const known = table.get(smaller)?.get(larger)
  if (known === undefined) return 0
  const value = known.sum / 1000 / (known.games + 3)
  return team1Id === smaller ? value : -value
}
