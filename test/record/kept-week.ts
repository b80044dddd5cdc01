import type { LogEntry } from '@riftline/base/node'
import type { Schedule, ScheduledSeries } from '@riftline/predictor'
import {
  type KeepingOptions,
  type KeptLine,
  type KeptStore,
  type keptCounters,
  type MadeForecast,
  startKeeping,
} from '@riftline/record'
import { createManualClock } from '../support/clock.ts'
import { createPassingTimers } from '../support/passing-timers.ts'
import { madeForecast } from './kept-lines.ts'

/** Start of the scripted time; the chance of a forecast made `n` seconds later is `n` millionths. */
const beginMs = Date.parse('2026-11-26T00:00:00Z')
const perSecond = 1e-6

export function msOf(utc: string): number {
  return Date.parse(`${utc}Z`)
}

/** Moment at which the forecast of a line was made, by its content; the stand-in of the models writes it there. */
export function madeUtcOf({ forecasts }: Pick<KeptLine, 'forecasts'>): string {
  const seconds = Math.round(forecasts.consensus.calibratedProbability1 / perSecond)
  return new Date(beginMs + seconds * 1000).toISOString().slice(0, 19)
}

/** Teams with higher ids are unknown to the stand-in. */
const highestTeam = 50

/** Stand-in of the models, whose forecasts tell the moment at which they were made. */
export function forecastAt({ team1, team2, bestOf, league }: ScheduledSeries, at: number): MadeForecast | null {
  if (Math.max(team1.id, team2.id) > highestTeam || bestOf === 2 || bestOf === null) return null
  const made = madeForecast(team1.id, team2.id, Math.floor((at - beginMs) / 1000) * perSecond)
  return { ...made, league, bestOf: bestOf as 1 | 3 | 5 }
}

export function listed(
  id: string,
  teams: readonly [number, number],
  utc: string,
  fields: Partial<ScheduledSeries> = {},
): ScheduledSeries {
  const [team1, team2] = teams.map((team) => ({ id: team, name: `Team ${team}` })) as [
    ScheduledSeries['team1'],
    ScheduledSeries['team2'],
  ]
  return {
    ...{ id, league: 'LCK', bestOf: 3, scheduledUtc: utc, startedUtc: null, team1, team2, stated: [] },
    ...fields,
  }
}

export function scheduleOf(series: readonly ScheduledSeries[]): Schedule {
  return { format: 'riftline-schedule', formatVersion: 1, checkedUtc: '2026-11-26T00:00:00', series }
}

/** A keeper whose time and schedule a test moves. */
export interface ScriptedKeeper {
  readonly log: LogEntry[]
  readonly counts: Readonly<Record<keyof typeof keptCounters, number>>
  readonly schedule: { current: Schedule | null }
  /** Lets time pass in steps, with a look after each. */
  passTo(utc: string, stepSeconds?: number): Promise<void>
  close(): Promise<void>
}

/** Starts a keeper at a moment. */
export function keepFrom(
  utc: string,
  store: KeptStore,
  parts: Partial<KeepingOptions> & { readonly current?: Schedule } = {},
): ScriptedKeeper {
  const { current = null, ...rest } = parts
  const clock = createManualClock(`${utc}Z`)
  const timers = createPassingTimers()
  const log: LogEntry[] = []
  const counts = { forecasts_kept_total: 0, forecasts_not_kept_total: 0 }
  const schedule = { current }
  const keeping = startKeeping({
    ...{
      store,
      schedule,
      clock,
      timers,
      forecast: forecastAt,
      artifacts: () => '3f1c9a0b77de',
      market: async () => null,
    },
    log: (entry) => void log.push(entry),
    metrics: {
      count(name) {
        counts[name] += 1
      },
    },
    ...rest,
  })
  return {
    log,
    counts,
    schedule,
    async passTo(until, stepSeconds = 1) {
      while (clock.now() < msOf(until)) {
        clock.advanceTo(Math.min(msOf(until), clock.now() + stepSeconds * 1000))
        timers.pass(1000)
        await keeping.look()
      }
    },
    close: keeping.close,
  }
}
