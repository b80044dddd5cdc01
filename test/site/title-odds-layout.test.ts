import { tournamentProgress } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { readTournament } from '../../site/gather/tournaments.ts'
import { bracketLanes, seatTitle } from '../../site/title-odds/bracket-layout.ts'
import { groupRounds, groupTable } from '../../site/title-odds/group-table.ts'
import { changeTitle, columnTitle, slotTitle, stageTitle } from '../../site/title-odds/stage-texts.ts'
import { drawSwissPairs, realSwissPairs, swissRounds } from '../../site/title-odds/swiss-rounds.ts'
import { formatAfter, type StageOf, type TournamentEvent } from '../../site/title-odds/tournament-event.ts'

const read = (name: string) => readTournament('.', `${name}.json`)
const half = () => 0.5

async function stageOf<Kind extends 'roundRobin' | 'swiss'>(name: string, kind: Kind, id: string) {
  const { format, events } = await read(name)
  const stage = format.stages.find((one) => one.id === id) as StageOf<Kind>
  const groupAfter = (count: number, group = 0) => {
    const progress = tournamentProgress(formatAfter(format, events.slice(0, count)))
    return progress.find((one) => one.stage === id)!.groups[group]!
  }
  expect(format.stages.find((one) => one.id === id)?.kind).toBe(kind)
  return { format, events, stage, groupAfter }
}

/** Rounds of each lane with their number of series. */
async function lanesOf(name: string, id: string) {
  const { format } = await read(name)
  const index = format.stages.findIndex((stage) => stage.id === id)
  const lanes = bracketLanes(format.stages[index]!, tournamentProgress(format)[index]!.groups[0]!)
  return lanes.map(({ title, rounds }) => [title, ...rounds.map((round) => [round.title, round.series.length])])
}

describe('A bracket is drawn', () => {
  it('as rounds that lead to the final', async () => {
    expect(await lanesOf('worlds-2025', 'bracket')).toEqual([
      ['', ['Quarterfinals', 4], ['Semifinals', 2], ['Final', 1]],
    ])
  })

  it('as an upper and a lower bracket with a final, if it has two lives', async () => {
    expect(await lanesOf('msi-2024', 'bracket')).toEqual([
      ['Upper bracket', ['Round 1', 4], ['Round 2', 2], ['Upper final', 1]],
      ['Lower bracket', ['Round 1', 2], ['Round 2', 2], ['Round 3', 1], ['Lower final', 1]],
      ['Final', ['', 1]],
    ])
    expect(await lanesOf('lcs-2023-spring', 'playoffs')).toEqual([
      ['Upper bracket', ['Round 1', 2], ['Upper final', 1]],
      ['Lower bracket', ['Round 1', 2], ['Round 2', 1], ['Lower final', 1]],
      ['Final', ['', 1]],
    ])
  })

  it('as the opening, winners, losers and deciding series of a group of four', async () => {
    expect(await lanesOf('msi-2024', 'playIn')).toEqual([
      ['', ['Opening', 2], ['Winners', 1]],
      ['', ['Losers', 1], ['Deciding', 1]],
    ])
  })

  it('as the steps of a ladder, and without titles for a single round', async () => {
    expect(await lanesOf('lck-2025', 'lower')).toEqual([
      ['', ['Step 1', 1], ['Step 2', 1], ['Step 3', 1], ['Last step', 1]],
    ])
    expect(await lanesOf('lck-2025', 'upper1')).toEqual([['', ['', 2]]])
  })

  it('with the series for the third place apart', () => {
    const stage = { id: 'cup', kind: 'singleElimination', bestOf: 1, thirdPlace: true, slots: ['A1', 'B1', 'C1', 'D1'] }
    const format = { name: 'Cup', teams: stage.slots, stages: [stage] } as Parameters<typeof tournamentProgress>[0]
    const lanes = bracketLanes(format.stages[0]!, tournamentProgress(format)[0]!.groups[0]!)
    expect(lanes.map(({ title, rounds }) => [title, rounds.length])).toEqual([
      ['', 2],
      ['Third place', 1],
    ])
  })

  it('with the two teams of which one comes, or the series or slot from which it comes', async () => {
    const { format } = await read('msi-2024')
    const [playIn, bracket] = tournamentProgress(format)
    const words = (stage: number, group: NonNullable<typeof playIn>['groups'][number], series: number) => {
      const { first, second } = group.series[series]!
      return [first, second].map((seat) => seatTitle(format, format.stages[stage]!, group, seat))
    }
    expect(words(0, playIn!.groups[0]!, 2)).toEqual(['FlyQuest or PSG Talon', 'T1 or Estral Esports'])
    expect(words(1, bracket!.groups[0]!, 0)).toEqual(['Team Liquid', '1st of Play in B'])
    expect(words(1, bracket!.groups[0]!, 4)).toEqual(['Loser of series 1', 'Loser of series 2'])
  })
})

