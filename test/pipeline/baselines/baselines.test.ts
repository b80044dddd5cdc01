import { ArtifactError } from '@riftline/base'
import { describe, expect, it } from 'vitest'
import {
  type Baselines,
  createBaselines,
  forecastBaselines,
  learnBaselines,
  parseBaselines,
  writeBaselines,
} from '#pipeline/baselines/baselines.ts'
import { firstDay, momentMs, playedSeries, type SeriesSketch } from '../../support/played-league.ts'

const sketches: readonly SeriesSketch[] = [
  { teams: [7, 3], games: [{ winner: 1, blue: 1 }, { winner: 2 }, { winner: 1 }] },
  { teams: [10, 7], day: firstDay + 0.3, games: [{ winner: 1 }, { winner: 1, blue: 2 }] },
]

function learned(order: readonly SeriesSketch[] = sketches): Baselines {
  const baselines = createBaselines()
  for (const sketch of order) learnBaselines(baselines, playedSeries(sketch))
  return baselines
}

describe('the baselines', () => {
  it('the baselines forecast for team 1 by a constant one half, by Elo and by Glicko-2', () => {
    const series = { team1Id: 7, team2Id: 3, bestOf: 3, startMs: momentMs(firstDay + 1) } as const
    const { constant, elo, glicko2 } = forecastBaselines(learned(sketches.slice(0, 1)), series)
    expect(constant).toBe(0.5)
    expect(elo).toBeGreaterThan(0.5)
    expect(glicko2).toBeGreaterThan(0.5)
  })

  it('the baselines forecast one half for two unknown teams', () => {
    const series = { team1Id: 1, team2Id: 2, bestOf: 5, startMs: momentMs(firstDay) } as const
    expect(forecastBaselines(createBaselines(), series)).toEqual({ constant: 0.5, elo: 0.5, glicko2: 0.5 })
  })
})

describe('the file of the baselines', () => {
  it('the file of the baselines restores every rating to the same bits', () => {
    expect(parseBaselines('baselines.json', writeBaselines(learned()))).toEqual(learned())
    expect(parseBaselines('baselines.json', writeBaselines(createBaselines()))).toEqual(createBaselines())
  })

  it('the file of the baselines lists the teams by id, whatever the order they were learned in', () => {
    const text = writeBaselines(learned())
    const { elo, glicko2 } = learned()
    const reversed = { elo: new Map([...elo].reverse()), glicko2: new Map([...glicko2].reverse()) }
    expect(writeBaselines(reversed)).toBe(text)
    expect(JSON.parse(text).elo.map(([id]: [number]) => id)).toEqual([3, 7, 10])
  })

  it.each([
    ['is not JSON', '{"format":'],
    ['is nothing', 'null'],
    ['is of another format', '{"format":"riftline-state","elo":[],"glicko2":[]}'],
    ['lacks a system', '{"format":"riftline-baselines","elo":[]}'],
  ])('the file of the baselines is refused when it %s, and the error names the fault', (_, text) => {
    try {
      parseBaselines('baselines.json', text)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(ArtifactError)
      expect(error).toMatchObject({ code: 'artifact_invalid', path: 'baselines.json' })
    }
  })
})
