import { type TournamentFormat, tournamentProgress } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { cupFormat, swissFormat } from '../../support/tournament-formats.ts'

const teams = ['T1', 'Gen.G', 'BLG', 'G2']
const four: TournamentFormat = {
  name: 'Final four',
  teams,
  stages: [{ id: 'cup', kind: 'singleElimination', bestOf: 3, slots: teams }],
}

describe('The progress of a tournament', () => {
  it('has the teams, the winner and the seats of each series', () => {
    const results = [{ stage: 'cup', teams: ['Gen.G', 'T1'], score: [2, 1] }] as const
    const [{ groups, awaitsDraw } = { groups: [] }] = tournamentProgress({ ...four, results })
    const { series, places, isOver } = groups[0]!
    expect(series.map((one) => [one.teams, one.won, one.bestOf])).toEqual([
      [['T1', 'Gen.G'], 'Gen.G', 3],
      [['BLG', 'G2'], null, 3],
      [['Gen.G', null], null, 3],
    ])
    expect([series[2]!.first, series[2]!.second]).toEqual([series[0]!.winner, series[1]!.winner])
    expect([places, isOver, awaitsDraw]).toEqual([[null, null], false, false])
  })

  it('has the places, once all results are known', () => {
    const results = [
      { stage: 'cup', teams: ['T1', 'Gen.G'], score: [2, 1] },
      { stage: 'cup', teams: ['BLG', 'G2'], score: [0, 2] },
      { stage: 'cup', teams: ['T1', 'G2'], score: [2, 0] },
    ] as const
    expect(tournamentProgress({ ...four, results })[0]!.groups[0]).toMatchObject({ places: ['T1', 'G2'], isOver: true })
  })

  it('has the ties of a group, the teams that a slot can have, and says that a lot is missing', () => {
    const order = (group: readonly string[]) =>
      group.flatMap((a, i) =>
        group.slice(i + 1).map((b) => ({ stage: 'groups', teams: [a, b], score: [2, 0] }) as const),
      )
    const circle = [
      ['BLG', 'G2'],
      ['G2', 'FNC'],
      ['FNC', 'BLG'],
    ] as const
    const results = [
      ...order(['Gen.G', 'TES', 'Hanwha Life', 'Dplus']),
      ...['BLG', 'G2', 'FNC'].map((team) => ({ stage: 'groups', teams: ['T1', team], score: [2, 0] }) as const),
      ...circle.map((pair) => ({ stage: 'groups', teams: pair, score: [2, 0] }) as const),
    ]
    const [groups, playoffs] = tournamentProgress({ ...cupFormat, results })
    expect(groups!.groups.map(({ ties }) => ties)).toEqual([[{ teams: ['BLG', 'G2', 'FNC'], awaitsGames: false }], []])
    expect(playoffs!.slots).toEqual([['T1'], ['TES'], ['Gen.G'], ['BLG', 'G2', 'FNC']])
    expect([groups!.awaitsDraw, playoffs!.awaitsDraw]).toEqual([false, true])
    const draws = [{ stage: 'playoffs', slots: ['T1', 'TES', 'Gen.G', 'G2'] }]
    const [, drawn] = tournamentProgress({ ...cupFormat, results, draws })
    expect([drawn!.awaitsDraw, drawn!.groups[0]!.teams]).toEqual([false, ['T1', 'TES', 'Gen.G', 'G2']])
  })

  it('has the pots of a draw, and no teams before the stage that leads to it', () => {
    const [swiss, playoffs] = tournamentProgress(swissFormat)
    expect(playoffs!.pots).toEqual([
      [0, 2, 4, 6],
      [1, 3, 5, 7],
    ])
    expect(playoffs).toMatchObject({ awaitsDraw: false, slots: new Array(8).fill([]) })
    expect(swiss!.groups[0]!.series).toEqual([])
  })

  it('awaits the draw of a bracket until `draws` states it', () => {
    const drawnCup: TournamentFormat = {
      ...four,
      stages: [{ ...four.stages[0]!, draw: 'random' } as (typeof four.stages)[0]],
    }
    const slots = ['BLG', 'G2', 'T1', 'Gen.G']
    const waits = [[], [{ stage: 'cup', slots }]].map((draws) => tournamentProgress({ ...drawnCup, draws })[0]!)
    expect(waits.map(({ awaitsDraw, groups }) => [awaitsDraw, groups[0]!.teams])).toEqual([
      [true, [null, null, null, null]],
      [false, slots],
    ])
  })

  it('is refused as a plan is, with the place of the fault', () => {
    const results = [{ stage: 'cup', teams: ['T1', 'BLG'], score: [2, 0] }] as const
    expect(() => tournamentProgress({ ...four, results })).toThrow('results[0].teams: must be a pair of cup')
  })
})
