import { planTournament, type TournamentFormat, type TournamentPlan } from '@riftline/predictor'
import { expect, it } from 'vitest'
import { cupFormat, swissFormat } from '../../support/tournament-formats.ts'

const columns = ({ reach }: TournamentPlan) =>
  Object.fromEntries(reach.map(({ column, seats }) => [column, seats.length]))
const stepsOf = <Kind extends TournamentPlan['steps'][number]['kind']>(plan: TournamentPlan, kind: Kind) =>
  plan.steps.filter((step): step is Extract<TournamentPlan['steps'][number], { kind: Kind }> => step.kind === kind)

/** A format of one stage among teams a, b, c, … */
function one(count: number, stage: object): TournamentFormat {
  const teams = Array.from({ length: count }, (_, i) => String.fromCharCode(97 + i))
  return { name: 'One', teams, stages: [{ id: 'main', slots: teams, bestOf: 3, ...stage } as never] }
}

it('a plan has a step for each group and series, and a column for each stage and round that teams must reach', () => {
  const plan = planTournament(cupFormat)
  expect(plan.steps.map(({ kind }) => kind)).toEqual(['roundRobin', 'roundRobin', 'series', 'series', 'series'])
  expect(columns(plan)).toEqual({ playoffs: 4, 'playoffs.final': 2, winner: 1 })
  expect(plan.tables).toEqual([{ stage: 'groups', places: 4 }])
  expect(plan.lengths).toEqual([3, 5])
  const [groupA, groupB] = stepsOf(plan, 'roundRobin')
  const [first, second, final] = stepsOf(plan, 'series')
  expect([first!.first, first!.second]).toEqual([groupA!.places[0], groupB!.places[1]])
  expect([final!.first, final!.second]).toEqual([first!.winner, second!.winner])
})

it('rounds of a bracket are named by the teams in them', () => {
  const plan = planTournament(one(32, { kind: 'singleElimination' }))
  expect(columns(plan)).toEqual({
    'main.roundOf16': 16,
    'main.quarterfinal': 8,
    'main.semifinal': 4,
    'main.final': 2,
    winner: 1,
  })
})

it('a double elimination has a series less than twice its teams, and eight teams do not meet again before the third lower round', () => {
  const plan = planTournament(one(8, { kind: 'doubleElimination' }))
  const series = stepsOf(plan, 'series')
  expect(series).toHaveLength(14)
  const feeds = new Map(
    series.flatMap(
      (step) =>
        [
          [step.winner, step],
          [step.loser, step],
        ] as const,
    ),
  )
  /** Opening series whose teams can be in a seat. */
  const origins = (seat: number): readonly number[] => {
    const step = feeds.get(seat)
    if (step === undefined) return [Math.floor(seat / 2)]
    return [...new Set([...origins(step.first), ...origins(step.second)])]
  }
  const secondLower = series.slice(8, 10)
  for (const { first, second } of secondLower) {
    expect(origins(first).filter((origin) => origins(second).includes(origin))).toEqual([])
  }
  expect(planTournament(one(4, { kind: 'doubleElimination' })).steps).toHaveLength(6)
})

it('teams of the lower bracket meet the losers of the upper one', () => {
  const lower = { kind: 'doubleElimination', slots: ['a', 'b', 'c', 'd'], lowerSlots: ['e', 'f'] }
  const [one1, two, third, fourth] = stepsOf(planTournament(one(6, lower)), 'series')
  expect([third!.first, third!.second]).toEqual([one1!.loser, 4])
  expect([fourth!.first, fourth!.second]).toEqual([two!.loser, 5])
})

it('a ladder begins with its last two', () => {
  const series = stepsOf(planTournament(one(4, { kind: 'kingOfTheHill', bestOf: [1, 3, 5] })), 'series')
  expect(series.map(({ first, second, bestOf }) => [first, second, bestOf])).toEqual([
    [2, 3, 1],
    [1, series[0]!.winner, 3],
    [0, series[1]!.winner, 5],
  ])
})

it('a group of four sends the winner of each path on', () => {
  const [first, second, winners, losers, decider] = stepsOf(planTournament(one(4, { kind: 'gsl' })), 'series')
  expect([winners!.first, winners!.second]).toEqual([first!.winner, second!.winner])
  expect([decider!.first, decider!.second]).toEqual([winners!.loser, losers!.winner])
})

