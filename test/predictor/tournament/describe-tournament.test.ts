import { describeTournament } from '@riftline/predictor'
import { expect, it } from 'vitest'
import { cupFormat, everyFormat, swissFormat } from '../../support/tournament-formats.ts'

it('a format is put into sentences: who plays whom, who goes on, what is known and what comes next', () => {
  const results = [
    { stage: 'groups', teams: ['T1', 'BLG'], score: [2, 1] },
    { stage: 'groups', teams: ['G2', 'FNC'] },
  ] as const
  const lines = describeTournament({ ...cupFormat, results })
  expect(lines.slice(0, 12)).toEqual([
    'Example Cup: 8 teams, 2 stages.',
    'groups: round robin of 2 groups, each pair plays once, best of 3; ranked by series won, then games won minus games lost, ' +
      'then series won among the tied, then lot.',
    '  Group A: T1, BLG, G2, FNC.',
    '  Group B: Gen.G, TES, Hanwha Life, Dplus.',
    '  To playoffs: A.1, B.2, B.1, A.2.',
    '  Known: T1 - BLG 2:1.',
    '  Known: G2 - FNC to play.',
    'playoffs: single elimination of 4 teams, best of 5.',
    '  1st of groups A - 2nd of groups B.',
    '  1st of groups B - 2nd of groups A.',
    'The winner of playoffs wins the tournament.',
    'Next: G2 - FNC (groups A, best of 3).',
  ])
  expect(lines).toHaveLength(22)
})

it('draws, lengths by round and deciding series are in the words', () => {
  expect(describeTournament(swissFormat)).toContain(
    'swiss: Swiss stage of 16 teams, 3 wins to go on, 3 losses to go out, best of 1, best of 3 where a team can go on or out.',
  )
  expect(describeTournament(swissFormat)).toContain(
    '  1st of swiss, 2nd of swiss, 3rd of swiss, 4th of swiss are drawn against 8th of swiss, 7th of swiss, 6th of swiss, 5th of swiss.',
  )
})

it('every format has words, and they stay the same', () => {
  expect(
    everyFormat.flatMap((format) => describeTournament(format).filter((line) => !line.startsWith('Next'))),
  ).toMatchSnapshot()
})
