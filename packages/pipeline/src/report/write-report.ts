import { RiftlineError } from '@riftline/base'
import { acceptanceChecks } from './acceptance-checks.ts'
import { measureAge } from './measure/measure-age.ts'
import { measureDraft } from './measure/measure-draft.ts'
import { measureWindow } from './measure/measure-window.ts'
import { reportPath } from './paths.ts'
import type { ReportedWindow, ReportInput } from './report-input.ts'
import { acceptanceChecksTable } from './sections/acceptance-checks-table.ts'
import { ageSection } from './sections/age.ts'
import { bookPricesSection } from './sections/book-prices.ts'
import { byBestOf } from './sections/by-best-of.ts'
import { byLeague } from './sections/by-league.ts'
import { draftSection } from './sections/draft.ts'
import { marketSection } from './sections/market.ts'
import { notesSection } from './sections/notes.ts'
import { readingNotes } from './sections/reading-notes.ts'
import { sampleSizes } from './sections/sample-sizes.ts'
import { seriesMarketsSection } from './sections/series-markets.ts'
import { settingsSection } from './sections/settings.ts'
import { statisticsSection } from './sections/statistics.ts'
import { stepsSection } from './sections/steps.ts'
import { testWindow } from './sections/test-window.ts'
import { trainingSection } from './sections/training.ts'
import { validationWindows } from './sections/validation-windows.ts'
import { valuePicksSection } from './sections/value-picks.ts'
import { inShort, whatIsGraded } from './sections/what-is-graded.ts'
import { gainsPlot } from './svg/gains-plot.ts'
import { reliabilityDiagrams } from './svg/reliability-diagrams.ts'

const gainsPath = 'report/gains.svg'

/**
 * The report on the forecasts: `REPORT.md` and the pictures it shows, by path in the artifacts folder. Windows without a
 * graded series are counted and otherwise left out.
 *
 * @throws RiftlineError `invalid_argument` where no test window has a graded series
 */
export function writeReport(input: ReportInput): Record<string, string> {
  const graded = input.windows.filter((window) => window.graded.length > 0)
  const validation = graded.filter(({ purpose }) => purpose === 'validation')
  const test = graded.filter(({ purpose }) => purpose !== 'validation')
  if (test.length === 0) {
    throw new RiftlineError('invalid_argument', 'windows: expected a test window with graded series, got none')
  }
  const measured = test.map(measureWindow)
  const draft = measureDraft(test)
  const ages = input.ages.map(measureAge)
  const checks = acceptanceChecks({ windows: measured, draft, ages })
  const sections = [
    whatIsGraded(input),
    inShort(measured, checks),
    `![Log-loss saved against Elo by model and test window, with intervals](${gainsPath})`,
    sampleSizes(input.windows),
    acceptanceChecksTable(checks),
    readingNotes(),
    ...measured.map((window) => testWindow(window, (model) => diagramPath(window.window, model))),
    byBestOf(test),
    byLeague(test, new Map(input.leagues.map(({ code, name }) => [code, name]))),
    draftSection(draft),
    seriesMarketsSection(test, validation),
    bookPricesSection(graded),
    stepsSection(test),
    ageSection(ages),
    marketSection(test, diagramPath),
    valuePicksSection(input.record),
    validationWindows(validation),
    settingsSection(input),
    trainingSection(input.training),
    statisticsSection(input.coverage),
    notesSection(input.notes),
  ]
  return {
    [reportPath]: `${sections.filter((section) => section !== '').join('\n\n')}\n`,
    [gainsPath]: gainsPlot(test),
    ...Object.fromEntries(test.flatMap(diagrams)),
  }
}

function diagrams(window: ReportedWindow): (readonly [string, string])[] {
  const drawn = Object.entries(reliabilityDiagrams(window.name, window.graded))
  return drawn.map(([model, svg]) => [diagramPath(window, model), svg])
}

/** `2025-07..2026-02`, `consensus` → `report/reliability-2025-07-to-2026-02-consensus.svg` */
function diagramPath({ name }: ReportedWindow, model: string): string {
  const slug = name.replaceAll('..', '-to-').replaceAll(/[^A-Za-z0-9-]+/g, '-')
  return `report/reliability-${slug}-${model}.svg`
}
