import { readFileSync } from 'node:fs'
import { type CatalogueDetails, detailsSteps, emptyPlayerDetail, emptyTeamDetail, parseDetails } from '@riftline/core'
import { describe, expect, it } from 'vitest'
import { refused } from './refused.ts'

const team = { ...emptyTeamDetail, winRate: 50, championPool: [pooled(1)] }
const leader = { player: { id: 5, name: 'Five' }, team: null, value: 4.5 }
const tournament = {
  games: 7,
  sideWinRate: { blue: 0.5, red: null },
  firstObjectiveRates: { blood: { blueShare: 0, winShare: 1 }, tower: null, dragon: null, herald: null, baron: null },
  leaders: { kda: [leader], csPerMin: [], killParticipation: [], goldShare: [] },
}
const details: CatalogueDetails = {
  teams: { 1: team },
  players: { 5: emptyPlayerDetail },
  tournaments: { 9: tournament },
}

function pooled(id: number): CatalogueDetails['teams'][string]['championPool'][number] {
  return { champion: { id, name: `Champion ${id}` }, games: 2, wins: 1, winRate: 50, kda: null }
}

const parse = (value: unknown): CatalogueDetails => parseDetails(JSON.stringify(value))

describe('parseDetails', () => {
  it('gives the committed details as they are in the file', () => {
    const text = readFileSync('artifacts/details.json', 'utf8')
    expect(`${JSON.stringify(parseDetails(text))}\n`).toBe(text)
  })

  it('drops keys that the type does not have, and puts the others in its order', () => {
    const { record, ...rest } = team
    const more = { recent: 1, ...details, teams: { 1: { secret: 1, ...rest, record } } }
    expect(JSON.stringify(parse(more))).toBe(JSON.stringify(details))
  })

  it.each<[string, unknown]>([
    ['.teams', {}],
    ['.teams', []],
    ['.teams', null],
    ['.players', { ...details, players: [] }],
    ['.players.x', { ...details, players: { x: emptyPlayerDetail } }],
    ['.players.0', { ...details, players: { 0: emptyPlayerDetail } }],
    ['.teams.1.winRate', { ...details, teams: { 1: { ...team, winRate: 101 } } }],
    ['.teams.1.record', { ...details, teams: { 1: { ...team, record: '1-0' } } }],
    ['.teams.1.stats.gpm', { ...details, teams: { 1: { ...team, stats: { ...team.stats, gpm: '1' } } } }],
    [
      '.teams.1.championPool[0].wins',
      { ...details, teams: { 1: { ...team, championPool: [{ ...pooled(1), wins: -1 }] } } },
    ],
    [
      '.tournaments.9.sideWinRate.blue',
      { ...details, tournaments: { 9: { ...tournament, sideWinRate: { blue: 2 } } } },
    ],
    ['.tournaments.9.leaders.kda', { ...details, tournaments: { 9: { ...tournament, leaders: {} } } }],
  ])('refuses a fault at %s, with its place', async (path, value) => {
    expect(await refused(() => parse(value))).toMatchObject({
      code: 'artifact_invalid',
      path: `details.json $${path}`,
    })
  })

  it('refuses text that is not JSON', async () => {
    const fault = await refused(() => parseDetails('{'))
    expect(fault).toMatchObject({ code: 'artifact_invalid', path: 'details.json' })
    expect(fault.message).toContain('expected JSON')
  })
})

it('detailsSteps pauses after every 200 rows', () => {
  const teams = Object.fromEntries(Array.from({ length: 401 }, (_, i) => [i + 1, team]))
  const steps = [...detailsSteps(JSON.stringify({ ...details, teams }))]
  expect(steps).toHaveLength(1 + 3 + 1 + 1)
})
