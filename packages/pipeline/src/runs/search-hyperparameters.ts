import { join } from 'node:path'
import { dayMs } from '@riftline/base'
import { logLoss } from '@riftline/core'
import { type BestOf, createForecastState, type PlayedSeries } from '@riftline/predictor'
import { forecastGlicko2, type Glicko2Ratings, type Glicko2Settings, learnGlicko2 } from '../baselines/baselines.ts'
import { replayHistory } from '../features/feature-rows.ts'
import { type HistoryRun, readHistory, requireHistoryRun } from '../history/read-history.ts'
import type { History, HistorySeries } from '../history/types.ts'
import { parseNamesFiles, readNamesFiles } from '../names/names.ts'
import { type ChampionIds, championIdsOf, isGraded, replay } from '../replay/replay.ts'
import { searchTrees, treeCandidates } from '../search/search-trees.ts'
import { inWorkFolder, type TrainerCommands } from '../train/run-trainers.ts'
import { planWindows } from '../train/windows.ts'

/** The history to search on, and the commands that train trees. */
export interface SearchOptions extends HistoryRun {
  readonly commands: TrainerCommands
}

/** Settings of one subject, such as `lightgbm`, with their log-loss on the validation windows. */
export interface Trial {
  readonly subject: string
  /** Differences from the current settings, or the settings themselves. */
  readonly label: string
  readonly settings: object
  readonly logLoss: number
}

/** Runs every search and returns its trials, best first within each subject. No search uses a test window. */
export async function searchHyperparameters(options: SearchOptions): Promise<Trial[]> {
  requireHistoryRun(options, ['commands'])
  const { historyDirectory, commands, reading, onProgress = () => {} } = options
  const history = await readHistory(historyDirectory, { ...reading, names: parseNamesFiles(await readNamesFiles()) })
  onProgress(`read ${history.games} games in ${history.series.length} series`)
  const { rows, state } = replayHistory(history)
  const plan = planWindows(history.series[0]?.startMs ?? 0, state.asOfMs)
  const windows = plan.windows.filter(({ purpose }) => purpose === 'validation')
  const trials: Trial[] = []
  await inWorkFolder(async (workFolder) => {
    for (const { trainer, candidates } of treeCandidates) {
      const search = { trainer, candidates, rows, trainingStartMs: plan.trainingStartMs, windows, commands }
      const found = await searchTrees({ ...search, workFolder: join(workFolder, trainer) })
      trials.push(...found.map((trial) => ({ subject: trainer, label: trial.settings.label, ...trial })))
      onProgress(`${trainer}: ${found.length} candidates, best ${found[0]?.logLoss.toFixed(5)}`)
    }
  })
  const glicko2 = searchGlicko2(history, championIdsOf(history.champions), plan.testFromMs)
  trials.push(...glicko2.map((trial) => ({ subject: 'glicko2', label: JSON.stringify(trial.settings), ...trial })))
  return trials
}

type Event = { readonly learn: PlayedSeries } | { readonly forecast: HistorySeries }

const grid = {
  startDeviation: [0.6, 0.7, 0.8, 0.9, 1, 1.4],
  startVolatility: [0.02, 0.03, 0.035, 0.04, 0.05, 0.07, 0.1],
  tau: [0.3, 0.6],
  periodDays: [1, 7],
}

const searchFromMs = Date.UTC(2021, 0, 1)

/** Grades every combination of settings on the series from 2021 to the end of validation, best first. */
function searchGlicko2(history: History, champions: ChampionIds, untilMs: number) {
  const events: Event[] = []
  replay(createForecastState(), history.series, {
    champions,
    beforeSeries: (series) => events.push({ forecast: series }),
    onSettled: (series) => events.push({ learn: series }),
  })
  const candidates: Glicko2Settings[] = []
  for (const startDeviation of grid.startDeviation)
    for (const startVolatility of grid.startVolatility)
      for (const tau of grid.tau)
        for (const periodDays of grid.periodDays) candidates.push({ startDeviation, startVolatility, tau, periodDays })
  const trials = candidates.map((settings) => ({ settings, logLoss: grade(events, settings, untilMs) }))
  return trials.sort((a, b) => a.logLoss - b.logLoss)
}

function grade(events: readonly Event[], settings: Glicko2Settings, untilMs: number): number {
  const ratings: Glicko2Ratings = new Map()
  const predictions: number[] = []
  const outcomes: number[] = []
  for (const event of events) {
    if ('learn' in event) learnGlicko2(ratings, event.learn, settings)
    else if (isGraded(event.forecast) && event.forecast.startMs >= searchFromMs && event.forecast.startMs < untilMs) {
      const { team1Id, team2Id, startMs, winnerTeamId } = event.forecast
      const bestOf = event.forecast.bestOf as BestOf
      predictions.push(forecastGlicko2(ratings, { team1Id, team2Id, bestOf, day: startMs / dayMs }, settings))
      outcomes.push(winnerTeamId === team1Id ? 1 : 0)
    }
  }
  return logLoss(predictions, outcomes)
}
