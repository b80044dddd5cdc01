import { dayMs } from '@riftline/base'

/** A series of a league: played, or announced. Times are ms since 1970. */
export interface LeagueSeries {
  readonly startMs: number
  readonly team1Id: number
  readonly team2Id: number
  /** 1, 2, 3 or 5; null where an announcement does not state it. */
  readonly bestOf: number | null
  /** Games that each team won; null for a series to come, or one whose result is unknown. */
  readonly score: readonly [number, number] | null
  /** Whether it is a play-off; null if unknown. */
  readonly playoffs: boolean | null
  readonly tournamentId: number | null
}

/** The running regular season of a league: its series in order of play, without play-offs. */
export interface Season {
  readonly series: readonly LeagueSeries[]
  readonly bestOf: number
  /** Ids of the teams that meet each other; one group where all do. */
  readonly groups: readonly (readonly number[])[]
  /** Times that each pair of a group meets. */
  readonly rounds: number
}

/** A season that is over, or not there. */
export interface NoSeason {
  /** The last series before the moment; null without one. */
  readonly lastMs: number | null
  readonly reason: 'none' | 'over' | 'playoffs' | 'notRoundRobin'
}

/** Longest break between two series of one season: series further apart belong to different ones. */
const breakMs = 16 * dayMs
/** The same for series that the history assigns to one tournament. */
const statedBreakMs = 40 * dayMs

/**
 * Finds the regular season that runs at a moment, or begins within 16 days.
 *
 * @param all every series of the league, in any order
 * @param fewestRounds times that each pair meets at least, where nothing announced shows it yet
 */
export function findSeason(all: readonly LeagueSeries[], nowMs: number, fewestRounds: number = 1): Season | NoSeason {
  const blocks = toBlocks([...all].sort((a, b) => a.startMs - b.startMs))
  const isNear = (block: readonly LeagueSeries[]) =>
    block[0]!.startMs <= nowMs + breakMs && block.at(-1)!.startMs >= nowMs - breakMs
  const found = blocks.filter(isNear).map((block) => toSeason(block, fewestRounds))
  const lastMs = all.reduce((last, { startMs }) => (startMs <= nowMs ? Math.max(last, startMs) : last), 0)
  const none: NoSeason = { lastMs: lastMs === 0 ? null : lastMs, reason: 'none' }
  const season = found.find((one) => typeof one === 'object')
  return season ?? { ...none, reason: found.filter((one) => typeof one === 'string').at(-1) ?? 'none' }
}

/** Cuts series at long breaks, where the tournament changes, and after play-offs. */
function toBlocks(series: readonly LeagueSeries[]): readonly (readonly LeagueSeries[])[] {
  const blocks: LeagueSeries[][] = []
  for (const one of series) {
    const last = blocks.at(-1)?.at(-1)
    if (last === undefined || !goesOn(last, one)) blocks.push([one])
    else blocks.at(-1)!.push(one)
  }
  return blocks
}

function goesOn(last: LeagueSeries, next: LeagueSeries): boolean {
  const areStated = last.tournamentId !== null && next.tournamentId !== null
  if (areStated && last.tournamentId !== next.tournamentId) return false
  if (last.playoffs === true && next.playoffs === false) return false
  return next.startMs - last.startMs <= (areStated ? statedBreakMs : breakMs)
}

function toSeason(block: readonly LeagueSeries[], fewestRounds: number): Season | NoSeason['reason'] {
  const bestOf = mostFrequent(
    block.flatMap((one) => (one.playoffs !== true && one.bestOf !== null ? [one.bestOf] : [])),
  )
  if (bestOf === null) return block.some(({ playoffs }) => playoffs === true) ? 'playoffs' : 'none'
  // Play-offs are stated, or begin with the first longer series.
  const end = block.findIndex((one) => one.playoffs === true || (one.bestOf ?? 0) > bestOf)
  if (end !== -1 && block.slice(0, end).every(({ score }) => score !== null)) return 'playoffs'
  const series = end === -1 ? block : block.slice(0, end)
  const meetings = countMeetings(series)
  const groups = toGroups(meetings)
  const most = Math.max(...meetings.values())
  const pairs = groups.reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0)
  const hasMet = (times: number) => meetings.size === pairs && [...meetings.values()].every((count) => count >= times)
  // In a best-of-1 season single further games, after every pair has met equally often, break ties.
  const extra = [...meetings.values()].filter((count) => count === most).length
  const isTieBreak = bestOf === 1 && most > 1 && 8 * extra <= pairs && hasMet(most - 1)
  const rounds = Math.max(fewestRounds, isTieBreak ? most - 1 : most)
  const counted = upTo(rounds, series).map((one) => (fits(bestOf, one.score) ? one : { ...one, score: null }))
  if (counted.every(({ score }) => score !== null) && hasMet(rounds)) return 'over'
  return rounds > mostRounds ? 'notRoundRobin' : { series: counted, bestOf, groups, rounds }
}

/** The first series of each pair, without tie-breaks. */
function upTo(rounds: number, series: readonly LeagueSeries[]): readonly LeagueSeries[] {
  const counts = new Map<string, number>()
  return series.filter((one) => {
    const times = (counts.get(pairOf(one)) ?? 0) + 1
    counts.set(pairOf(one), times)
    return times <= rounds
  })
}

/** Whether a series of this length can end with a score; a shorter or unfinished one has no known result. */
function fits(bestOf: number, score: LeagueSeries['score']): boolean {
  if (score === null) return false
  const [more, less] = [Math.max(...score), Math.min(...score)]
  return bestOf === 2 ? more + less === 2 : more === (bestOf + 1) / 2 && less < more
}

const mostRounds = 4

/** Number of series of each pair that has met, or will by what is announced. */
function countMeetings(series: readonly LeagueSeries[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const one of series) counts.set(pairOf(one), (counts.get(pairOf(one)) ?? 0) + 1)
  return counts
}

function pairOf({ team1Id, team2Id }: LeagueSeries): string {
  return `${Math.min(team1Id, team2Id)} ${Math.max(team1Id, team2Id)}`
}

/** Teams that meet, directly or by others. In the first days of a season these are no groups: few pairs have met yet. */
function toGroups(meetings: ReadonlyMap<string, number>): readonly (readonly number[])[] {
  const groupOf = new Map<number, Set<number>>()
  const opponents = new Map<number, number>()
  for (const pair of meetings.keys()) {
    const teams = pair.split(' ').map(Number)
    const both = new Set(teams.flatMap((team) => [team, ...(groupOf.get(team) ?? [])]))
    for (const team of both) groupOf.set(team, both)
    for (const team of teams) opponents.set(team, (opponents.get(team) ?? 0) + 1)
  }
  const groups = [...new Set(groupOf.values())].map((group) => [...group])
  const isKnown = (group: readonly number[]) => group.length > 3 && group.every((team) => opponents.get(team)! >= 3)
  const known = groups.every(isKnown) ? groups : [groups.flat()]
  return known.map((group) => group.sort((a, b) => a - b))
}

function mostFrequent(values: readonly number[]): number | null {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? null
}
