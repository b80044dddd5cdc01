import { dayMs, RiftlineError } from '@riftline/base'
import { parseTournament } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import type { LeagueSeries } from '#pipeline/season/find-season.ts'
import { type SeasonInput, seasonFormat } from '#pipeline/season/season-format.ts'

const nowMs = Date.UTC(2026, 6, 20)
const teamName = (id: number): string => `Team ${String.fromCharCode(64 + id)}`

/** A series some days from now; with a score if it is in the past. */
function series(days: number, team1Id: number, team2Id: number, more: Partial<LeagueSeries> = {}): LeagueSeries {
  const startMs = nowMs + days * dayMs
  const score = days < 0 ? ([2, 1] as const) : null
  return { startMs, team1Id, team2Id, bestOf: 3, score, playoffs: null, tournamentId: null, ...more }
}

function format(played: readonly LeagueSeries[], more: Partial<SeasonInput> = {}) {
  const season = seasonFormat({ league: 'LX', played, announced: [], teamName, nowMs, ...more })
  expect(parseTournament(season.format).name).toBe(season.format.name)
  return season
}

function refusal(played: readonly LeagueSeries[], more: Partial<SeasonInput> = {}): RiftlineError {
  try {
    format(played, more)
  } catch (error) {
    if (error instanceof RiftlineError) return error
  }
  throw new Error('expected a refusal')
}

/** One round of four teams, each day two series. */
const round = (firstDay: number, more: Partial<LeagueSeries> = {}): readonly LeagueSeries[] => [
  ...[series(firstDay, 1, 2, more), series(firstDay, 3, 4, more)],
  ...[series(firstDay + 1, 1, 3, more), series(firstDay + 1, 2, 4, more)],
  ...[series(firstDay + 2, 1, 4, more), series(firstDay + 2, 2, 3, more)],
]

