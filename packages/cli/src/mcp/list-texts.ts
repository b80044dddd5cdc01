import type { Champion, Player, Schedule, ScheduledSeries, Team, Tournament } from '@riftline/client'

const mostShown = 20

/** The first items of a list, a line each, under how many there are. */
function shownList<Item>(items: readonly Item[], noun: string, lineOf: (item: Item) => string): string {
  if (items.length === 0) return `no ${noun} found`
  const more = items.length - mostShown
  return [
    `${items.length} ${items.length === 1 || noun === 'series' ? noun : `${noun}s`}`,
    ...items.slice(0, mostShown).map((item) => `- ${lineOf(item)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ].join('\n')
}

/** What is known, joined. */
function joined(...parts: readonly (string | null | undefined | false)[]): string {
  return parts.filter(Boolean).join(', ')
}

export function teamsText(teams: readonly Team[]): string {
  return shownList(teams, 'team', ({ id, name, code, league, active }) =>
    joined(`${name} (id ${id})`, code !== name && code, league, !active && 'inactive'),
  )
}

export function playersText(players: readonly Player[]): string {
  return shownList(players, 'player', ({ id, name, role, team, active }) =>
    joined(`${name} (id ${id})`, role, team?.name, !active && 'inactive'),
  )
}

export function championsText(champions: readonly Champion[]): string {
  return shownList(champions, 'champion', ({ id, name }) => `${name} (id ${id})`)
}

export function tournamentsText(tournaments: readonly Tournament[]): string {
  return shownList(tournaments, 'tournament', ({ id, name, leagueName, startUtc, endUtc }) =>
    joined(`${name} (id ${id})`, leagueName, `${dayOf(startUtc)} to ${dayOf(endUtc)}`),
  )
}

export function scheduleText({ schedule }: Schedule, isOffline: boolean): string {
  if (schedule.length > 0) return shownList(schedule, 'series', seriesLine)
  return isOffline ? 'no series to come is known; riftline sync reads the schedule' : 'no series to come is known'
}

function seriesLine({ scheduledUtc, league, bestOf, team1, team2 }: ScheduledSeries): string {
  return `${scheduledUtc.replace('T', ' ')} UTC ${league}: ${team1.name} - ${team2.name}, best of ${bestOf ?? '?'}`
}

function dayOf(utc: string | null): string {
  return utc?.slice(0, 10) ?? '?'
}
