import { yearOf } from '@riftline/base'
import { createForecastState, type ForecastState, setPublishedKills, writeSnapshot } from '@riftline/predictor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSnapshot } from '#predictor/artifacts/snapshot.ts'
import { addPlayed } from '#predictor/league/learn-series.ts'
import { amount } from '../../support/amount.ts'
import { playedSeries } from '../../support/played-league.ts'
import { leagueHistory } from '../../support/played-league-arbitrary.ts'
import { stateAfter } from '../../support/played-league-state.ts'
import { tinyHistory } from '../../support/tiny-artifacts.ts'
import { refused } from './refused.ts'

const state = stateAfter(tinyHistory)
const text = writeSnapshot(state)

function reversed<K, V>(map: Map<K, V>): Map<K, V> {
  return new Map([...map].reverse())
}

describe('a snapshot', () => {
  it('a snapshot reads back to the same bits after any history', () => {
    fc.assert(
      fc.property(leagueHistory, (history) => {
        const played = stateAfter(history)
        const written = writeSnapshot(played)
        const read = parseSnapshot('state.json', written)
        // A snapshot leaves out wins of seasons that no later forecast needs.
        const { teamWins, playerWins } = played
        for (const wins of [teamWins, playerWins]) {
          for (const [id, seasons] of wins) {
            if (seasons.every(({ year }) => year < yearOf(played.asOfMs) - 1)) wins.delete(id)
          }
        }
        expect(read).toEqual(played)
        expect(writeSnapshot(read)).toBe(written)
      }),
      { numRuns: amount(10, 100) },
    )
  })

  it('a snapshot keeps doubles to the bit', () => {
    const odd = structuredClone(state)
    fc.assert(
      fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), (value) => {
        fc.pre(!Object.is(value, -0)) // JSON has no -0, and no sum in the state gives it
        odd.ratings.teams.get(1)!.mean = value
        expect(parseSnapshot('state.json', writeSnapshot(odd)).ratings.teams.get(1)!.mean).toBe(value)
      }),
    )
  })

  it('a snapshot is the same text whatever the order in which its parts were learned', () => {
    const { ratings, slopes, creepScores, seasonKills, championEffects } = state
    const shuffled: ForecastState = {
      ...state,
      ratings: {
        leagues: reversed(ratings.leagues),
        teams: reversed(ratings.teams),
        players: reversed(ratings.players),
      },
      slopes: { ...slopes, leagues: reversed(slopes.leagues) },
      creepScores: reversed(creepScores),
      seasonKills: reversed(new Map([...seasonKills].map(([team, years]) => [team, reversed(years)] as const))),
      championEffects: reversed(championEffects),
    }
    expect(ratings.teams.size).toBeGreaterThan(1)
    expect(writeSnapshot(shuffled)).toBe(text)
  })

  it('a snapshot distinguishes an unknown day from day 0', () => {
    const placed = structuredClone(state)
    placed.ratings.leagues.get('LCK')!.day = Number.NaN
    placed.ratings.players.get(11)!.day = Number.NaN
    placed.ratings.leagues.get('LEC')!.day = 0
    expect(parseSnapshot('state.json', writeSnapshot(placed))).toEqual(placed)
    expect(parseSnapshot('state.json', writeSnapshot(state)).slopes.common.day).not.toBeNaN()
  })

  it('a snapshot is one line of text', () => {
    expect(text.endsWith('}\n')).toBe(true)
    expect(text.indexOf('\n')).toBe(text.length - 1)
  })

  it('a snapshot stores which seasons came from a published table', () => {
    const published = structuredClone(state)
    setPublishedKills(published.seasonKills, 1, 2029, 40, -12)
    const read = parseSnapshot('state.json', writeSnapshot(published))
    expect(read.seasonKills.get(1)!.get(2029)).toEqual({ games: 40, sum: -12, published: true })
    expect(read.seasonKills.get(1)!.get(2030)!.published).toBe(false)
  })

  it('writeSnapshot refuses a state with series that are still to be learned', () => {
    const running = createForecastState()
    addPlayed(running, playedSeries({ games: [{ winner: 1 }] }))
    expect(() => writeSnapshot(running)).toThrow('after everything pending has been learned')
  })
})

describe('a damaged snapshot is refused', () => {
  type Json = Record<string, unknown>
  const changed = (change: (json: Json) => void): string => {
    const json = JSON.parse(text) as Json
    change(json)
    return JSON.stringify(json)
  }
  const team = (json: Json) => (json.teams as unknown[][])[0]!

  it.each<[string, (json: Json) => void, string]>([
    ['another format', (json) => Object.assign(json, { format: 'riftline-blend' }), '$.format'],
    ['a newer version', (json) => Object.assign(json, { formatVersion: 2 }), '$.formatVersion'],
    ['no date', (json) => delete json.asOfMs, '$.asOfMs'],
    ['no teams', (json) => delete json.teams, '$.teams'],
    ['a team without an id', (json) => team(json).splice(0, 1, 0), '$.teams[0][0]'],
    ['a mean that is a word', (json) => team(json).splice(1, 1, 'strong'), '$.teams[0][1]'],
    ['a mean that is not a number', (json) => team(json).splice(1, 1, null), '$.teams[0][1]'],
    ['a mean that nobody learned', (json) => team(json).splice(1, 1, 1e300), '$.teams[0][1]'],
    ['a negative variance', (json) => team(json).splice(2, 1, -0.1), '$.teams[0][2]'],
    ['a lineup of four', (json) => (team(json)[5] as number[]).pop(), '$.teams[0][5]'],
    ['a team with a value too many', (json) => team(json).push(1), '$.teams[0]'],
    ['no common slope', (json) => delete (json.slopes as Json).common, '$.slopes.common'],
    ['half a champion', (json) => (json.championEffects as unknown[][])[3]!.pop(), '$.championEffects[3]'],
  ])('a snapshot with %s is refused', async (_, change, path) => {
    const fault = await refused(() => parseSnapshot('state.json', changed(change)))
    expect(fault.code).toBe('artifact_invalid')
    expect(fault.path).toBe(`state.json ${path}`)
    expect(fault.message).toMatch(/, got /)
  })

  it('a snapshot cut off at any place is refused', () => {
    fc.assert(
      fc.asyncProperty(fc.nat(text.length - 3), async (length) => {
        const fault = await refused(() => parseSnapshot('state.json', text.slice(0, length)))
        expect(fault).toMatchObject({ code: 'artifact_invalid', path: 'state.json' })
      }),
    )
  })
})
