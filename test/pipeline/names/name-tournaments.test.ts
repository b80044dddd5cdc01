import type { CatalogueLeague, CatalogueTournament } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { nameTournaments } from '#pipeline/names/name-catalogue.ts'

const league = (code: string, name: string, region = 'EMEA'): CatalogueLeague => {
  return { code, name, tier: 2, kind: 'league', region, seasons: ['2025'], otherNames: [] }
}
const leagues = [league('NL', 'Northern League'), league('SL', 'Southern League', 'Oceania')]

type Block = readonly [name: string, from: string, to: string, games?: number]

function named(season: string, blocks: readonly Block[], asOf = '2027-01-01'): readonly CatalogueTournament[] {
  const tournaments = blocks.map(([name, from, to], index): CatalogueTournament => {
    const [code = ''] = name.split(' ')
    const span = { startUtc: `${from}T12:00:00`, endUtc: `${to}T12:00:00` }
    return { id: index + 1, name, league: code, region: null, season, ...span }
  })
  const games = new Map(blocks.map(([, , , count = 1], index) => [index + 1, count]))
  return nameTournaments(tournaments, { leagues, asOfMs: Date.parse(asOf), games })
}

const names = (...input: Parameters<typeof named>): readonly string[] => named(...input).map(({ name }) => name)

describe('the name of a tournament', () => {
  it('a tournament is named by league, season and split, and keeps its former name and region', () => {
    expect(named('2026', [['NL 2026 Spring', '2026-01-10', '2026-03-10']])[0]).toMatchObject({
      name: 'Northern League 2026 Spring',
      formerNames: ['NL 2026 Spring'],
      leagueName: 'Northern League',
      region: 'EMEA',
    })
  })

  it("a tournament keeps its name when the name does not begin with a known league's code", () => {
    expect(named('2025', [['World Championship 2025', '2025-10-14', '2025-11-09']])[0]).not.toHaveProperty(
      'formerNames',
    )
    expect(names('2025', [['XX 2025 Spring', '2025-01-10', '2025-03-10']])).toEqual(['XX 2025 Spring'])
  })

  it("a tournament's name does not repeat a word of a league whose name begins with its code", () => {
    const cup = { ...league('KeSPA', 'KeSPA Cup', 'Korea'), kind: 'cup' } as const
    const nameOf = (name: string): string | undefined => {
      const span = { startUtc: '2020-12-21T12:00:00', endUtc: '2021-01-02T12:00:00' }
      const tournament = { id: 1, name, league: 'KeSPA', region: null, season: '2020', ...span }
      const options = { leagues: [cup], asOfMs: Date.UTC(2027, 0, 1), games: new Map([[1, 5]]) }
      return nameTournaments([tournament], options)[0]?.name
    }
    expect(['KeSPA Cup 2020', 'KeSPA Cup', 'KeSPA 2020'].map(nameOf)).toEqual([
      'KeSPA Cup 2020',
      'KeSPA Cup',
      'KeSPA Cup 2020',
    ])
  })

  it('a block before the season is named Promotion unless another block has that name', () => {
    const before: Block = ['SL 2026 Sep', '2025-09-02', '2025-09-09']
    const rest: Block = ['SL 2026 Jan-Mar', '2026-01-10', '2026-03-10']
    expect(names('2026', [before, rest])[0]).toBe('Southern League 2026 Promotion')
    expect(names('2026', [['SL 2026 Oct', '2025-10-01', '2025-10-22'], rest])[0]).toBe(
      'Southern League 2026 (Oct 2025)',
    )
    expect(names('2026', [before, ['SL 2026 Promotion', '2025-08-01', '2025-08-03']])[0]).toBe(
      'Southern League 2026 (Sep 2025)',
    )
  })

  it('the largest blocks of 2025 are named after their split, and other blocks after their months', () => {
    const blocks: readonly Block[] = [
      ['NL 2025 Feb', '2025-02-01', '2025-02-09', 5],
      ['NL 2025 Feb-Mar', '2025-02-20', '2025-03-09', 50],
      ['NL 2025 Apr-May', '2025-04-01', '2025-05-20', 50],
      ['NL 2025 Jul-Sep', '2025-07-20', '2025-09-10', 50],
    ]
    expect(names('2025', blocks)).toEqual([
      'Northern League 2025 (Feb)',
      'Northern League 2025 Winter',
      'Northern League 2025 Spring',
      'Northern League 2025 Summer',
    ])
    expect(
      names(
        '2025',
        blocks.map(([name, ...rest]): Block => [name.replace('NL', 'SL'), ...rest]),
      )[1],
    ).toBe('Southern League 2025 (Feb-Mar)')
  })

  it('a running tournament has a plain name, and keeps it as a former name when it is over', () => {
    const first: Block = ['SL 2026 Jan-Feb', '2026-01-10', '2026-02-20']
    const running = named('2026', [first, ['SL 2026 Promotion', '2025-09-01', '2025-09-05']], '2026-02-28')
    expect(running[0]?.name).toBe('Southern League 2026')
    const later: Block = ['SL 2026 Jun', '2026-06-01', '2026-06-20']
    const [, next] = named('2026', [first, later])
    const over = nameTournaments([running[0]!, next!], { leagues, asOfMs: Date.parse('2027-01-01'), games: new Map() })
    expect(over[0]).toMatchObject({
      name: 'Southern League 2026 (Jan-Feb)',
      formerNames: ['SL 2026 Jan-Feb', 'Southern League 2026'],
    })
  })

  it('naming a tournament again leaves its name unchanged', () => {
    const once = named('2025', [
      ['NL 2025 Feb-Mar', '2025-02-20', '2025-03-09'],
      ['NL 2025 Apr', '2025-04-01', '2025-04-20'],
    ])
    expect(nameTournaments(once, { leagues, asOfMs: Date.parse('2027-01-01'), games: new Map() })).toEqual(once)
  })
})
