import { toUtc } from '@riftline/base'
import {
  type BaseModel,
  type Blend,
  baseModels,
  type ForecastState,
  modelPath,
  writeBlend,
  writeCatalogue,
  writeDetails,
  writeSnapshot,
} from '@riftline/predictor'
import { computePerformance, type GradedSeries, writeGraded, writePerformance } from '@riftline/record'
import { type Baselines, writeBaselines } from '../baselines/baselines.ts'
import type { BuiltCatalogue } from '../catalogue/build-catalogue.ts'
import { score } from '../evaluate/scores.ts'
import { packExternalIds } from '../history/external-ids.ts'
import type { ExternalIds } from '../history/types.ts'
import type { NamesFiles } from '../names/names.ts'
import type { ReportedWindow, TrainingRecord } from '../report/measure.ts'
import { hyperparameters } from '../train/hyperparameters.ts'
import type { TrainedModels } from '../train/train-windows.ts'
import type { TrainingSpan } from '../train/windows.ts'
import { baselinesPath, externalIdsPath, gradedPath, performancePath, recentPath } from './open-folder.ts'
import type { ArtifactFile } from './write-folder.ts'

/** The part of an artifacts folder that an update changes; models are not in it. */
interface Snapshot {
  readonly state: ForecastState
  readonly baselines: Baselines
  readonly graded: readonly GradedSeries[]
  readonly blend: Blend
  readonly catalogue: BuiltCatalogue
  readonly externalIds: ExternalIds
  readonly namesFiles: NamesFiles
}

export function snapshotFiles(snapshot: Snapshot): Record<string, ArtifactFile> {
  const { catalogue, details, recent } = snapshot.catalogue
  const json = (format: string, value: unknown): ArtifactFile => ({ format, text: `${JSON.stringify(value)}\n` })
  return {
    'state.json': { format: 'riftline-state', text: writeSnapshot(snapshot.state) },
    'blend.json': { format: 'riftline-blend', text: writeBlend(snapshot.blend) },
    'catalogue.json': { format: 'riftline-catalogue', text: writeCatalogue(catalogue) },
    'details.json': { format: 'riftline-details', text: writeDetails(details) },
    'aliases.json': { format: 'riftline-aliases', text: snapshot.namesFiles['aliases.json'] },
    'leagues.json': { format: 'riftline-leagues', text: snapshot.namesFiles['leagues.json'] },
    [recentPath]: json('riftline-recent', recent),
    [externalIdsPath]: json('riftline-ids', packExternalIds(snapshot.externalIds)),
    [baselinesPath]: { format: 'riftline-baselines', text: writeBaselines(snapshot.baselines) },
    [gradedPath]: { format: 'riftline-graded', text: writeGraded(snapshot.graded) },
    [performancePath]: {
      format: 'riftline-performance',
      text: writePerformance(computePerformance(snapshot.graded, snapshot.state.asOfMs)),
    },
  }
}

type ModelAbout = ReturnType<typeof aboutModel>

const formats: Readonly<Record<BaseModel, string>> = {
  fasttree: 'mlnet-fasttree',
  lightgbm: 'lightgbm-dump',
  pcasweep: 'riftline-pcasweep',
}

type TestWindows = readonly Pick<ReportedWindow, 'name' | 'graded'>[]

export function describeModels({ span, files: texts }: TrainedModels, windows: TestWindows) {
  const files: Record<string, ArtifactFile> = {}
  const all: ModelAbout[] = []
  for (const model of baseModels) {
    const path = modelPath(model)
    const text = texts[path]!
    const about = aboutModel(model, text, span, windows)
    all.push(about)
    files[path] = { text, format: formats[model], about: { ...about } }
  }
  return { files, about: all }
}

function aboutModel(model: BaseModel, text: string, span: TrainingSpan, windows: TestWindows) {
  const { training = {} } = JSON.parse(text) as { readonly training?: Readonly<Record<string, unknown>> }
  const { trainer = 'riftline', version = '1', ...rest } = training
  const metrics = windows.map(({ name, graded }) => [name, score(graded, ({ match }) => match[model].raw)] as const)
  return {
    model,
    trainer: String(trainer),
    version: String(version),
    window: { from: toUtc(span.fromMs), until: toUtc(span.untilMs) },
    training: rest,
    metrics: Object.fromEntries(metrics),
  }
}

export function trainingRecord({ model, trainer, version, training }: ModelAbout): TrainingRecord {
  const { trainRows, rows, bestIteration, bestNumberOfTrees, stopLogLoss } = training
  return {
    model,
    rows: Number(trainRows ?? rows),
    features: hyperparameters[model].features,
    settings: model === 'pcasweep' ? { C: training.C } : hyperparameters[model].parameters,
    trainer,
    version,
    bestIteration: numberOrNull(bestIteration ?? bestNumberOfTrees),
    stopLogLoss: numberOrNull(stopLogLoss),
  }
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

export function artifactsReadme(asOf: string, models: readonly ModelAbout[]): string {
  const rows = models.map(
    ({ model, trainer, version, window }) =>
      `| \`${modelPath(model)}\` | ${trainer} ${version} | ${window.from.slice(0, 10)} to ${window.until.slice(0, 10)} |`,
  )
  return `# Artifacts

Made by \`riftline build\` from match history up to ${asOf} UTC, never edited by hand; \`riftline update\` moves everything but the models to newer
matches. \`manifest.json\` names every JSON file with its SHA-256, and for models the trainer, its settings and scores on series they never saw.
[REPORT.md](REPORT.md) has the evaluation, beside the prices of books where the history has them.

| model | trainer | trained on series of |
|---|---|---|
${rows.join('\n')}

| file | holds |
|---|---|
| \`state.json\` | ratings of leagues, teams and players, champion effects: what a forecast reads |
| \`blend.json\` | calibration curves, the graded chances that weigh the consensus, weights against the market |
| \`catalogue.json\`, \`details.json\` | lists and statistics of teams, players, champions and tournaments |
| \`aliases.json\`, \`leagues.json\` | names that people use, written by hand; the catalogue has them too |
| \`graded.json\` | series of the last two years: teams, score, and every forecast as it was made before the first game |
| \`performance.json\` | scores of these forecasts by time, league and format, with intervals, beside Elo, Glicko-2 and the market |
| \`baselines.json\` | Elo and Glicko-2 ratings that evaluations are compared with |
| \`recent.json\`, \`ids.json\` | sums of the last year and ids of teams and players, for \`riftline update\` |

Every tree model carries rows that its trainer scored itself, under \`verification\`; riftline's scores equal them bit for bit.

## Data and attribution

Statistics, ratings and models are derived from public match results. \`graded.json\` has the results of the series that it grades, with their forecasts;
no row of a game, a player or a price is in this folder. Match data aggregated by Tim Sevenhuysen of
OraclesElixir.com; some content courtesy of Leaguepedia (CC-BY-SA 3.0). Champion images are linked from Riot's Data Dragon. riftline is not endorsed by
Riot Games and does not reflect its views; League of Legends and Riot Games are trademarks of Riot Games, Inc., whose policies on data and betting apply
to anyone who serves these artifacts.
`
}
