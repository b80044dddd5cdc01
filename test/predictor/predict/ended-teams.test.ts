import {
  createPredictor,
  type MarketsAnswer,
  type PredictedTeam,
  type Prediction,
  parseArtifacts,
} from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { tinyArtifacts, tinyDraft } from '../../support/tiny-artifacts.ts'

const { catalogue, ...artifacts } = parseArtifacts(tinyArtifacts())
const asOf = Date.parse(`${catalogue.asOf}Z`)
const ago = (days: number): string => new Date(asOf - days * 86_400_000).toISOString().slice(0, 19)

/** Team 1 is inactive, team 2 played at the last moment that counts, and team 3 has no known game. */
const last: Readonly<Record<number, string | null>> = { 1: ago(181), 2: ago(180), 3: null }
const predictor = createPredictor({
  ...artifacts,
  catalogue: {
    ...catalogue,
    teams: catalogue.teams.map((team) => ({ ...team, lastGameUtc: team.id in last ? last[team.id]! : ago(1) })),
  },
})
const ended = { active: false, lastGameUtc: ago(181) }
const match = { blueTeamId: 1, redTeamId: 2 } as const

function marksOf({ blueTeam, redTeam }: Pick<Prediction | MarketsAnswer, 'blueTeam' | 'redTeam'>): readonly unknown[] {
  return [blueTeam, redTeam].map(({ id: _, name: __, ...mark }: PredictedTeam) => mark)
}

describe('an inactive team', () => {
  it('an answer marks a team without a game in the last 180 days as inactive and states its last game', () => {
    expect(marksOf(predictor.predict(match))).toEqual([ended, {}])
    expect(marksOf(predictor.predict({ blueTeamId: 2, redTeamId: 1 }))).toEqual([{}, ended])
    expect(marksOf(predictor.predict({ blueTeamId: 4, redTeamId: 3 }))).toEqual([
      {},
      { active: false, lastGameUtc: null },
    ])
  })

  it.each(['fasttree', 'lightgbm', 'pcasweep', 'consensus'] as const)(
    '%s marks the inactive team, with a draft and an explanation too',
    (model) => {
      for (const more of [{}, tinyDraft, { explain: true }, { oddsBlue: 1.9, oddsRed: 1.9 }]) {
        expect(marksOf(predictor.predict({ ...match, ...more, model }))).toEqual([ended, {}])
      }
    },
  )

  it('markets and predictMany mark the inactive team as predict does', () => {
    expect(marksOf(predictor.markets(match))).toEqual([ended, {}])
    const requests = [match, { blueTeamId: 4, redTeamId: 1 }, { blueTeamId: 4, redTeamId: 2 }] as const
    expect(predictor.predictMany(requests).map(marksOf)).toEqual([
      [ended, {}],
      [{}, ended],
      [{}, {}],
    ])
  })
})
