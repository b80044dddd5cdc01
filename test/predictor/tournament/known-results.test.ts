import { planTournament, type TournamentFormat } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { cupFormat } from '../../support/tournament-formats.ts'

type Results = NonNullable<TournamentFormat['results']>
type Score = readonly [number, number]

const fixture = (stage: string, a: string, b: string, score: Score) => ({ stage, teams: [a, b], score }) as const
const [groupA, groupB] = [
  ['T1', 'BLG', 'G2', 'FNC'],
  ['Gen.G', 'TES', 'Hanwha Life', 'Dplus'],
]
/** Each team beats those after it. */
const inOrder = (group: readonly string[]) =>
  group.flatMap((a, i) => group.slice(i + 1).map((b) => fixture('groups', a, b, [2, 0])))
const over = [...inOrder(groupA!), ...inOrder(groupB!)]
/** T1 wins all; the other three beat each other in a circle. */
const circle = [
  ...['BLG', 'G2', 'FNC'].map((team) => fixture('groups', 'T1', team, [2, 0])),
  fixture('groups', 'BLG', 'G2', [2, 0]),
  fixture('groups', 'G2', 'FNC', [2, 0]),
  fixture('groups', 'FNC', 'BLG', [2, 0]),
  ...inOrder(groupB!),
]

function pairs(format: TournamentFormat): readonly string[] {
  const { next, teams } = planTournament(format)
  return next.map(({ stage, first, second }) => `${stage}: ${teams[first]!.name} - ${teams[second]!.name}`)
}

function withResults(results: Results, more: Partial<TournamentFormat> = {}): TournamentFormat {
  return { ...cupFormat, results, ...more }
}

function withStage(
  index: 0 | 1,
  changes: object,
  results: Results,
  draws: TournamentFormat['draws'] = [],
): TournamentFormat {
  const stages = cupFormat.stages.map((stage, i) => (i === index ? { ...stage, ...changes } : stage)) as never
  return { ...cupFormat, stages, results, draws }
}

it('groups that are over say who meets in the bracket', () => {
  expect(pairs(withResults(over))).toEqual(['playoffs: T1 - TES', 'playoffs: Gen.G - BLG'])
})

it('a known series sends its winner on, whichever team is named first', () => {
  const results = [...over, fixture('playoffs', 'TES', 'T1', [3, 2]), fixture('playoffs', 'Gen.G', 'BLG', [3, 0])]
  expect(pairs(withResults(results))).toEqual(['playoffs: TES - Gen.G'])
  const plan = planTournament(withResults(results))
  expect(plan.steps.slice(2).map((step) => step.kind === 'series' && step.known)).toEqual([2, 1, 0])
})

it('a group that is over does not wait for the other one', () => {
  expect(pairs(withResults(inOrder(groupA!))).every((pair) => pair.startsWith('groups: '))).toBe(true)
  const results = [...inOrder(groupA!), ...inOrder(groupB!).slice(0, -1)]
  expect(pairs(withResults(results))).toEqual(['groups: Hanwha Life - Dplus'])
})

it('a tie leaves open who is in the bracket, and draws say how the lots fell', () => {
  expect(pairs(withResults(circle))).toEqual(['playoffs: T1 - TES'])
  const format = withResults(circle, { draws: [{ stage: 'playoffs', slots: ['T1', 'TES', 'Gen.G', 'FNC'] }] })
  expect(pairs(format)).toEqual(['playoffs: T1 - TES', 'playoffs: Gen.G - FNC'])
  const [group] = planTournament(format).steps
  expect(group).toMatchObject({ kind: 'roundRobin', knownPlaces: [-1, -1, -1, 1, -1, -1, -1, -1] })
})

it('a draw cannot contradict the results', () => {
  const slots = ['BLG', 'TES', 'Gen.G', 'FNC']
  expect(() => planTournament(withResults(circle, { draws: [{ stage: 'playoffs', slots }] }))).toThrow(
    'draws[0].slots[0]: must be a team of groups.A.1 (T1), got BLG',
  )
})

it('a game breaks a tie of two, and the games of three are a group of their own', () => {
  const game = (a: string, b: string) => ({ ...fixture('groups', a, b, [1, 0]), tieBreak: true })
  const games = (results: Results) => withStage(0, { tieBreak: 'game' }, [...circle, ...results])
  expect(pairs(games([]))).toEqual(['playoffs: T1 - TES'])
  expect(pairs(games([game('BLG', 'G2'), game('FNC', 'G2')]))).toEqual(['playoffs: T1 - TES'])
  expect(pairs(games([game('BLG', 'G2'), game('FNC', 'G2'), game('FNC', 'BLG')]))).toContain('playoffs: Gen.G - FNC')
  const plan = planTournament(games([game('BLG', 'G2'), game('FNC', 'G2'), game('FNC', 'BLG')]))
  expect(plan.steps[0]).toMatchObject({ knownGames: [{}, {}, {}].map(() => expect.anything()) })
  expect(() => planTournament(games([game('T1', 'G2')]))).toThrow(
    'results[12].teams: must be tied where a place leads on, got T1 - G2 of groups.A',
  )
  expect(() => planTournament(games([game('BLG', 'G2'), game('G2', 'BLG')]))).toThrow(
    'results[13]: must be a game that is not yet known, got G2 - BLG again',
  )
})

