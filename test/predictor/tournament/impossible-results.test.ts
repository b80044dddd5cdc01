import { parseTournament } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { changedCup, cupFormat } from '../../support/tournament-formats.ts'

const { teams } = cupFormat
const groupSlots = { A: ['T1', 'BLG', 'G2', 'FNC'], B: ['Gen.G', 'TES', 'Hanwha Life', 'Dplus'] }

function series(a: string, b: string, won: number, lost: number, stage = 'groups') {
  return { stage, teams: [a, b], score: [won, lost] }
}

/** Results in which each group ends in the order of its slots. */
const over = Object.values(groupSlots).flatMap((group) =>
  group.flatMap((a, i) => group.slice(i + 1).map((b) => series(a, b, 2, 0))),
)

const eight = teams.map((_, i) => `t${i}`)
const swissChanges = {
  teams: eight,
  stages: [
    { id: 's', kind: 'swiss', wins: 2, losses: 2, bestOf: 1, slots: eight },
    { id: 'p', kind: 'singleElimination', bestOf: 3, draw: 'random', slots: ['s.1', 's.3', 's.2', 's.4'] },
  ],
}

function round(a: number, b: number, won = 1, lost = 0, stage = 's') {
  return series(`t${a}`, `t${b}`, won, lost, stage)
}

const rounds = [
  round(0, 1),
  round(2, 3),
  round(4, 5),
  round(6, 7),
  round(0, 2),
  round(4, 6),
  round(1, 3),
  round(5, 7),
  round(2, 1),
  round(6, 5),
]

