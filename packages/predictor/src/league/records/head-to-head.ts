/** Games that two teams played against each other: results of the one with the smaller id, in thousandths. */
export interface Meetings {
  readonly sum: number
  readonly games: number
}

/** Meetings by the smaller id of a pair, then by the larger. */
export type HeadToHead = Map<number, Map<number, Meetings>>

/** @param results of the first team */
export function learnMeeting(table: HeadToHead, team1Id: number, team2Id: number, results: readonly number[]): void {
  const sum = results.reduce((total, result) => total + result, 0)
  addMeetings(table, team1Id, team2Id, { sum, games: results.length })
}

/** @param meetings from the side of the first team */
function addMeetings(table: HeadToHead, team1Id: number, team2Id: number, { sum, games }: Meetings): void {
  const [smaller, larger] = team1Id < team2Id ? [team1Id, team2Id] : [team2Id, team1Id]
  let row = table.get(smaller)
  if (row === undefined) {
    row = new Map()
    table.set(smaller, row)
  }
  const known = row.get(larger) ?? { sum: 0, games: 0 }
  row.set(larger, { sum: known.sum + (team1Id === smaller ? sum : -sum), games: known.games + games })
}

/** Gives the meetings of one team to another, which is the same team under its other id. */
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

/** Results of the first team against the second above the rating's chances, pulled to 0 while meetings are few. */
export function headToHead(table: HeadToHead, team1Id: number, team2Id: number): number {
  const [smaller, larger] = team1Id < team2Id ? [team1Id, team2Id] : [team2Id, team1Id]
  const known = table.get(smaller)?.get(larger)
  if (known === undefined) return 0
  const value = known.sum / 1000 / (known.games + 3)
  return team1Id === smaller ? value : -value
}
