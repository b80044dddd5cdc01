import type {
  Candidate,
  ChampionList,
  PlayerList,
  Schedule,
  ScheduledSeries,
  TeamList,
  TournamentList,
} from '@riftline/client'
import { didYouMean } from '@riftline/predictor'

const mostShown = 20

/** A list as a server answers it. */
interface List<Item> {
  readonly items: readonly Item[]
  readonly total?: number | undefined
  readonly candidates?: readonly Candidate[] | undefined
}

/** Formats the number of items and the first ones, one per line. */
function shownList<Item>(list: List<Item>, noun: string, lineOf: (item: Item) => string): string {
  const { items, total = items.length, candidates = [] } = list
  if (total === 0) return `no ${noun} found${didYouMean(candidates)}`
  const more = total - Math.min(items.length, mostShown)
  return [
    `${total} ${total === 1 || noun === 'series' ? noun : `${noun}s`}`,
    ...items.slice(0, mostShown).map((item) => `- ${lineOf(item)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ].join('\n')
}

/** Joins the known parts. */
function joined(...parts: readonly (string | null | undefined | false)[]): string {
  return parts.filter(Boolean).join(', ')
}

export function teamsText({ teams, ...list }: TeamList): string {
  return shownList({ ...list, items: teams }, 'team', ({ id, name, code, league, active }) =>
    joined(`${name} (id ${id})`, code !== name && code, league, !active && 'inactive'),
  )
}

export function playersText({ players, ...list }: PlayerList): string {
  return shownList({ ...list, items: players }, 'player', ({ id, name, role, team, lastTeam, active }) =>
    joined(`${name} (id ${id})`, role, team?.name ?? (lastTeam && `last of ${lastTeam.name}`), !active && 'inactive'),
  )
}

export function championsText({ champions, ...list }: ChampionList): string {
  return shownList({ ...list, items: champions }, 'champion', ({ id, name }) => `${name} (id ${id})`)
}

export function tournamentsText({ tournaments, ...list }: TournamentList): string {
  return shownList({ ...list, items: tournaments }, 'tournament', ({ id, name, leagueName, startUtc, endUtc }) =>
    joined(`${name} (id ${id})`, leagueName, `${dayOf(startUtc)} to ${dayOf(endUtc)}`),
  )
}

export function scheduleText({ schedule, ...list }: Schedule, isOffline: boolean): string {
  if (schedule.length > 0) return shownList({ ...list, items: schedule }, 'series', seriesLine)
  return isOffline ? 'no series to come is known; riftline sync reads the schedule' : 'no series to come is known'
}

function seriesLine({ scheduledUtc, leagueName, bestOf, team1, team2 }: ScheduledSeries): string {
  const open = bestOf === null || bestOf === 2 ? ' (no series winner is forecast)' : ''
  return `${scheduledUtc.replace('T', ' ')} UTC ${leagueName}: ${team1.name} - ${team2.name}, best of ${bestOf ?? '?'}${open}`
}

function dayOf(utc: string | null): string {
  return utc?.slice(0, 10) ?? '?'
}
