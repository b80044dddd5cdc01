import { join } from 'node:path'
import { requireOptions } from '@riftline/base'
import { replayHistory } from '../features/feature-rows.ts'
import { type ReadListeners, readHistory, requireReading } from '../history/read-history.ts'
import { parseNames, readNamesFiles } from '../names/names.ts'
import { championIdsOf } from '../replay/replay.ts'
import { searchGlicko2 } from '../search/search-glicko2.ts'
import { searchTrees, treeCandidates } from '../search/search-trees.ts'
import { inWorkFolder, type TrainerCommands } from '../train/run-trainers.ts'
import { planWindows } from '../train/windows.ts'

/** History of the searches, and the commands that train their trees. */
export interface SearchOptions {
  readonly historyDirectory: string
  readonly commands: TrainerCommands
  readonly reading?: ReadListeners
  /** Called with a line of text for people. */
  readonly onProgress?: (line: string) => void
}

/** Settings of one subject, such as `lightgbm`, and their log-loss on the validation windows. */
export interface Trial {
  readonly subject: string
  /** Differences to the settings in use, or the settings themselves. */
  readonly label: string
  readonly settings: object
  readonly logLoss: number
}

/** Runs every search and returns its trials, best first within each subject. No search sees a test window. */
export async function searchHyperparameters(options: SearchOptions): Promise<Trial[]> {
  requireOptions(options, ['historyDirectory', 'commands', 'reading', 'onProgress'])
  const { historyDirectory, commands, reading, onProgress = () => {} } = options
  requireReading(reading)
  const history = await readHistory(historyDirectory, { ...reading, names: parseNames(await readNamesFiles()) })
  onProgress(`read ${history.games} games in ${history.series.length} series`)
  const { rows, state } = replayHistory(history)
  const plan = planWindows(history.series[0]?.startMs ?? 0, state.asOfMs)
  const windows = plan.windows.filter(({ purpose }) => purpose === 'validation')
  const trials: Trial[] = []
  await inWorkFolder(async (workFolder) => {
    for (const { trainer, candidates } of treeCandidates) {
      const folder = join(workFolder, trainer)
      const { trainingStartMs } = plan
      const search = { trainer, candidates, rows, trainingStartMs, windows, commands, workFolder: folder }
      const found = await searchTrees(search)
      trials.push(
        ...found.map(({ settings, logLoss }) => ({ subject: trainer, label: settings.label, settings, logLoss })),
      )
      onProgress(`${trainer}: ${found.length} candidates, best ${found[0]?.logLoss.toFixed(5)}`)
    }
  })
  const glicko2 = searchGlicko2(history, championIdsOf(history.champions), plan.testFromMs)
  trials.push(
    ...glicko2.map(({ settings, logLoss }) => ({
      subject: 'glicko2',
      label: JSON.stringify(settings),
      settings,
      logLoss,
    })),
  )
  return trials
}
