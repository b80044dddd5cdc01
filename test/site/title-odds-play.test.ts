import { readdirSync } from 'node:fs'
import { parseTournament, planTournament, tournamentProgress } from '@riftline/predictor'
import { describe, expect, it } from 'vitest'
import { readTournament } from '../../site/gather/tournaments.ts'
import { drawLots, openSlots, slotOptions, withTeam } from '../../site/title-odds/draw-lots.ts'
import { fromFragment, toFragment } from '../../site/title-odds/share-link.ts'
import { stageTitle } from '../../site/title-odds/stage-texts.ts'
import {
  type ChosenTournament,
  changedEvents,
  formatAfter,
  isPossible,
  isResult,
  possibleEvents,
  realEventsLeft,
  startingPoints,
  type TournamentEvent,
  type TournamentResult,
  winningScores,
} from '../../site/title-odds/tournament-event.ts'
import { createTournamentState, drawnPairs, nextRealEvents, winOf } from '../../site/title-odds/tournament-state.ts'
import { randomOf } from '../predictor/tournament/random-format.ts'

const files = readdirSync('examples/tournaments').filter((name) => name.endsWith('.json'))
const read = (name: string) => readTournament('.', `${name}.json`)
const final = (teams: readonly [string, string], score: readonly [number, number]): TournamentEvent => {
  return { stage: 'bracket', teams: [...teams], score: [...score] }
}

/** Random numbers from 0 to 1. */
function randomFrom(seed: number): () => number {
  const random = randomOf(seed)
  return () => random(1_000_000) / 1_000_000
}

/** Presses teams at random until nothing is left to play: pairs, games that break ties, and draws. */
function playAtRandom({ format }: ChosenTournament, random: () => number): readonly TournamentEvent[] {
  const state = createTournamentState({ id: null, format, events: [] }, [])
  for (;;) {
    const swiss = format.stages.find((stage) => stage.kind === 'swiss')
    if (swiss?.kind === 'swiss' && state.add(drawnPairs(state, swiss, random))) continue
    const waiting = state.progress.value.find(({ awaitsDraw }) => awaitsDraw)
    if (waiting !== undefined && state.add([{ stage: waiting.stage, slots: [...drawLots(waiting, random)] }])) continue
    const pairs = state.open.value
    const tie = state.progress.value
      .flatMap(({ stage, groups }) => groups.flatMap(({ ties }) => ties.map((one) => ({ ...one, stage }))))
      .find(({ awaitsGames }) => awaitsGames)
    if (pairs.length > 0) {
      const wins = pairs.map(({ stage, teams, bestOf }) => winOf(stage, teams, bestOf, teams[random() < 0.5 ? 0 : 1]))
      expect(state.add(wins)).toBe(true)
    } else if (tie !== undefined) {
      const games = tie.teams.flatMap((a, i) => tie.teams.slice(i + 1).map((b) => [a, b] as [string, string]))
      const isAdded = state.add(
        games.map((teams) => ({ stage: tie.stage, teams, score: [1, 0] as [number, number], tieBreak: true })),
      )
      expect(isAdded).toBe(true)
    } else return state.events.value
  }
}

describe('A tournament played on the page', () => {
  it.each(files)('%s can be pressed through to its end, with one winner', async (file) => {
    const tournament = await readTournament('.', file)
    const events = playAtRandom(tournament, randomFrom(7))
    const format = parseTournament(formatAfter(tournament.format, events))
    const progress = tournamentProgress(format)
    expect(planTournament(format).next).toEqual([])
    expect(progress.every(({ groups }) => groups.every(({ isOver }) => isOver))).toBe(true)
    expect(progress.at(-1)!.groups[0]!.places[0]).toEqual(expect.any(String))
  })

  it('a changed winner takes back the results that depended on it, and no others', async () => {
    const { format } = await read('ewc-2024')
    const quarters = planTournament(format).next.map(({ first, second }) => {
      const { teams } = planTournament(format)
      return final([teams[first]!.name, teams[second]!.name], [2, 0])
    })
    const semifinal = final([format.teams[0] as string, format.teams[2] as string], [2, 1])
    const events = [...quarters, semifinal]
    expect(isPossible(format, events)).toBe(true)
    const other = final(['Bilibili Gaming', 'T1'], [1, 2])
    expect(changedEvents(format, events, 0, other)).toEqual([other, ...quarters.slice(1)])
    expect(changedEvents(format, events, 3, null)).toEqual([...quarters.slice(0, 3), semifinal])
  })

  it('another score for the same winner keeps what followed', async () => {
    const { format, events } = await read('msi-2024')
    const at = events.findIndex((event) => isResult(event) && event.score![0] === 2 && event.score![1] === 0)
    const result = events[at] as Extract<TournamentEvent, { teams: unknown }>
    const closer = { ...result, score: [2, 1] as [number, number] }
    expect(changedEvents(format, events, at, closer)).toHaveLength(events.length)
  })

  it('undo gives back the events before the last change, and joined changes are undone at once', async () => {
    const tournament = await read('ewc-2024')
    const state = createTournamentState(tournament, [])
    const [first, second] = tournament.events
    state.add([first!])
    const changes = state.past.value.length
    state.add([second!])
    state.change(0, null)
    state.joinChanges(changes)
    state.undo()
    expect(state.events.value).toEqual([first])
    state.undo()
    state.undo()
    expect(state.events.value).toEqual([])
  })

  it('a press that changes nothing is no change', async () => {
    const state = createTournamentState(await read('ewc-2024'), [])
    expect(state.add([final(['Gen.G', 'T1'], [2, 0])])).toBe(false)
    expect(state.past.value).toEqual([])
  })

  it('the real results follow one another, in any order of play, until one differs', async () => {
    const { format, events } = await read('msi-2024')
    const some = [events[2]!, events[0]!]
    expect(realEventsLeft(events, some)).toEqual([events[1], ...events.slice(3)])
    const [a, b] = (events[0] as TournamentResult).teams
    const [won, lost] = (events[0] as { readonly score: readonly [number, number] }).score
    const turned = { stage: 'playIn', teams: [b, a], score: [lost, won] } as TournamentEvent
    expect(realEventsLeft(events, [turned])).toEqual(events.slice(1))
    expect(realEventsLeft(events, [{ stage: 'playIn', teams: [a, b], score: [lost, won] }])).toBeNull()
    let played: readonly TournamentEvent[] = []
    for (
      let left = realEventsLeft(events, played);
      left !== null && left.length > 0;
      left = realEventsLeft(events, played)
    )
      played = possibleEvents(format, [...played, ...nextRealEvents(left)], played.length)
    expect(played).toEqual(events)
  })

  it('scores are those with which a series can end, the clearest first', () => {
    expect([1, 3, 5].map(winningScores)).toEqual([
      [[1, 0]],
      [
        [2, 0],
        [2, 1],
      ],
      [
        [3, 0],
        [3, 1],
        [3, 2],
      ],
    ])
  })
})

