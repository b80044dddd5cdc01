import { calibrationSlope, clusteredDifference, logLoss } from '@riftline/core'
import { expect, it } from 'vitest'
import { measureTournaments } from '#pipeline/evaluate/tournament-scores.ts'
import { acceptanceChecks } from '#pipeline/report/acceptance-checks.ts'
import { tournamentsSection } from '#pipeline/report/sections/tournaments.ts'
import { inventedBackTest } from './invented-forecasts.ts'
import { rowsOf, sentencesOf } from './report-text.ts'

const backTest = inventedBackTest()
const measured = measureTournaments(backTest)
const section = tournamentsSection(measured)
const heading = 'Tournaments, simulated'
const teams = backTest.seasons.flatMap(({ first, season }) =>
  first.map((team) => ({ ...team, cluster: season.tournamentId })),
)
const outcomes = teams.map(({ outcome }) => outcome)
const chancesOf = (name: 'joint' | 'elo') => teams.map(({ chances }) => chances[name])
const signed = (value: number): string => `${value > 0 ? '+' : ''}${value.toFixed(4).replace('-', '−')}`

it('the section says how many seasons were simulated, of which leagues, and what the rule left out', () => {
  const text = sentencesOf(section, heading)
  expect(text).toContain('8 seasons of at least 8 teams')
  expect(text).toContain('left out 3 tournaments with groups or another format, 2 in which a series')
  expect(text).toContain('Seasons by league: L0 5, LCK 3.')
  expect(text).toContain('4 play-offs without such a bracket are left out')
})

it('the scores of all moments are those of the metrics', () => {
  const [row] = rowsOf(section, heading, 'first place', 'all', 'Elo (K = 32)')
  expect(row!.slice(3, 5)).toEqual(['192', logLoss(chancesOf('elo'), outcomes).toFixed(4)])
  expect(row![6]).toMatch(new RegExp(`^${calibrationSlope(chancesOf('elo'), outcomes).slope.toFixed(2)} \\[`))
})

it('the gain over Elo has the interval over seasons', () => {
  const clusters = teams.map(({ cluster }) => cluster)
  const { mean, low, high } = clusteredDifference(chancesOf('elo'), chancesOf('joint'), outcomes, clusters, {
    resamples: 2000,
    seed: 7,
  })
  const row = rowsOf(section, heading, 'first place', 'all').find((cells) => cells[2] === '192')
  expect(row!.slice(3, 5)).toEqual([signed(mean), `[${signed(low)}, ${signed(high)}]`])
})

it('brackets are shown by kind, and international events by name', () => {
  expect(rowsOf(section, heading, 'all', '3')[0]!.slice(2, 6)).toEqual(
    [0.25, 0.25, 0.125, 0.25].map((chance) => Math.log(chance).toFixed(4).replace('-', '−')),
  )
  expect(section).toContain('| Cup \\| WLDs | 4 | 0.2500 | 0.1250 | 0.2500 |')
  expect(section).not.toContain('Cup \\| LCK')
})

it('each event of a season has four acceptance checks', () => {
  const checks = acceptanceChecks({ windows: [], draft: null, ages: [], tournaments: measured })
  expect(checks.map(({ where }) => where)).toEqual([
    ...Array.from({ length: 4 }, () => 'seasons simulated, first place'),
    ...Array.from({ length: 4 }, () => 'seasons simulated, upper half'),
  ])
  const nearer = checks.filter(({ check }) => check.includes('nearer to slope 1'))
  expect(nearer.map(({ met }) => met)).toEqual([true, true])
})

it('a history without a season has neither section nor checks of it', () => {
  const none = measureTournaments({ ...backTest, seasons: [] })
  expect(tournamentsSection(none)).toBe('')
  expect(acceptanceChecks({ windows: [], draft: null, ages: [], tournaments: none })).toEqual([])
})
