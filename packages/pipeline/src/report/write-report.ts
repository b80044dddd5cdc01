import { RiftlineError } from '@riftline/base'
import { measureTournaments } from '../evaluate/tournament-scores.ts'
import { acceptanceChecks, acceptanceChecksTable } from './acceptance-checks.ts'
import { statisticsSection } from './coverage.ts'
import {
  measureAge,
  measureDraft,
  measureWindow,
  type ReportedWindow,
  type ReportInput,
  reportPath,
} from './measure.ts'
import * as introduction from './sections/introduction.ts'
import { marketSection, valuePicksSection } from './sections/market.ts'
import { bookPricesSection, seriesMarketsSection } from './sections/series-markets.ts'
import { tournamentsSection } from './sections/tournaments.ts'
import * as windows from './sections/windows.ts'
import { gainsPlot } from './svg/gains-plot.ts'
import { reliabilityDiagrams } from './svg/reliability-diagrams.ts'

const gainsPath = 'report/gains.svg'

/** Writes `REPORT.md` and its pictures, by path. @throws RiftlineError `invalid_argument` if no test window has a graded series */
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
  const tournaments = measureTournaments(input.tournaments)
  const checks = acceptanceChecks({ windows: measured, draft, ages, tournaments })
  const sections = [
    introduction.whatIsGraded(input),
    introduction.inShort(measured, checks),
    `![Log-loss saved against Elo by model and test window, with intervals](${gainsPath})`,
    introduction.sampleSizes(input.windows),
    acceptanceChecksTable(checks),
    introduction.readingNotes(),
    ...measured.map((window) => windows.testWindow(window, (model) => diagramPath(window.window, model))),
    windows.byBestOf(test),
    windows.byLeague(test, new Map(input.leagues.map(({ code, name }) => [code, name]))),
    windows.draftSection(draft),
    seriesMarketsSection(test, validation),
    bookPricesSection(graded),
    windows.stepsSection(test),
    windows.ageSection(ages),
    marketSection(test, diagramPath),
    valuePicksSection(input.record),
    tournamentsSection(tournaments),
    windows.validationWindows(validation),
    introduction.settingsSection(input),
    introduction.trainingSection(input.training),
    statisticsSection(input.coverage),
    introduction.notesSection(input.notes),
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
