import type { SeriesStep } from '../plan.ts'
import { possibleTeams } from './apply-draw.ts'
import type { PlanDraft, StageDraft } from './draft.ts'
import type { TournamentFormat } from './format-schema.ts'
import { replayResults } from './replay.ts'
import { compileStages } from './stages.ts'

/** What the results say of a stage; null stands for a team that they do not say. */
export interface StageProgress {
  readonly stage: string
  /** Teams that each slot can still have, in reading order; none before the stages that lead to it are over. */
  readonly slots: readonly (readonly string[])[]
  /** Slots whose teams a draw or a choice may exchange, as indices into `slots`. */
  readonly pots: readonly (readonly number[])[]
  /** Whether only a draw, a lot or a choice is missing for the teams of the slots. */
  readonly awaitsDraw: boolean
  readonly groups: readonly GroupProgress[]
}

/** A group of a stage, or a whole stage without groups. */
export interface GroupProgress {
  readonly group: string | null
  readonly seats: readonly number[]
  readonly teams: readonly (string | null)[]
  /** Series of a bracket, a group of four or a ladder, in the order of play; their seats tell which series lead to which. */
  readonly series: readonly (Pick<SeriesStep, 'bestOf' | 'first' | 'second' | 'winner' | 'loser'> & {
    readonly teams: readonly [string | null, string | null]
    readonly won: string | null
  })[]
  readonly places: readonly (string | null)[]
  /** Teams that are tied after the last series, and whether games between them come first. */
  readonly ties: readonly { readonly teams: readonly string[]; readonly awaitsGames: boolean }[]
  readonly isOver: boolean
}

/**
 * Lists who plays whom, who won and who is in which place, as far as the results say: what one needs to draw a bracket.
 *
 * @throws RiftlineError `validation_error` as `planTournament`
 * @example tournamentProgress({ name: 'Final', teams: ['T1', 'BLG'], stages: [{ id: 'final', kind: 'singleElimination', bestOf: 5, slots: ['T1', 'BLG'] }] })[0].groups[0].teams // => ['T1', 'BLG']
 */
export function tournamentProgress(format: TournamentFormat): readonly StageProgress[] {
  const draft = compileStages(format)
  replayResults(draft)
  return draft.stages.map((stage) => progressOf(draft, stage))
}

function progressOf(draft: PlanDraft, { format, sources, pots, drawn, units }: StageDraft): StageProgress {
  const nameOf = (team: number) => draft.teams[team]!.name
  const teamIn = (seat: number) => (draft.team[seat]! < 0 ? null : nameOf(draft.team[seat]!))
  const slots = sources.map((seat) => possibleTeams(draft, seat).map(nameOf))
  const isFed = sources.every((seat) => draft.unitOf[seat]?.isOver !== false)
  const isLot = [...slots, ...pots].some(({ length }) => length > 1)
  const groups = units.map(
    ({ group, seats, series, places, ties, isOver }): GroupProgress => ({
      ...{ group, seats, teams: seats.map(teamIn), places: places.map(teamIn), isOver },
      series: series.map(({ bestOf, first, second, winner, loser }) => {
        return { bestOf, first, second, winner, loser, teams: [teamIn(first), teamIn(second)], won: teamIn(winner) }
      }),
      ties: (ties ?? []).flatMap(({ teams, awaitsGames }) => {
        return teams.length > 1 ? { teams: teams.map(nameOf), awaitsGames } : []
      }),
    }),
  )
  return { stage: format.id, slots, pots, awaitsDraw: isFed && isLot && drawn === null, groups }
}
