import { loadCatalogue } from '@riftline/predictor/node'
import { expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import type { OfferedSeries } from '../support/sources/offered-series.ts'
import { startCapturing } from './capturing.ts'
import { teamSpellings } from './team-spellings.ts'

const { teams } = await loadCatalogue('artifacts')
const byName = new Map(teams.map((team) => [team.name, team]))
const minuteMs = 60_000
const firstMs = Date.parse('2026-03-02T09:00:00Z')

/** Every spelling paired with a rival of its league, one minute apart. */
const meetings = teamSpellings.flatMap((group) =>
  group.flatMap(([team, ...spellings], at) => {
    const [rival] = group[(at + 1) % group.length]!
    return spellings.map((spelling) => ({ team: byName.get(team)!, spelling, rival: byName.get(rival)! }))
  }),
)

const startOf = (at: number): string => new Date(firstMs + at * minuteMs).toISOString().slice(0, 19)

it.runIf(runsAll)('odds of both markets get the right team ids for over 100 spellings', async () => {
  expect(meetings.length).toBeGreaterThan(100)
  const capturing = await startCapturing('2026-03-01T12:00:00')
  const offers = meetings.map(({ spelling, rival }, at): OfferedSeries => {
    const names = [spelling, rival.name] as const
    return { id: `E${at}`, teams: at % 2 === 0 ? names : [names[1], names[0]], start: startOf(at) }
  })
  capturing.polymarket.series = offers
  capturing.kalshi.series = offers
  const announced = meetings.map(({ team, rival }, at) => ({
    ...{ id: `S${at}`, scheduledUtc: startOf(at), league: team.league ?? '' },
    ...{ team1: { id: team.id, name: team.name }, team2: { id: rival.id, name: rival.name } },
  }))
  // The first market runs without announcements, so only names can resolve its teams.
  const first = await capturing.round('--sources', 'polymarket')
  expect(first.sources.polymarket?.unresolved).toEqual([])
  await capturing.announce(...announced)
  const second = await capturing.round('--sources', 'kalshi')
  expect(second.sources.kalshi?.skipped).toEqual([])
  for (const [at, { team, rival, spelling }] of meetings.entries()) {
    const stored = await capturing.stored(team.id, rival.id)
    const ids = stored.map(({ match }) => match.esportsMatchId)
    expect([spelling, ids], spelling).toEqual([spelling, expect.arrayContaining([`polymarket:E${at}`, `S${at}`])])
  }
})