it('ties on one side of the places that lead on need no games', () => {
  const two = [...inOrder(groupA!).slice(0, 5), ...inOrder(groupB!)].filter(({ teams }) => teams.join() !== 'T1,FNC')
  const results = [...two, fixture('groups', 'FNC', 'T1', [2, 0]), fixture('groups', 'G2', 'FNC', [2, 0])]
  const draws = [{ stage: 'playoffs', slots: ['BLG', 'TES', 'Gen.G', 'T1'] }]
  const format = withStage(0, { tieBreak: 'game', rank: ['wins'] }, results, draws)
  expect(pairs(format)).toEqual(['playoffs: BLG - TES', 'playoffs: Gen.G - T1'])
  const game = { ...fixture('groups', 'G2', 'FNC', [1, 0]), tieBreak: true }
  expect(() => planTournament({ ...format, results: [...results, game] })).toThrow(
    'results[12].teams: must be tied where a place leads on, got G2 - FNC of groups.A',
  )
})

it('games break a tie where the format ranks by them', () => {
  const close = circle.map((result) => (result.teams[0] === 'G2' ? { ...result, score: [2, 1] as const } : result))
  for (const criterion of ['gameDifference', 'gamesWon']) {
    const ranked = withStage(0, { rank: ['wins', criterion] }, close)
    expect(pairs(ranked)).toEqual(['playoffs: T1 - TES', 'playoffs: Gen.G - FNC'])
  }
  expect(pairs(withStage(0, { rank: ['wins', 'headToHead'] }, close))).toEqual(['playoffs: T1 - TES'])
})

it('a draw in a best-of-2 is a win for nobody', () => {
  const results = over.map(({ teams }) => fixture('groups', ...teams, teams[0] === 'T1' ? [1, 1] : [2, 0]))
  expect(pairs(withStage(0, { bestOf: 2 }, results))).toEqual(['playoffs: BLG - TES', 'playoffs: Gen.G - G2'])
})

describe('a drawn or chosen bracket', () => {
  const draws = [{ stage: 'playoffs', slots: ['Gen.G', 'TES', 'T1', 'BLG'] }]

  it('has no known pair without its draw', () => {
    expect(pairs(withStage(1, { draw: 'random' }, over))).toEqual([])
    expect(() =>
      planTournament(withStage(1, { draw: 'random' }, [...over, fixture('playoffs', 'T1', 'BLG', [3, 0])])),
    ).toThrow(
      'results[12].teams[0]: must be in playoffs already, got T1, which is not known yet to be there; ' +
        'state who is in which slot as {"stage": "playoffs", "slots": [...]} in draws',
    )
  })

  it('has the pairs of its draw, and needs no further step', () => {
    const format = withStage(1, { draw: 'random' }, over, draws)
    expect(pairs(format)).toEqual(['playoffs: Gen.G - TES', 'playoffs: T1 - BLG'])
    expect(planTournament(format).steps.some(({ kind }) => kind === 'draw')).toBe(false)
  })

  it('keeps those who choose in their slots', () => {
    expect(() => planTournament(withStage(1, { choose: 'higherSeed' }, over, draws))).toThrow(
      'draws[0].slots[0]: must be a team of groups.A.1 (T1), got Gen.G',
    )
    const chosen = [{ stage: 'playoffs', slots: ['T1', 'BLG', 'Gen.G', 'TES'] }]
    expect(pairs(withStage(1, { choose: 'higherSeed' }, over, chosen))).toEqual([
      'playoffs: T1 - BLG',
      'playoffs: Gen.G - TES',
    ])
  })

  it('is not played before its draw, though the draw is in the file', () => {
    expect(() =>
      planTournament(withStage(1, { draw: 'random' }, [fixture('playoffs', 'T1', 'BLG', [3, 0]), ...over], draws)),
    ).toThrow('results[0]: must come after the draw of playoffs, got T1 - BLG; add all results of groups.A before it')
  })

  it('holds every team whose place is known, and as many of the tied as have places', () => {
    const slots = ['T1', 'BLG', 'Gen.G', 'FNC']
    expect(() => planTournament(withStage(1, { draw: 'random' }, circle, [{ stage: 'playoffs', slots }]))).toThrow(
      'draws[0].slots: must hold TES, the team of groups.B.2',
    )
    const other = ['TES', 'Hanwha Life', 'Dplus']
    const both = [
      ...circle.slice(0, 6),
      ...other.map((team) => fixture('groups', 'Gen.G', team, [2, 0])),
      ...other.map((team, i) => fixture('groups', team, other[(i + 1) % 3]!, [2, 0])),
    ]
    expect(() => planTournament(withStage(1, { draw: 'random' }, both, [{ stage: 'playoffs', slots }]))).toThrow(
      /^draws\[0\]\.slots: must hold 1 of (TES, Hanwha Life, Dplus), which are tied, got 0$|^draws\[0\]\.slots: must hold 1 of BLG, G2, FNC, which are tied, got 2$/,
    )
  })
})
