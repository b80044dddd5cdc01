import { systemClock, systemTimers } from '@riftline/base/node'
import { type OddsStore, openOddsStore } from '@riftline/odds'
import type { SourceTime } from '@riftline/sources'
import { type MarketSource, marketSources, type SourceSettings } from '@riftline/sources/settings'
import {
  type CaptureSummary,
  captureExitCode,
  captureText,
  type MarketRuns,
  readMarkets,
  storeRound,
} from '../capture/capture-round.ts'
import { readKnownEvents, readLeagueKnowledge, writeKnownEvents } from '../capture/known-events.ts'
import { dataConfig } from '../data-options.ts'
import { optional, UsageError, type Values } from '../io/arguments.ts'
import { artifactsFolder } from '../io/artifacts-option.ts'
import { countStops, orStopped, ownVersion } from '../io/cli-io.ts'
import { type CommandIo, LostOutput, printResult } from '../io/output.ts'
import { durationOption, namesOption, unresolvedLine } from '../io/source-options.ts'
import { readSourceSettings } from '../sync/source-settings.ts'

/** Captures odds once, or in rounds until a request to stop; returns the exit code. @throws UsageError, RiftlineError */
export async function captureFor(values: Values, io: CommandIo): Promise<number> {
  const every = optional(values, 'every')
  if (every !== undefined && values.once === true) throw new UsageError('--once, --every: expected one of them')
  const everyMs = every === undefined ? null : durationOption('--every', every)
  const { dataFolder } = dataConfig(optional(values, 'data'), io)
  const settings = await readSourceSettings(io.env, dataFolder)
  const named = optional(values, 'sources')
  const sources = named === undefined ? settings.oddsCaptureSources : namesOption('--sources', named, marketSources)
  const log = (entry: object): void => io.stderr(`${JSON.stringify(entry)}\n`)
  const store = await openOddsStore({ dataFolder, clock: systemClock, log })
  const plan = { artifactsDirectory: artifactsFolder(values, io), dataFolder, settings, sources, store }
  try {
    if (everyMs === null) {
      const { summary } = await captureOnce(plan, new Map(), io)
      await print(summary, values, io)
      return captureExitCode(summary)
    }
    await captureUntilStopped(plan, everyMs, values, io)
    return 0
  } finally {
    await store.close()
  }
}

interface CapturePlan {
  readonly artifactsDirectory: string
  readonly dataFolder: string
  readonly settings: SourceSettings
  readonly sources: readonly MarketSource[]
  readonly store: OddsStore
}

const time: SourceTime = { ...systemClock, ...systemTimers }

/** Captures in rounds. After a failed round, which is reported, the next one follows: artifacts and disk may be back by then. */
async function captureUntilStopped(plan: CapturePlan, everyMs: number, values: Values, io: CommandIo): Promise<void> {
  const stops = countStops(io)
  let before: MarketRuns = new Map()
  const round = async (): Promise<void> => {
    try {
      const captured = await captureOnce(plan, before, io, stops.first)
      before = captured.runs
      await print(captured.summary, values, io)
    } catch (error) {
      if (error instanceof LostOutput) throw error
      if (stops.first.aborted) return
      io.stderr(`riftline odds: ${error instanceof Error ? error.message : String(error)}\n`)
    }
  }
  try {
    await keepCapturing(round, { everyMs, time, stop: stops.first })
  } finally {
    stops.forget()
  }
}

/** Captures one round. A request to stop ends the wait for markets, not the storing. */
async function captureOnce(
  { artifactsDirectory, dataFolder, settings, sources, store }: CapturePlan,
  before: MarketRuns,
  io: CommandIo,
  stop?: AbortSignal,
): Promise<{ readonly summary: CaptureSummary; readonly runs: MarketRuns }> {
  const warn = (reason: string): void => io.stderr(`riftline odds: warning: without the schedule: ${reason}\n`)
  const knowledge = await readLeagueKnowledge(artifactsDirectory, dataFolder, warn)
  const reading = readMarkets(sources, settings, { time, version: await ownVersion() }, before)
  const runs = await (stop === undefined ? reading : orStopped(reading, stop))
  const known = await readKnownEvents(dataFolder)
  const round = await storeRound(runs, { knowledge, store, known, nowMs: time.now() })
  await writeKnownEvents(dataFolder, round.known, known)
  return { summary: round.summary, runs }
}

async function print(summary: CaptureSummary, values: Values, io: CommandIo): Promise<void> {
  await printResult(io, values, summary, captureText(summary))
  if (values.json === true) return
  for (const { unresolved } of Object.values(summary.sources)) {
    for (const one of unresolved) io.stderr(`${unresolvedLine(one)}\n`)
  }
}

/** Runs rounds at equal intervals, one at a time, until `stop`. A round longer than an interval skips the rounds it overlaps. */
export async function keepCapturing(
  round: () => Promise<void>,
  {
    everyMs,
    time,
    stop,
  }: { readonly everyMs: number; readonly time: Pick<SourceTime, 'monotonicMs' | 'wait'>; readonly stop: AbortSignal },
): Promise<void> {
  const firstMs = time.monotonicMs()
  while (!stop.aborted) {
    await round()
    if (stop.aborted) return
    const passedMs = time.monotonicMs() - firstMs
    await orStopped(time.wait(everyMs - (passedMs % everyMs)), stop).catch(whenStopped)
  }

  function whenStopped(error: unknown): void {
    if (!stop.aborted) throw error
  }
}