describe('The moments to play on from', () => {
  it('are before each stage and at the end; the usual one is where the bracket begins', async () => {
    const { points, usual } = startingPoints(await read('worlds-2025'), stageTitle)
    expect(points).toEqual([
      { label: 'Before the first series', events: 0 },
      { label: 'Before Bracket', events: 34 },
      { label: 'At its end', events: 41 },
    ])
    expect(usual).toBe(34)
  })

  it.each(files)('%s has a usual one from which series can be pressed at once', async (file) => {
    const tournament = await readTournament('.', file)
    const { usual } = startingPoints(tournament, stageTitle)
    const { open } = createTournamentState(tournament, tournament.events.slice(0, usual))
    expect(open.value.length).toBeGreaterThan(0)
  })
})

describe('The draw of a stage', () => {
  it('gives teams of the right pots, each once, and lets two teams change places', async () => {
    const { format, events } = await read('worlds-2022')
    const before = events.slice(
      0,
      events.findIndex((event) => !isResult(event)),
    )
    const [, bracket] = tournamentProgress(formatAfter(format, before))
    expect(bracket!.awaitsDraw).toBe(true)
    for (let seed = 1; seed <= 20; seed++) {
      const drawn = drawLots(bracket!, randomFrom(seed))
      expect(new Set(drawn).size).toBe(8)
      const swapped = withTeam(drawn, 0, drawn[4]!)
      for (const slots of [drawn, swapped]) {
        expect(isPossible(format, [...before, { stage: 'bracket', slots: [...slots] }])).toBe(true)
      }
    }
    expect(openSlots(bracket!)).toHaveLength(8)
    const drawn = drawLots(bracket!, randomFrom(1))
    expect(slotOptions(bracket!, drawn, 0)).toEqual([0, 2, 4, 6].map((slot) => drawn[slot]!).sort())
  })
})

describe('The fragment of an address', () => {
  it.each(files)('%s keeps what was played', async (file) => {
    const tournament = await readTournament('.', file)
    const events = playAtRandom(tournament, randomFrom(3))
    const fragment = toFragment(tournament, events)
    expect(fragment).toMatch(/^[\w.\-/]+$/)
    expect(fromFragment(`#${fragment}`, [tournament])).toMatchObject({ chosen: { id: tournament.id }, events })
  })

  it('has the number of real events that begin it', async () => {
    const tournament = await read('worlds-2025')
    expect(toFragment(tournament, tournament.events.slice(0, 34))).toBe('worlds-2025/34')
    const events = [...tournament.events.slice(0, 34), final(["Anyone's Legend", 'T1'], [1, 3])]
    expect(toFragment(tournament, events)).toBe('worlds-2025/34/1.10-9.1-3')
  })

  it('opens what is possible of a broken or foreign one', async () => {
    const tournament = await read('worlds-2025')
    const open = (fragment: string) => fromFragment(fragment, [tournament])?.events.length ?? null
    expect(open('#worlds-2025/34/1.10-9.1-3/9.1-2.1-0/1.10-9.1-3/1.x-9.3-0/1.10-99.3-0/1.5-6.nan/')).toBe(35)
    expect(open('#worlds-2025/99')).toBe(41)
    expect(['', '#', '#other/3', '#worlds-2025', '#worlds-2025/-1', '#%zz/1'].map(open)).toEqual(
      new Array(6).fill(null),
    )
  })
})
