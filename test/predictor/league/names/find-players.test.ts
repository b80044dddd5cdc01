import { type Catalogue, type CataloguePlayer, findPlayers } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'

const team = (id: number, league: string) => {
  return { id, name: `Team ${id}`, aliases: [], region: null, league, logoUrl: null, lastGameUtc: null }
}
const league = (code: string, tier: 1 | 2) => {
  return { code, name: code, tier, kind: 'league', region: null, seasons: [], otherNames: [] } as const
}

function player(id: number, name: string, more: Partial<CataloguePlayer> = {}): CataloguePlayer {
  return { id, name, aliases: [], role: 'MID', teamId: 1, lastGameUtc: '2031-05-01T00:00:00', ...more }
}

function find(
  players: readonly CataloguePlayer[],
  ...rest: [name: string, hints?: Parameters<typeof findPlayers>[2]]
): unknown {
  const catalogue: Catalogue = {
    asOf: '2031-06-01T00:00:00',
    teams: [team(1, 'TOP'), team(2, 'LOW')],
    players,
    champions: [],
    tournaments: [],
    leagues: [league('TOP', 1), league('LOW', 2)],
  }
  return findPlayers(catalogue, ...rest).map(({ id }) => id)
}

const silent = (lastGameUtc: string | null) => ({ teamId: null, lastGameUtc })

describe('findPlayers', () => {
  it('findPlayers ignores case, accents and spaces, and finds nobody by a name without letters', () => {
    const all = [player(1, 'Ilyxøu'), player(2, 'Hans Sama')]
    expect([find(all, 'ilyxou'), find(all, 'HansSama'), find(all, 'nobody'), find(all, ' - ')]).toEqual([
      [1],
      [2],
      [],
      [],
    ])
  })

  it('findPlayers prefers own names to other spellings', () => {
    const all = [player(1, 'Old', { aliases: ['Kestrel'] }), player(2, 'Kestrel', silent('2025-01-01T00:00:00'))]
    expect([find(all, 'Kestrel'), find(all, 'Old')]).toEqual([[2], [1]])
  })

  it('findPlayers filters by team and role, possibly down to nobody', () => {
    const all = [player(1, 'K'), player(2, 'K', { teamId: 2, role: 'TOP' })]
    expect(find(all, 'K', { teamId: 2 })).toEqual([2])
    expect(find(all, 'K', { role: 'TOP' })).toEqual([2])
    expect(find(all, 'K', { role: 'SUPPORT' })).toEqual([])
  })

  it('findPlayers prefers active players, and among these the higher tier', () => {
    const all = [player(1, 'K', { teamId: 2 }), player(2, 'K', silent('2030-11-01T00:00:00')), player(3, 'K')]
    expect(find(all, 'K')).toEqual([3])
    expect(find(all.slice(0, 2), 'K')).toEqual([1])
  })

  it('findPlayers returns all retired players whose last games are within a year, the latest first', () => {
    const all = [player(1, 'K', silent('2028-01-01T00:00:00')), player(2, 'K', silent('2028-12-31T00:00:00'))]
    expect(find(all, 'K')).toEqual([2, 1])
    expect(find([...all, player(3, 'K', silent(null))], 'K')).toEqual([2, 1])
    expect(find([player(4, 'K', silent('2029-12-31T00:00:00')), ...all], 'K')).toEqual([4, 2])
    expect(find([player(3, 'K', silent(null)), player(5, 'K', silent(null))], 'K')).toEqual([3, 5])
  })
})
