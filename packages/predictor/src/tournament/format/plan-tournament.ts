import type { BestOf } from '../../types.ts'
import type { PlanNext, SeriesLength, TournamentPlan } from '../plan.ts'
import { type PlanDraft, pairKey, type RoundRobinDraft, type StageDraft, type Unit } from './draft.ts'
import { type TournamentFormat, tournamentLimits } from './format-schema.ts'
import { replayResults } from './replay.ts'
import { lengthOf } from './replay-swiss.ts'
import { compileStages } from './stages.ts'

/**
 * Compiles a format into steps to simulate, with its known results and draws. Takes milliseconds for the largest format.
 *
 * @param format as `parseTournament` returns it
 * @throws RiftlineError `validation_error` as `parseTournament`, for a fault between fields
 * @example planTournament({ name: 'Final', teams: ['T1', 'BLG'], stages: [{ id: 'final', kind: 'singleElimination', bestOf: 5, slots: ['T1', 'BLG'] }] }).next.length // => 1
 */
export function planTournament(format: TournamentFormat): TournamentPlan {
  const draft = compileStages(format)
  replayResults(draft)
  return {
    name: format.name,
    tournament: format.tournament ?? null,
    teams: draft.teams,
    seatCount: draft.team.length,
    steps: draft.steps,
    reach: draft.reach,
    tables: draft.tables,
    next: takeNext(draft),
    lengths: lengthsOf(draft),
  }
}

interface Open extends PlanNext {
  /** Notes the place in `next`. */
  readonly note: (next: number) => void
}

/** Lists the series that can be played now: those without a score in `results` first, the others in the order of the format. */
function takeNext(draft: PlanDraft): readonly PlanNext[] {
  const listed = new Map<string, number>()
  for (const { stage, teams, score } of draft.format.results ?? []) {
    const [a, b] = teams.map((name) => draft.numbers.get(name)!) as [number, number]
    const key = openKey(stage, a, b)
    if (score === undefined && !listed.has(key)) listed.set(key, listed.size)
  }
  const open = draft.stages
    .filter(({ isOpen }) => isOpen)
    .flatMap((stage) => stage.units.flatMap((unit) => openSeries(draft, stage, unit)))
  const orderOf = ({ stage, first, second }: PlanNext) => listed.get(openKey(stage, first, second)) ?? listed.size
  const next = open.sort((a, b) => orderOf(a) - orderOf(b)).slice(0, tournamentLimits.nextSeries)
  return next.map(({ note, ...series }, i) => {
    note(i)
    return series
  })
}

function openKey(stage: string, a: number, b: number): string {
  return `${stage} ${pairKey(a, b)}`
}

function openSeries(draft: PlanDraft, { format }: StageDraft, unit: Unit): readonly Open[] {
  const common = { stage: format.id, group: unit.group }
  const { step } = unit
  if (step?.kind === 'roundRobin') return openMeetings(draft, unit, step, common)
  if (step?.kind === 'swiss') {
    const pairs = step.known.flatMap((round, index) => round.map((series) => ({ series, index })))
    return pairs.flatMap(({ series, index }) => {
      if (series.winner !== 0) return []
      const wins = step.known
        .slice(0, index)
        .flat()
        .filter(({ first, second, winner }) => (winner === 1 ? first : second) === series.first).length
      const bestOf = lengthOf(step, { wins, losses: index - wins })
      const note = (next: number) => {
        series.next = next
      }
      return { ...common, bestOf, first: series.first, second: series.second, note }
    })
  }
  return unit.series.flatMap((series) => {
    const [first, second] = [draft.team[series.first]!, draft.team[series.second]!]
    if (series.known !== 0 || first < 0 || second < 0) return []
    const note = (next: number) => {
      series.next = next
    }
    return { ...common, bestOf: series.bestOf, first, second, note }
  })
}

function openMeetings(
  draft: PlanDraft,
  unit: Unit,
  step: RoundRobinDraft,
  common: Pick<PlanNext, 'stage' | 'group'>,
): readonly Open[] {
  const teams = step.seats.map((seat) => draft.team[seat]!).filter((team) => team >= 0)
  const pairs = teams.flatMap((first, i) => teams.slice(i + 1).map((second) => [first, second] as const))
  const open = pairs.filter((pair) => (unit.meetings.get(pairKey(...pair)) ?? 0) < step.rounds)
  return open.map(([first, second]) => {
    const note = (next: number) => {
      step.next.push({ next, first, second })
    }
    return { ...common, bestOf: step.bestOf, first, second, note }
  })
}

function lengthsOf({ steps }: PlanDraft): readonly BestOf[] {
  const lengths = steps.flatMap((step): readonly SeriesLength[] => {
    if (step.kind === 'draw') return []
    if (step.kind === 'swiss') return [step.bestOf, step.decidingBestOf]
    return step.kind === 'roundRobin' && step.gamesAfter.length > 0 ? [step.bestOf, 1] : [step.bestOf]
  })
  const bestOfs = lengths.map((length): BestOf => (length === 2 ? 1 : length))
  return [...new Set(bestOfs)].sort((a, b) => a - b)
}
