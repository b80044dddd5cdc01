import { describe, expect, it } from 'vitest'
import type { Game } from '#pipeline/history/types.ts'
import { championIdsOf, pickedIds, toPlayedSeries } from '#pipeline/replay/replay.ts'
import { five, playedSeries, type SeriesSketch } from '../../support/played-league.ts'
import { heroes, historySeries } from '../../support/played-league-history.ts'

describe('toPlayedSeries', () => {
  const statistics = { kills: 21, towers: 9, gold: 70_000, dragons: 3, creepScore: 1010 }
  const sketch: SeriesSketch = {
    id: 12,
    league: 'LFL',
    bestOf: 3,
    teams: [8, 5],
    games: [
      {
        winner: 1,
        blue: 2,
        minutes: 31,
        patch: '31.01',
        team1: { lineup: five(11), champions: five(1), ...statistics },
        team2: { lineup: five(21), champions: five(6), kills: 4, towers: 2, gold: 55_000, dragons: 1, creepScore: 900 },
      },
      { winner: 2, team1: { kills: 3 }, team2: { lineup: five(21) } },
    ],
  }

  it('a played series has games with ids instead of names, margins of the winner, and kills minus deaths', () => {
    expect(toPlayedSeries(historySeries(sketch), heroes)).toEqual(playedSeries(sketch))
  })

  it('a played series has only the games that the filter accepts', () => {
    const onlySecond = toPlayedSeries(historySeries(sketch), heroes, (game: Game) => game.gameNumber === 2)
    expect(onlySecond.games).toEqual(playedSeries(sketch).games.slice(1))
  })

  it('a played side has no line-up unless all five players are known', () => {
    const series = historySeries(sketch)
    const game = series.games[0]!
    const side = {
      ...game.sides[0],
      playerIds: [1, 2, null, 4, 5],
      champions: ['Hero 1', 'Hero 2', 'No one', null, ''],
    }
    const played = toPlayedSeries({ ...series, games: [{ ...game, sides: [side, game.sides[1]] }] }, heroes)
    expect(played.games[0]!.sides[0]).toMatchObject({ lineup: null, champions: null })
    expect(played.games[0]!.sides[1].lineup).toEqual(five(11))
  })
})

describe('champion ids', () => {
  const ids = championIdsOf([
    { id: 3, name: "Kai'Sa" },
    { id: 7, name: 'Nunu & Willump' },
  ])

  it('a champion id is found by the listed name and by one that differs in case, spaces or punctuation', () => {
    expect(["Kai'Sa", 'kaisa', 'KAI SA', 'nunuwillump'].map((name) => ids.get(name))).toEqual([3, 3, 3, 7])
  })

  it('an unlisted champion has no id, and neither have property names of the object prototype', () => {
    expect([ids.get('Teemo'), ids.get('constructor'), ids.get('')]).toEqual([undefined, undefined, undefined])
  })

  it('five champions make a draft only when all five are known', () => {
    expect(pickedIds(['kaisa', "Kai'Sa", 'kaisa', 'kaisa', 'Nunu & Willump'], ids)).toEqual([3, 3, 3, 3, 7])
    expect(pickedIds(['kaisa', null, 'kaisa', 'kaisa', 'kaisa'], ids)).toBeNull()
    expect(pickedIds(['kaisa', 'Teemo', 'kaisa', 'kaisa', 'kaisa'], ids)).toBeNull()
  })
})
