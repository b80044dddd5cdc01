import fc from 'fast-check'
import { firstDay, five, type GameSketch, type SeriesSketch, type SideSketch } from './played-league.ts'

// Small league histories that overlap as real ones do: series run side by side, pause for a night, and lack games or facts.

const leagues = ['LCK', 'LEC', 'LFL', 'MSI', 'Cup of Nowhere'] as const
const teams = [1, 2, 3, 4, 5, 6] as const

/** Minutes from the start of one series to that of the next: often the last one is still running, sometimes months have passed. */
const gapMinutes = fc.constantFrom(0, 10, 25, 45, 45, 70, 130, 300, 1440, 4 * 1440, 50 * 1440, 430 * 1440)

/** Five players in role order, now and then with a substitute, or with two players swapped. */
function lineupOf(team: number): fc.Arbitrary<readonly number[]> {
  const usual = five(team * 10)
  const substituted = fc.nat(4).map((role) => usual.map((id, index) => (index === role ? team * 10 + 7 : id)))
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(usual) },
    substituted,
    fc.constant([usual[1]!, usual[0]!, ...usual.slice(2)]),
  )
}

function sideOf(team: number, champions: readonly number[]): fc.Arbitrary<SideSketch> {
  return fc.record(
    {
      lineup: lineupOf(team),
      champions: fc.constant(champions),
      kills: fc.integer({ min: 0, max: 30 }),
      towers: fc.integer({ min: 0, max: 11 }),
      gold: fc.integer({ min: 40_000, max: 80_000 }),
      dragons: fc.integer({ min: 0, max: 4 }),
      creepScore: fc.integer({ min: 600, max: 1200 }),
    },
    { requiredKeys: [] },
  )
}

/** Ten different champions out of twenty. */
const draft = fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 10, maxLength: 10 })

function gameOf(pair: readonly [number, number]): fc.Arbitrary<GameSketch> {
  return draft.chain((picks) =>
    fc
      .record({
        winner: fc.constantFrom<1 | 2>(1, 2),
        blue: fc.option(fc.constantFrom<1 | 2>(1, 2)),
        minutes: fc.option(fc.integer({ min: 16, max: 55 })),
        patch: fc.option(fc.constantFrom('31.01', '31.02')),
        team1: sideOf(pair[0], picks.slice(0, 5)),
        team2: sideOf(pair[1], picks.slice(5)),
      })
      .map(({ blue, minutes, patch, ...game }) => ({
        ...game,
        ...(blue === null ? {} : { blue }),
        ...(minutes === null ? {} : { minutes }),
        ...(patch === null ? {} : { patch }),
      })),
  )
}

/** The games of a list that are played: until one team has won enough, or both games of a best of 2. */
function played(bestOf: number, games: readonly GameSketch[]): readonly GameSketch[] {
  if (bestOf === 2) return games.slice(0, 2)
  const needed = (bestOf + 1) / 2
  const wins = [0, 0]
  const count = games.findIndex(({ winner }) => ++wins[winner - 1]! === needed) + 1
  return count === 0 ? games : games.slice(0, count)
}

/** Hours between the starts of two games: an hour or a little more, or a night. */
const pause = fc.constantFrom(1, 1.1, 1.4, 14)

const series = fc
  .tuple(fc.shuffledSubarray([...teams], { minLength: 2, maxLength: 2 }), fc.constantFrom(1, 2, 3, 3, 5))
  .chain(([pair, bestOf]) => {
    const two: readonly [number, number] = [pair[0]!, pair[1]!]
    const games = fc.array(gameOf(two), { minLength: bestOf, maxLength: bestOf })
    return fc
      .tuple(games, fc.array(pause, { minLength: bestOf, maxLength: bestOf }), fc.boolean())
      .map(([all, pauses, whole]): SeriesSketch => {
        const kept = whole ? played(bestOf, all) : played(bestOf, all).slice(0, Math.max(1, bestOf - 2))
        const hours = pauses.map((_, index) => pauses.slice(0, index).reduce((sum, hour) => sum + hour, 0))
        return { teams: two, bestOf, games: kept.map((game, index) => ({ ...game, hour: hours[index]! })) }
      })
  })

/** Series sorted by start, then id. */
export const leagueHistory: fc.Arbitrary<readonly SeriesSketch[]> = fc
  .array(fc.tuple(series, fc.constantFrom(...leagues), gapMinutes), { minLength: 2, maxLength: 14 })
  .map((drawn) => {
    let day = firstDay - 20
    return drawn.map(([sketch, league, gap], index) => {
      day += gap / 1440
      return { ...sketch, id: index + 1, league, day }
    })
  })
