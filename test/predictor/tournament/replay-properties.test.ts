import { parseTournament, planTournament, type TournamentFormat, type TournamentPlan } from '@riftline/predictor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replayResults } from '#predictor/tournament/format/replay.ts'
import { compileStages } from '#predictor/tournament/format/stages.ts'
import { amount } from '../../support/amount.ts'
import { type PlayedTournament, playTournament } from '../../support/played-tournament.ts'
import { everyFormat } from '../../support/tournament-formats.ts'

const seeds = fc.nat(2 ** 31)

/** The format after its first results, with the draws that were known then. */
function formatAfter(format: TournamentFormat, { results, draws }: PlayedTournament, count: number): TournamentFormat {
  const known = draws.filter((draw) => draw.after <= count).map(({ stage, slots }) => ({ stage, slots }))
  return { ...format, results: results.slice(0, count), draws: known }
}

/** Winner by the replayed results; undefined for a first place that lots decide. */
function winnerOf(format: TournamentFormat): string | undefined {
  const draft = compileStages(format)
  replayResults(draft)
  return draft.teams[draft.team[draft.reach.at(-1)!.seats[0]!]!]?.name
}

describe.each(everyFormat.map((format, i) => ({ title: `${i}: ${format.name}`, format })))('$title', ({ format }) => {
  it('plans after each result of a tournament that is played by the rules', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const played = playTournament(format, seed)
        const step = Math.max(1, Math.floor(played.results.length / amount(10, 1_000)))
        for (let count = 0; count < played.results.length; count += step)
          planTournament(formatAfter(format, played, count))
        const complete = formatAfter(format, played, played.results.length)
        const plan = planTournament(parseTournament(JSON.parse(JSON.stringify(complete))))
        expect(plan.next).toEqual([])
        expect(planTournament(complete)).toEqual(plan)
        expect([played.winner, undefined]).toContain(winnerOf(complete))
        if (format.stages.at(-1)!.kind !== 'roundRobin') expect(winnerOf(complete)).toBe(played.winner)
      }),
    )
  })

  it('every result is refused once it is known, and in another place of the order it plans or is refused by name', () => {
    fc.assert(
      fc.property(seeds, fc.nat(1_000), (seed, pick) => {
        const played = playTournament(format, seed)
        const index = pick % played.results.length
        const moved = played.results[index]!
        const swapped = { ...played, results: [...played.results, moved] }
        expect(() => planTournament(formatAfter(format, swapped, swapped.results.length))).toThrow(/^results\[\d+\]/)
        const early = [moved, ...played.results.toSpliced(index, 1)]
        try {
          planTournament({ ...format, results: early, draws: formatAfter(format, played, early.length).draws })
        } catch (error) {
          expect((error as Error).message).toMatch(/^results\[\d+\]/)
        }
      }),
    )
  })

  it('the order of `teams` changes no plan', () => {
    const played = playTournament(format, 7)
    const half = formatAfter(format, played, Math.floor(played.results.length / 2))
    /** The plan without positions in `teams`, which only messages name. */
    const planOf = (teams: TournamentFormat['teams']) => {
      const plan = planTournament({ ...half, teams })
      return { ...plan, teams: plan.teams.map(({ name, id }) => ({ name, id })) }
    }
    const plan = planOf(half.teams)
    fc.assert(
      fc.property(fc.shuffledSubarray([...format.teams], { minLength: format.teams.length }), (teams) => {
        expect(planOf(teams)).toEqual(plan)
      }),
    )
  })

  it('steps fill each seat once, from seats that are filled before', () => {
    const plan = planTournament(format)
    const filled = new Set(plan.teams.map((_, team) => team))
    for (const step of plan.steps) {
      const [from, to] = seatsOf(step)
      for (const seat of from) expect(filled.has(seat)).toBe(true)
      for (const seat of to) {
        expect(filled.has(seat)).toBe(false)
        filled.add(seat)
      }
    }
    expect(filled.size).toBe(plan.seatCount)
    for (const { seats } of plan.reach) for (const seat of seats) expect(filled.has(seat)).toBe(true)
  })
})

function seatsOf(step: TournamentPlan['steps'][number]): readonly [readonly number[], readonly number[]] {
  if (step.kind === 'series')
    return [
      [step.first, step.second],
      [step.winner, step.loser],
    ]
  if (step.kind === 'draw') return [step.pots.flat(), step.to]
  if (step.kind === 'choice') return [[...step.choosers, ...step.opponents], step.to]
  return [step.seats, step.places]
}
