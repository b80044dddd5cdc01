import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { learnWins, previousWinShare, type SeasonWinsTable } from '#predictor/league/records/season-wins.ts'
import {
  form,
  gameResult,
  type HeadToHead,
  headToHead,
  joinMeetings,
  learnMeeting,
  learnRecord,
  recentSeries,
  recentWins,
  restDays,
  type TeamRecord,
  type TeamRecords,
  tournamentForm,
} from '#predictor/league/records/team-record.ts'

function recordOf(...series: readonly (readonly [day: number, league: string, ...results: number[]])[]): TeamRecord {
  const records: TeamRecords = new Map()
  for (const [day, league, ...results] of series) learnRecord(records, 1, { day, league, results })
  return records.get(1)!
}

describe('a result', () => {
  it('a result is the outcome minus its chance, always above 0 for a win and below 0 for a loss', () => {
    expect([gameResult(true, 0.6), gameResult(false, 0.6)]).toEqual([400, -600])
    expect([gameResult(true, 1), gameResult(false, 0)]).toEqual([1, -1])
  })

  it('the results of both teams are opposite', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.double({ min: 0, max: 1, noNaN: true }), (won, chance) => {
        expect(Math.abs(gameResult(won, chance) + gameResult(!won, 1 - chance))).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('the record of a team', () => {
  it('a team’s record sums the results of the last games, pulled to 0 when they are few', () => {
    const record = recordOf([1, 'LCK', 400, -600], [3, 'LCK', 200])
    expect(form(record, 5)).toBeCloseTo(0 / 5.5, 12)
    expect(form(recordOf([1, 'LCK', 400, 400, 400]), 2)).toBeCloseTo(0.8 / 3, 12)
    expect(recentWins(record, 10)).toBeCloseTo(0.5 / 8, 12)
    expect(recentWins(record, 1)).toBeCloseTo(0.5 / 6, 12)
  })

  it('a team’s record keeps the last twenty games', () => {
    const games = Array.from({ length: 30 }, (_, i) => (i < 15 ? -500 : 500))
    const { results } = recordOf([1, 'LCK', ...games])
    expect(results).toEqual(games.slice(-20))
  })

  it('a team’s record counts games won or lost in a row, up to eight', () => {
    expect(recordOf([1, 'LCK', -500, 500, 400]).streak).toBe(2)
    expect(recordOf([1, 'LCK', 500, -500], [2, 'LEC', -100]).streak).toBe(-2)
    expect(recordOf([1, 'LCK', ...Array.from({ length: 12 }, () => 500)]).streak).toBe(8)
  })

  it('a team’s form in a tournament ends when it plays elsewhere or not at all for three weeks', () => {
    const record = recordOf([1, 'LCK', 300], [15, 'LCK', 300])
    expect(tournamentForm(record, 'LCK', 20)).toBeCloseTo(0.6 / 5, 12)
    expect(tournamentForm(record, 'LEC', 20)).toBe(0)
    expect(tournamentForm(record, 'LCK', 37)).toBe(0)
    expect(tournamentForm(recordOf([1, 'LCK', 300], [2, 'MSI', -100]), 'LCK', 3)).toBe(0)
    expect(tournamentForm(recordOf([1, 'LCK', 300], [40, 'LCK', 500]), 'LCK', 41)).toBeCloseTo(0.5 / 4, 12)
  })

  it('a team’s record states its days of rest and its games in a fortnight', () => {
    const record = recordOf([1, 'LCK', 1], [8, 'LCK', 1], [10, 'LCK', 1])
    expect(restDays(record, 12.5)).toBe(2.5)
    expect(restDays(record, 900)).toBe(200)
    expect([recentSeries(record, 12), recentSeries(record, 23), recentSeries(record, 30)]).toEqual([3, 1, 0])
  })
})

describe('meetings of two teams', () => {
  it('the meetings of two teams have the opposite value for the other team', () => {
    const table: HeadToHead = new Map()
    learnMeeting(table, 7, 3, [400, 300])
    learnMeeting(table, 3, 7, [100])
    expect(headToHead(table, 7, 3)).toBeCloseTo(0.6 / 6, 12)
    expect(headToHead(table, 3, 7)).toBe(-headToHead(table, 7, 3))
    expect(headToHead(table, 3, 8)).toBe(0)
  })

  it('joining two teams moves their meetings and removes those between them', () => {
    const pairs = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }), fc.integer({ min: -900, max: 900 })),
    )
    fc.assert(
      fc.property(pairs, (meetings) => {
        const [joined, learned]: [HeadToHead, HeadToHead] = [new Map(), new Map()]
        const asOne = (id: number): number => (id === 2 ? 4 : id)
        for (const [a, b, result] of meetings) {
          if (a === b) continue
          learnMeeting(joined, a, b, [result])
          if (asOne(a) !== asOne(b)) learnMeeting(learned, asOne(a), asOne(b), [result])
        }
        joinMeetings(joined, 2, 4)
        for (const a of [1, 3, 4, 5]) {
          for (const b of [1, 3, 4, 5]) if (a !== b) expect(headToHead(joined, a, b)).toBe(headToHead(learned, a, b))
        }
      }),
    )
  })
})

describe('the share of wins of a season', () => {
  it('a season’s share of wins counts in the following year, pulled to one half when games are few', () => {
    const table: SeasonWinsTable = new Map()
    for (const won of [true, true, true, false, true]) learnWins(table, 1, 2025, won)
    expect(previousWinShare(table, 1, 2026)).toBeCloseTo((4 / 5 - 0.5) * (5 / 20), 12)
    expect(previousWinShare(table, 1, 2025)).toBe(0)
    expect(previousWinShare(table, 9, 2026)).toBe(0)
  })

  it('a season’s share of wins keeps the year of the last game and the year before', () => {
    const table: SeasonWinsTable = new Map()
    for (const year of [2023, 2024, 2026]) learnWins(table, 1, year, true)
    expect(table.get(1)).toEqual([{ year: 2026, games: 1, wins: 1 }])
    learnWins(table, 2, 2025, true)
    learnWins(table, 2, 2026, false)
    expect(table.get(2)!.map(({ year }) => year)).toEqual([2025, 2026])
  })
})
