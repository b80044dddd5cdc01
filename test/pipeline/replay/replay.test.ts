import { dayMs } from '@riftline/base'
import { createForecastState } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { isGraded, type ReplayOptions, replay } from '#pipeline/replay/replay.ts'
import { firstDay, type SeriesSketch } from '../../support/played-league.ts'
import { heroes, historySeries } from '../../support/played-league-history.ts'

const hour = 1 / 24
const long: SeriesSketch = { id: 1, day: firstDay, games: [{ winner: 1 }, { winner: 2 }, { winner: 1, hour: 4 }] }
const inside: SeriesSketch = { id: 2, day: firstDay + hour, teams: [3, 4], bestOf: 1, games: [{ winner: 2 }] }
const next: SeriesSketch = { id: 3, day: firstDay + 3 * hour, teams: [1, 3], bestOf: 1, games: [{ winner: 1 }] }
const later: SeriesSketch = { id: 4, day: firstDay + 30, teams: [2, 4], bestOf: 1, games: [{ winner: 1 }] }

/** Events of a replay in order: `? id` when a series is shown, `! id` when one has been learned. */
function events(sketches: readonly SeriesSketch[], options: Partial<ReplayOptions> = {}): string[] {
  const seen: string[] = []
  replay(createForecastState(), sketches.map(historySeries), {
    champions: heroes,
    beforeSeries: ({ id }) => seen.push(`? ${id}`),
    onSettled: ({ id }) => seen.push(`! ${id}`),
    ...options,
  })
  return seen
}

describe('replay', () => {
  it('a replay shows each series before it learns any of it, and learns it when it has ended', () => {
    expect(events([long, inside, next, later])).toEqual(['? 1', '? 2', '! 2', '? 3', '! 3', '! 1', '? 4', '! 4'])
  })

  it('a replay shows two series that start together before it learns either', () => {
    const twin = { ...inside, id: 5, day: firstDay, teams: [5, 6] } as const
    expect(events([{ ...inside, day: firstDay }, twin])).toEqual(['? 2', '? 5', '! 2', '! 5'])
  })

  it('a replay learns at the start of a series everything that ends at that moment', () => {
    const ending: SeriesSketch = { ...inside, games: [{ winner: 2, minutes: 60 }] }
    const starting: SeriesSketch = { ...next, day: firstDay + 2 * hour }
    expect(events([ending, starting])).toEqual(['? 2', '! 2', '? 3', '! 3'])
  })

  it('a replay learns the remaining series at its end and leaves nothing pending', () => {
    const state = createForecastState()
    replay(state, [historySeries(long)], { champions: heroes })
    expect(state.pending).toEqual([])
    expect(state.ratings.teams.size).toBe(2)
    expect(state.asOfMs).toBe(firstDay * dayMs + 4 * 3_600_000)
  })

  it('a replay neither shows nor learns series that are known up to a moment', () => {
    const knownUntilMs = (firstDay + 3 * hour) * dayMs
    expect(events([inside, next, later], { knownUntilMs })).toEqual(['? 4', '! 4'])
  })

  it('a replay learns the new games of a series that had begun, without showing the series', () => {
    const knownUntilMs = (firstDay + 3 * hour) * dayMs
    const learned: number[] = []
    replay(createForecastState(), [historySeries(long)], {
      champions: heroes,
      knownUntilMs,
      beforeSeries: () => expect.unreachable(),
      onSettled: ({ games }) => learned.push(games.length),
    })
    expect(learned).toEqual([1])
  })

  it('a replay shows a series without known games and learns nothing from it', () => {
    expect(events([{ ...inside, games: [] }, later])).toEqual(['? 2', '? 4', '! 4'])
  })
})

describe('isGraded', () => {
  const series = historySeries({ games: [{ winner: 1 }, { winner: 1 }] })

  it('a series is graded when it is complete, has a winner, and is a best of 1, 3 or 5', () => {
    expect(isGraded(series)).toBe(true)
    for (const bestOf of [1, 5]) expect(isGraded({ ...series, bestOf })).toBe(true)
  })

  it('a series is not graded when it is incomplete, a draw, or of another best-of', () => {
    expect(isGraded({ ...series, complete: false })).toBe(false)
    expect(isGraded({ ...series, winnerTeamId: null })).toBe(false)
    for (const bestOf of [2, 7]) expect(isGraded({ ...series, bestOf })).toBe(false)
  })
})