/** Kinds of faults: new values by JSON path, undefined to leave a field out, and the message. */
const faults: readonly (readonly [title: string, changes: Readonly<Record<string, unknown>>, message: string])[] = [
  [
    'a result of an unknown stage',
    { results: [series('T1', 'BLG', 2, 0, 'group')] },
    'results[0].stage: must be the id of a stage, got "group"; did you mean groups?',
  ],
  [
    'a result of an unknown team',
    { results: [series('T1', 'BLGG', 2, 0)] },
    'results[0].teams[1]: must be a team as in teams, got "BLGG"; did you mean BLG?',
  ],
  [
    'a team against itself',
    { results: [series('T1', 'T1', 2, 0)] },
    'results[0].teams[1]: must be another team, got T1 twice',
  ],
  [
    'a draw in a best-of-3',
    { results: [series('T1', 'BLG', 2, 2)] },
    'results[0].score: must be the end of a best-of-3, such as [2, 0] or [2, 1], got [2, 2]',
  ],
  [
    'a best-of-3 that is not over',
    { results: [series('T1', 'BLG', 1, 0)] },
    'results[0].score: must be the end of a best-of-3, such as [2, 0] or [2, 1], got [1, 0]',
  ],
  [
    'a score of a thousand',
    { results: [series('T1', 'BLG', 1000, 0)] },
    'results[0].score[0]: must be an integer from 0 to 3, got 1000',
  ],
  [
    'a score of three numbers',
    { results: [{ ...series('T1', 'BLG', 2, 0), score: [2, 0, 1] }] },
    'results[0].score: must be two numbers of maps, such as [2, 1], got array of 3',
  ],
  [
    'a result of one team',
    { results: [{ ...series('T1', 'BLG', 2, 0), teams: ['T1'] }] },
    'results[0].teams: must be two teams, got array of 1',
  ],
  [
    'a series between two groups',
    { results: [series('T1', 'TES', 2, 0)] },
    'results[0].teams: must be two teams of a group, got T1 of groups.A and TES of groups.B',
  ],
  [
    'a series played twice',
    { results: [series('T1', 'BLG', 2, 0), series('BLG', 'T1', 2, 0)] },
    'results[1]: must be a series that is not yet known, got BLG - T1 of groups.A again; they meet once',
  ],
  [
    'a semifinal before the groups',
    { results: [series('T1', 'TES', 3, 0, 'playoffs')] },
    'results[0].teams[0]: must be in playoffs already, got T1, which is not known yet to be there; add all results of groups.A before it',
  ],
  [
    'a semifinal of a team that is out',
    { results: [...over, series('T1', 'Dplus', 3, 0, 'playoffs')] },
    'results[12].teams[1]: must be a team of playoffs, got Dplus, which cannot be there',
  ],
  [
    'a wrong semifinal',
    { results: [...over, series('T1', 'Gen.G', 3, 0, 'playoffs')] },
    'results[12].teams: must be a pair of playoffs, got T1 - Gen.G; T1 meets TES',
  ],
  [
    'a final before a semifinal',
    { results: [...over, series('T1', 'TES', 3, 0, 'playoffs'), series('T1', 'Gen.G', 3, 0, 'playoffs')] },
    'results[13].teams: must be a pair of playoffs, got T1 - Gen.G; Gen.G meets BLG',
  ],
  [
    'a series of a loser',
    {
      results: [
        ...over,
        series('T1', 'TES', 3, 0, 'playoffs'),
        series('Gen.G', 'BLG', 3, 0, 'playoffs'),
        series('TES', 'BLG', 3, 0, 'playoffs'),
      ],
    },
    'results[14].teams[0]: must have a series left in playoffs, got TES, which has none',
  ],
  [
    'a semifinal of tied teams without a draw',
    {
      results: [
        ...over.slice(0, 3),
        series('BLG', 'G2', 2, 0),
        series('G2', 'FNC', 2, 0),
        series('FNC', 'BLG', 2, 0),
        ...over.slice(6),
        series('T1', 'TES', 3, 0, 'playoffs'),
        series('Gen.G', 'BLG', 3, 0, 'playoffs'),
      ],
    },
    'results[13].teams[1]: must be in playoffs already, got BLG, which is not known yet to be there; state who is in which slot as {"stage": "playoffs", "slots": [...]} in draws',
  ],
  [
    'a tie-break where lots decide',
    { results: [{ ...series('T1', 'BLG', 1, 0), tieBreak: true }] },
    'results[0].tieBreak: must be absent, since groups has no "tieBreak": "game"; state how the lots fell in draws',
  ],
  [
    'a tie-break before the last series',
    { 'stages[0].tieBreak': 'game', results: [{ ...series('T1', 'BLG', 1, 0), tieBreak: true }] },
    'results[0]: must come after all series of groups.A',
  ],
  [
    'a tie-break between teams that are not tied',
    { 'stages[0].tieBreak': 'game', results: [...over, { ...series('T1', 'BLG', 1, 0), tieBreak: true }] },
    'results[12].teams: must be tied where a place leads on, got T1 - BLG of groups.A',
  ],
  [
    'a draw of an unknown stage',
    { draws: [{ stage: 'playof', slots: ['T1', 'TES'] }] },
    'draws[0].stage: must be the id of a stage, got "playof"; did you mean playoffs?',
  ],
  [
    'a draw of two for four slots',
    { draws: [{ stage: 'playoffs', slots: ['T1', 'TES'] }] },
    'draws[0].slots: must be 4 teams, one for each slot of playoffs, got 2',
  ],
  [
    'a draw of an unknown team',
    { draws: [{ stage: 'playoffs', slots: ['T1', 'TES', 'Gen.G', 'BLGG'] }] },
    'draws[0].slots[3]: must be a team as in teams, got "BLGG"; did you mean BLG?',
  ],
  [
    'a draw of one team twice',
    { draws: [{ stage: 'playoffs', slots: ['T1', 'TES', 'Gen.G', 'T1'] }] },
    'draws[0].slots[3]: must be another team, got T1 twice',
  ],
  [
    'a draw before the groups are over',
    { draws: [{ stage: 'playoffs', slots: ['T1', 'TES', 'Gen.G', 'BLG'] }] },
    'draws[0]: must come after the stages that lead to playoffs; add all results of groups.A before it',
  ],
  [
    'two draws of a stage',
    {
      results: over,
      draws: [
        { stage: 'playoffs', slots: ['T1', 'TES', 'Gen.G', 'BLG'] },
        { stage: 'playoffs', slots: ['T1', 'TES', 'Gen.G', 'BLG'] },
      ],
    },
    'draws[1].stage: must be another stage, got playoffs, which is also draws[0]',
  ],
  [
    'a draw against the ranking',
    { results: over, draws: [{ stage: 'playoffs', slots: ['T1', 'TES', 'Gen.G', 'G2'] }] },
    'draws[0].slots[3]: must be a team of groups.A.2 (BLG), got G2',
  ],
  [
    'a Swiss pair of unequal records',
    { ...swissChanges, results: [round(0, 1), round(2, 3), round(4, 5), round(6, 7), round(0, 3)] },
    'results[4].teams: must have equal records, got t0 - t3; t0 is 1-0 and t3 is 0-1',
  ],
  [
    'a Swiss round before the last one is over',
    { ...swissChanges, results: [round(0, 1), round(2, 3), round(4, 5), round(0, 2)] },
    'results[3]: must come after round 1 of s, got t0 - t2; add the result of t6 in that round before it',
  ],
  [
    'a Swiss pair other than the known one',
    { ...swissChanges, results: [{ stage: 's', teams: ['t0', 't1'] }, round(0, 2)] },
    'results[1].teams: must be a pair of round 1, got t0 - t2; t0 meets t1',
  ],
  [
    'a Swiss series of a team that went on',
    { ...swissChanges, results: [...rounds.slice(0, 8), round(0, 4)] },
    'results[8].teams[0]: must be a team that still plays in s, got t0 is 2-0',
  ],
  [
    'a drawn series without its draw',
    { ...swissChanges, results: [...rounds, round(0, 2, 2, 0, 'p')] },
    'results[10].teams[0]: must be in p already, got t0, which is not known yet to be there; state who is in which slot as {"stage": "p", "slots": [...]} in draws',
  ],
  [
    'a draw of a team from the wrong pot',
    {
      ...swissChanges,
      results: [...rounds, round(0, 2, 2, 0, 'p')],
      draws: [{ stage: 'p', slots: ['t0', 't4', 't2', 't6'] }],
    },
    'draws[0].slots[2]: must be a team of s.1, s.2 (t0, t4), got t2',
  ],
  [
    'a draw of a team that is out',
    {
      ...swissChanges,
      results: [...rounds, round(0, 2, 2, 0, 'p')],
      draws: [{ stage: 'p', slots: ['t0', 't1', 't4', 't6'] }],
    },
    'draws[0].slots[1]: must be a team of s.3, s.4 (t2, t6), got t1',
  ],
]

describe('a result or draw that cannot be is refused with its place', () => {
  it.each(faults)('%s', (_, changes, message) => {
    expect(() => parseTournament(changedCup(changes))).toThrow(
      expect.objectContaining({ code: 'validation_error', message }),
    )
  })

  it('the results that they change are whole', () => {
    expect(parseTournament(changedCup({ results: over }))).toMatchObject({ results: over })
    expect(parseTournament(changedCup({ ...swissChanges, results: rounds }))).toMatchObject({ results: rounds })
  })
})