describe('A round robin', () => {
  it('has each pair once in a round, as often as it has rounds, with the results where they belong', async () => {
    const { events, stage, groupAfter } = await stageOf('worlds-2022', 'roundRobin', 'groups')
    const rounds = groupRounds(stage, groupAfter(events.length), events)
    expect(rounds.map((round) => round.length)).toEqual([2, 2, 2, 2, 2, 2])
    const fixtures = rounds.flat()
    expect(fixtures.every(({ event }) => event !== null)).toBe(true)
    expect(new Set(fixtures.map(({ event }) => event)).size).toBe(12)
    for (const round of rounds) expect(new Set(round.flatMap(({ teams }) => teams)).size).toBe(4)
  })

  it('lets the second meeting of two teams wait for the first', async () => {
    const { stage, groupAfter } = await stageOf('worlds-2022', 'roundRobin', 'groups')
    const meetings = groupRounds(stage, groupAfter(0), []).flat()
    expect(meetings.filter(({ waits }) => waits)).toEqual(meetings.filter(({ meeting }) => meeting === 1))
  })

  it('is ranked by series and maps, with carried results, and at its end as the format ranks it', async () => {
    const { format, events, stage, groupAfter } = await stageOf('lck-2025', 'roundRobin', 'rounds3-5')
    const end = events.findIndex((event) => event.stage === 'playIn')
    const legend = groupAfter(end)
    const stages = [stage, format.stages[0] as StageOf<'roundRobin'>]
    const table = groupTable(stages, legend, events)
    expect(table.map(({ team }) => team).slice(0, 2)).toEqual(legend.places.slice(0, 2))
    expect(table[0]).toEqual({ team: 'Gen.G', wins: 29, losses: 1, draws: 0, difference: 48 })
    for (const { wins, losses, draws } of table) expect(wins + losses + draws).toBeGreaterThanOrEqual(29)
  })

  it('of an odd number of teams gives each a free round', async () => {
    const { stage, groupAfter } = await stageOf('lpl-2024-spring', 'roundRobin', 'regular')
    const rounds = groupRounds(stage, groupAfter(0), [])
    expect(rounds.map((round) => round.length)).toEqual(new Array(17).fill(8))
  })
})

describe('A Swiss stage', () => {
  const teams = (group: { readonly teams: readonly (string | null)[] }) => group.teams as readonly string[]

  it('shows the records and the pairs of each round, and asks for the draw of the next one', async () => {
    const { events, stage, groupAfter } = await stageOf('worlds-2025', 'swiss', 'swiss')
    const known = (count: number) => swissRounds(stage, teams(groupAfter(0)), events.slice(0, count), [])
    expect(known(0)).toMatchObject({ rounds: [], toDraw: 0 })
    expect(known(8)).toMatchObject({ toDraw: 1 })
    expect(known(8).rounds.map((round) => round.length)).toEqual([8])
    const over = known(33)
    expect(over.toDraw).toBeNull()
    expect(over.rounds.map((round) => round.length)).toEqual([8, 8, 8, 6, 3])
    expect(over.records.filter(({ end }) => end === 'through')).toHaveLength(8)
    expect(over.rounds[4]!.map(({ record, bestOf }) => [record, bestOf])).toEqual(new Array(3).fill(['2-2', 3]))
  })

  it('draws teams of equal records who have not met', async () => {
    const { events, stage, groupAfter } = await stageOf('worlds-2025', 'swiss', 'swiss')
    const played = events.slice(0, 24)
    const rounds = swissRounds(stage, teams(groupAfter(0)), played, [])
    const pairs = drawSwissPairs(stage, rounds, [], half)
    expect(pairs).toHaveLength(6)
    const recordOf = (team: string) => rounds.records.find((record) => record.team === team)!
    for (const {
      teams: [a, b],
    } of pairs) {
      expect(recordOf(a!).wins).toBe(recordOf(b!).wins)
      expect(rounds.rounds.flat().some((pair) => pair.teams.includes(a!) && pair.teams.includes(b!))).toBe(false)
    }
    const known = [pairs[0]!.teams as [string, string]]
    expect(drawSwissPairs(stage, rounds, known, half).flatMap((pair) => pair.teams)).not.toContain(known[0]![0])
  })

  it('knows the real pairs of a round', async () => {
    const { events, stage, groupAfter } = await stageOf('worlds-2025', 'swiss', 'swiss')
    const pairs = realSwissPairs(stage, teams(groupAfter(0)), events, 4)
    const last = events.slice(30, 33) as readonly Extract<TournamentEvent, { teams: unknown }>[]
    expect(pairs.map((pair) => pair.teams).sort()).toEqual(last.map((result) => result.teams).sort())
    expect(realSwissPairs(stage, teams(groupAfter(0)), events, 5)).toEqual([])
  })
})

describe('Words', () => {
  it('are made of the ids of stages, columns and slots', async () => {
    const { format } = await read('lck-2025')
    expect(['playIn', 'rounds3-5', 'upper1', 'upperFinal', 'groups'].map(stageTitle)).toEqual([
      ...['Play in', 'Rounds 3-5', 'Upper 1', 'Upper final', 'Groups'],
    ])
    expect(['winner', 'bracket', 'bracket.roundOf16'].map(columnTitle)).toEqual([
      ...['Winner', 'Bracket', 'Bracket: round of 16'],
    ])
    expect(['T1', 'rounds3-5.Rise.3', 'upper2.losers.1', 'lower.1'].map((slot) => slotTitle(format, slot))).toEqual([
      ...['T1', '3rd of Rounds 3-5 Rise', 'Loser of series 1 of Upper 2', '1st of Lower'],
    ])
  })

  it('state a change in points with its sign, and none below a tenth', () => {
    expect([0.0321, -0.0321, 0.0004, 0].map(changeTitle)).toEqual(['+3.2', '\u22123.2', '', ''])
  })
})