describe('The format of a running season', () => {
  it('has the results so far in order of play, then the announced series, and the rest of the rounds', () => {
    const played = [...round(-5)].reverse()
    const announced = [series(2, 4, 3), series(1, 2, 1, { bestOf: null })]
    const { format: season, ...counts } = format(played, { announced })
    expect(season).toEqual({
      name: 'LX 2026',
      tournament: 'LX',
      teams: [1, 2, 3, 4].map((id) => ({ name: teamName(id), id })),
      stages: [
        {
          ...{ id: 'regular', kind: 'roundRobin', slots: ['Team A', 'Team B', 'Team C', 'Team D'] },
          ...{ rounds: 2, bestOf: 3 },
        },
      ],
      results: [
        { stage: 'regular', teams: ['Team C', 'Team D'], score: [2, 1] },
        { stage: 'regular', teams: ['Team A', 'Team B'], score: [2, 1] },
        { stage: 'regular', teams: ['Team B', 'Team D'], score: [2, 1] },
        { stage: 'regular', teams: ['Team A', 'Team C'], score: [2, 1] },
        { stage: 'regular', teams: ['Team B', 'Team C'], score: [2, 1] },
        { stage: 'regular', teams: ['Team A', 'Team D'], score: [2, 1] },
        { stage: 'regular', teams: ['Team B', 'Team A'] },
        { stage: 'regular', teams: ['Team D', 'Team C'] },
      ],
    })
    expect(counts).toEqual({ played: 6, open: 2, assumed: 4 })
  })

  it('begins with its first announced series, and does not count an earlier season or its play-offs', () => {
    const earlier = [...round(-60), series(-40, 1, 2, { bestOf: 5, score: [3, 0] })]
    const soon = format(earlier, { announced: round(3, { bestOf: 1 }) })
    expect(soon.format.stages[0]).toMatchObject({ rounds: 1, bestOf: 1 })
    expect(soon.played).toBe(0)
    expect(soon.open).toBe(6)
    // The history says where one tournament ends and the next begins, even without a break.
    const split = format([...round(-6, { tournamentId: 1 }), ...round(-3, { tournamentId: 2 }).slice(0, 3)], {
      tournamentName: (id) => `LX 2026 Split ${id}`,
    })
    expect(split.format.name).toBe('LX 2026 Split 2')
    expect(split.format.stages[0]).toMatchObject({ rounds: 1 })
    expect(split.played).toBe(3)
  })

  it('counts an announced series that is played by now once', () => {
    const played = round(-3).slice(0, 4)
    const announced = [series(-2.2, 4, 2, { score: null }), series(1, 1, 4), series(1, 2, 3)]
    expect(format(played, { announced })).toMatchObject({ played: 4, open: 2, assumed: 0 })
  })

  it('leaves a series open that was played without a known result', () => {
    const [first, ...others] = round(-3)
    expect(format([{ ...first!, score: null }, ...others])).toMatchObject({ played: 5, open: 1, assumed: 0 })
  })

  it('leaves a series open whose score its length does not allow', () => {
    const [first, ...others] = round(-3)
    expect(format([{ ...first!, bestOf: 1, score: [1, 0] }, ...others])).toMatchObject({ played: 5, open: 1 })
  })

  it('finds groups whose teams do not meet those of others, once each team has met three others', () => {
    const moved = round(-3).map((one) => ({ ...one, team1Id: one.team1Id + 4, team2Id: one.team2Id + 4 }))
    const { stages } = format([...round(-3), ...moved, series(-1, 1, 2)]).format
    expect(stages[0]).toMatchObject({
      groups: { A: ['Team A', 'Team B', 'Team C', 'Team D'], B: ['Team E', 'Team F', 'Team G', 'Team H'] },
      rounds: 2,
    })
    expect(stages[1]).toEqual({
      id: 'playoffs',
      kind: 'kingOfTheHill',
      slots: ['regular.A.1', 'regular.B.1'],
      bestOf: 3,
    })
    const early = format([...round(-3).slice(0, 2), ...moved.slice(0, 2)]).format
    expect(early.stages[0]).toMatchObject({ slots: [1, 2, 3, 4, 5, 6, 7, 8].map(teamName), rounds: 1 })
  })

  it('takes the number of rounds from the caller where only the first one is known', () => {
    expect(refusal(round(-3)).message).toContain('if pairs meet more often, give the number of rounds')
    expect(format(round(-3), { rounds: 2 }).assumed).toBe(6)
    expect(format(round(-3).slice(0, 2)).assumed).toBe(4)
  })

  it('refuses a season that is over, has reached its play-offs, or is not there, and says which', () => {
    expect(refusal(round(-3)).code).toBe('season_not_running')
    expect(refusal([...round(-9), series(-3, 1, 2, { bestOf: 5, score: [3, 1] })]).message).toContain(
      'play-offs have begun',
    )
    expect(refusal([...round(-9), series(-3, 1, 2, { playoffs: true })]).message).toContain('play-offs have begun')
    expect(refusal(round(-60)).message).toMatch(/no series is played or announced within 16 days .*2026-05-23T00:00:00/)
    expect(refusal([]).message).toContain('no series is known')
    const often = [0, 1, 2, 3, 4].map((at) => series(at - 6, 1, 2))
    expect(refusal([...often, series(1, 1, 3)]).message).toContain('more than four times')
  })

  it('counts a single further game of a best-of-1 season as a tie-break', () => {
    const teams = [1, 2, 3, 4, 5]
    const all = teams.flatMap((first) =>
      teams.filter((second) => second > first).map((second) => series(-6, first, second, { bestOf: 1, score: [1, 0] })),
    )
    const announced = [series(1, 1, 2, { bestOf: 1 })]
    expect(refusal(all, { announced }).message).toContain('every pair has met')
    expect(
      format(all.slice(1), { announced: [...announced, series(2, 1, 2, { bestOf: 1 })] }).format.results,
    ).toHaveLength(10)
    expect(refusal([...all, series(-5, 1, 2, { bestOf: 1, score: [0, 1] })]).message).toContain('every pair has met')
  })
})
