import { fold, type StatedGame } from '@riftline/predictor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeGames, type SourcedGame } from '#pipeline/history/stated/merge-games.ts'
import { amount } from '../../../support/amount.ts'
import { statedGame, statedSide } from '../../../support/stated-games.ts'

const keyOf = ({ name }: { readonly name: string }): string => fold(name)
const merge = (...games: readonly StatedGame[]) => mergeGames(games, keyOf)
const only = (...games: readonly StatedGame[]): SourcedGame => {
  const { games: merged, disputed } = merge(...games)
  expect([merged.length, disputed.length]).toEqual([1, 0])
  return merged[0]!
}
const minuteMs = 60_000

const leaguepedia = statedGame({ seriesId: 'LP/1', league: 'LCK', patch: '16.01' })
const oracles = statedGame({ source: 'oracles-elixir', league: 'LCK2', patch: '16.02', lengthSeconds: 1800 })
const lolesports = statedGame({ source: 'lolesports', id: 'le1', hasPlatformId: false, seriesId: '77' })

describe('one game of several sources', () => {
  it('games with one platform id are one game, whatever else differs', () => {
    expect(only(leaguepedia, { ...oracles, startMs: oracles.startMs + 500 * minuteMs, gameNumber: 2 }).id).toBe('G1')
  })

  it('games of one pair, one number and starts within 90 minutes are one game', () => {
    const at = (minutes: number) => ({ ...lolesports, startMs: leaguepedia.startMs + minutes * minuteMs })
    expect(merge(leaguepedia, at(90)).games.length).toBe(1)
    expect(merge(leaguepedia, at(91)).games.length).toBe(2)
    expect(merge(leaguepedia, { ...at(0), gameNumber: 2 }).games.length).toBe(2)
    const other = [statedSide({ name: 'Dune Drakes', sourceId: null }), leaguepedia.sides[1]] as const
    expect(merge(leaguepedia, { ...at(0), sides: other }).games.length).toBe(2)
  })

  it('two games of one source, or of two platform ids, stay two', () => {
    expect(merge(leaguepedia, { ...leaguepedia, id: 'G2' }).games.length).toBe(2)
    expect(merge(leaguepedia, { ...oracles, id: 'G2' }).games.length).toBe(2)
  })

  it('a merged game takes each field from the first source that states it', () => {
    const game = only(lolesports, oracles, leaguepedia)
    expect(game).toMatchObject({ league: 'LCK', seriesId: 'LP/1', patch: '16.02', lengthSeconds: 1800, id: 'G1' })
    expect(only(lolesports, leaguepedia)).toMatchObject({ patch: '16.01', lengthSeconds: null })
  })

  it('a merged game takes totals, line-up and champions from Oracle’s Elixir, and the rest from Leaguepedia', () => {
    const [first, second] = leaguepedia.sides
    const seats = first.seats!.map((seat) => ({ ...seat, champion: 'Ahri', kills: 3 }))
    const full = { ...leaguepedia, sides: [{ ...first, gold: 1, kills: 9, seats }, second] as const }
    const part = { ...oracles, sides: [{ ...oracles.sides[0], gold: 2 }, oracles.sides[1]] as const }
    const [side] = only(full, part).sides
    expect([side.gold, side.kills, side.seats?.[4]]).toMatchObject([2, 9, { champion: 'Ahri', kills: 3 }])
  })

  it('sides are aligned by team before fields are compared', () => {
    const [blue, red] = lolesports.sides
    const swapped = { ...lolesports, sides: [red, blue], winner: 1, firsts: { blood: 1 } } as const
    const game = only(leaguepedia, swapped)
    expect([game.winner, game.firsts, game.sides[0].team.name]).toEqual([0, { blood: 0 }, 'Amber Foxes'])
    expect(game.statements?.map(({ sides }) => sides[0].team.name)).toEqual(['Amber Foxes', 'Amber Foxes'])
  })

  it('a merged game takes its sides from a source that knows them', () => {
    const [blue, red] = leaguepedia.sides
    const unsided = { ...leaguepedia, sides: [red, blue], winner: 1, sidesKnown: false } as const
    const game = only(unsided, oracles)
    expect([game.sidesKnown, game.sides[0].team.name, game.winner]).toEqual([true, 'Amber Foxes', 0])
  })
})

describe('winners that differ', () => {
  const other = { winner: 1 } as const

  it('the winner of two sources prevails over that of one', () => {
    expect(only(leaguepedia, oracles, { ...lolesports, ...other }).winner).toBe(0)
    expect(only({ ...leaguepedia, ...other }, oracles, lolesports).winner).toBe(0)
  })

  it('one source against another makes the winner disputed; a source without a winner has no vote', () => {
    expect(merge(leaguepedia, { ...oracles, ...other }, { ...lolesports, winner: null })).toMatchObject({
      games: [],
      disputed: [[{}, {}, {}]],
    })
    expect(only(leaguepedia, { ...lolesports, winner: null }).winner).toBe(0)
    expect(only({ ...lolesports, winner: null }).winner).toBeNull()
  })
})

it('merged games do not depend on the order of sources, games or sides', () => {
  const statements = [leaguepedia, oracles, lolesports].flatMap((game) =>
    [0, 1, 2].map((day) => {
      return { ...game, id: `${game.id} ${day}`, startMs: game.startMs + day * 24 * 60 * minuteMs }
    }),
  )
  const plain = ({ statements: _, ...game }: SourcedGame) => game
  const expected = merge(...statements).games.map(plain)
  expect(expected.length).toBe(3)
  fc.assert(
    fc.property(fc.shuffledSubarray(statements, { minLength: 9 }), (shuffled) => {
      expect(merge(...shuffled).games.map(plain)).toEqual(expected)
    }),
    { numRuns: amount(5, 50) },
  )
})
