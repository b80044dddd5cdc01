import {
  type CatalogueDetails,
  emptyPlayerDetail,
  emptyTeamDetail,
  type Sample,
  type TeamDetail,
} from '@riftline/predictor'
import { expect, it } from 'vitest'
import { measureCoverage, statisticsSection } from '#pipeline/report/coverage.ts'

const team = (id: number, league: string | null) => {
  return { id, name: `team ${id}`, aliases: [], region: null, league, logoUrl: null, lastGameUtc: null }
}
const league = (code: string, tier: 1 | 2 | 3 | null) => {
  return { code, name: code, tier, kind: 'league', region: null, seasons: [], otherNames: [] } as const
}
const played = (kda: Sample | null): TeamDetail => ({
  ...emptyTeamDetail,
  stats: { ...emptyTeamDetail.stats, games: 12 },
  samples: { ...emptyTeamDetail.samples, kda },
})
const leagues = [league('LCK', 1), league('LFL', 2), league('LIT', null)]
const teams = [team(1, 'LCK'), team(2, 'LCK'), team(3, 'LCK'), team(4, 'LFL'), team(5, 'LIT'), team(6, null)]
const details: Pick<CatalogueDetails, 'teams' | 'players'> = {
  teams: {
    1: played({ games: 12, from: 'games' }),
    2: played({ games: 40, from: 'season' }),
    3: played(null),
    4: emptyTeamDetail,
    5: played({ games: 12, from: 'games' }),
    6: played({ games: 12, from: 'games' }),
  },
  players: {},
}

it('teams with games are counted by the tier of their league, and a statistic counts when its sample is known', () => {
  const { teams: counted, players } = measureCoverage({ teams, players: [], leagues }, details)
  expect(counted.counts).toEqual([3, 0, 0])
  expect(counted.numbers.find(({ name }) => name === 'kda')).toEqual({
    name: 'kda',
    known: [2, 0, 0],
    bySeason: [1, 0, 0],
  })
  expect(counted.numbers.find(({ name }) => name === 'gpm')).toEqual({
    name: 'gpm',
    known: [0, 0, 0],
    bySeason: [0, 0, 0],
  })
  expect(players).toEqual({ counts: [0, 0, 0], numbers: [] })
})

it('a player counts in the tier of their team, and a player without a team in none', () => {
  const player = (id: number, teamId: number | null) => ({ id, name: `player ${id}`, aliases: [], role: null, teamId })
  const row = { ...emptyPlayerDetail, stats: { ...emptyPlayerDetail.stats, games: 3 } }
  const players = [player(7, 1), player(8, 5), player(9, null)]
  const counted = measureCoverage({ teams, players, leagues }, { teams: {}, players: { 7: row, 8: row, 9: row } })
  expect(counted.players.counts).toEqual([1, 0, 0])
})

it('the report shows shares, the part from seasons in brackets, and a dash for a tier without anybody', () => {
  const text = statisticsSection(measureCoverage({ teams, players: [], leagues }, details))
  expect(text).toContain('| teams | tier 1, 3 | tier 2, 0 | tier 3, 0 |')
  expect(text).toContain('| kda | 67 % (33 %) | – | – |')
  expect(text).toContain('| gpm | 0 % | – | – |')
})