it('a draw has two pots with the groups that its teams come from, and a choice has those who choose', () => {
  const [groups, playoffs] = cupFormat.stages
  const drawn = planTournament({ ...cupFormat, stages: [groups!, { ...playoffs!, draw: 'random' } as never] })
  const [draw] = stepsOf(drawn, 'draw')
  expect(draw!.groups).toEqual([
    [0, 1],
    [1, 0],
  ])
  expect(drawn.reach[0]!.seats).toEqual(draw!.to)
  const chosen = planTournament({ ...cupFormat, stages: [groups!, { ...playoffs!, choose: 'higherSeed' } as never] })
  const [choice] = stepsOf(chosen, 'choice')
  expect(choice!.bestOf).toBe(5)
  expect(stepsOf(chosen, 'series')[0]).toMatchObject({ first: choice!.choosers[0], second: choice!.to[0] })
})

it('games break the ties that decide who goes on, and no others', () => {
  const season = {
    id: 'season',
    kind: 'roundRobin',
    slots: cupFormat.teams as string[],
    bestOf: 1,
    tieBreak: 'game',
  } as const
  const slots = [1, 4, 2, 3].map((place) => `season.${place}`)
  const format = (stages: TournamentFormat['stages']): TournamentFormat => ({ ...cupFormat, stages })
  const bracket = { id: 'end', kind: 'singleElimination', bestOf: 3, slots } as const
  const gamesAfter = (stages: TournamentFormat['stages']) =>
    stepsOf(planTournament(format(stages)), 'roundRobin')[0]!.gamesAfter
  expect(gamesAfter([season, bracket])).toEqual([4])
  expect(gamesAfter([season])).toEqual([1])
  expect(
    gamesAfter([season, { ...bracket, kind: 'kingOfTheHill', slots: [1, 2, 3, 4].map((i) => `season.${i}`) }]),
  ).toEqual([1, 2, 4])
  expect(gamesAfter([{ ...season, tieBreak: 'lot' }, bracket])).toEqual([])
})

it('the next series are those with known teams, the listed ones first, at most twenty', () => {
  const plan = planTournament({ ...cupFormat, results: [{ stage: 'groups', teams: ['Dplus', 'TES'] }] })
  expect(plan.next).toHaveLength(12)
  const [next] = plan.next
  expect([plan.teams[next!.first]!.name, plan.teams[next!.second]!.name, next!.group]).toEqual(['TES', 'Dplus', 'B'])
  expect(planTournament(one(16, { kind: 'roundRobin' })).next).toHaveLength(20)
  expect(planTournament(swissFormat).next).toEqual([])
})

it('two teams that alone have their record are the next Swiss pair', () => {
  const swiss = {
    id: 'swiss',
    kind: 'swiss',
    wins: 2,
    losses: 2,
    bestOf: 1,
    decidingBestOf: 3,
    slots: ['a', 'b', 'c', 'd'],
  } as const
  const final = { id: 'final', kind: 'singleElimination', bestOf: 5, slots: ['swiss.1', 'swiss.2'] } as const
  const played = (a: string, b: string) => ({ stage: 'swiss', teams: [a, b], score: [1, 0] }) as const
  const format = {
    name: 'Small',
    teams: ['a', 'b', 'c', 'd'],
    stages: [swiss, final],
    results: [played('a', 'b'), played('c', 'd')],
  }
  const plan = planTournament(format)
  const pairs = plan.next.map(({ first, second, bestOf }) => [
    plan.teams[first]!.name,
    plan.teams[second]!.name,
    bestOf,
  ])
  expect(pairs).toEqual([
    ['b', 'd', 3],
    ['a', 'c', 3],
  ])
})

it('the largest formats plan', () => {
  const teams = Array.from({ length: 64 }, (_, i) => `team ${i}`)
  const pairs = teams.flatMap((a, i) => teams.slice(i + 1).map((b) => [a, b] as const))
  const results = pairs.slice(0, 2_000).map((pair) => ({ stage: 's0', teams: pair, score: [1, 0] as const }))
  const stages = Array.from({ length: 8 }, (_, i) => {
    const slots = i === 0 ? teams : teams.map((_, place) => `s${i - 1}.${place + 1}`)
    return {
      id: `s${i}`,
      kind: 'roundRobin',
      bestOf: 1,
      slots,
      rounds: 4,
      ...(i > 0 && { carry: `s${i - 1}` }),
    } as const
  })
  const plan = planTournament({ name: 'Large', teams, stages, results })
  expect(stepsOf(plan, 'roundRobin')[0]!.known).toHaveLength(2_000)
  expect(stepsOf(plan, 'roundRobin')[7]!.carried).toEqual([0, 1, 2, 3, 4, 5, 6])
})
