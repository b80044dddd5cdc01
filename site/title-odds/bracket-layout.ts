import type { GroupProgress, TournamentFormat } from '@riftline/predictor'
import { slotTitle } from './stage-texts.ts'
import type { TournamentStage } from './tournament-event.ts'

export type BracketSeries = GroupProgress['series'][number]

/** A row of rounds, from the first to the last. */
export interface BracketLane {
  /** Name beside other lanes; empty for the only one. */
  readonly title: string
  readonly rounds: readonly BracketRound[]
}

interface BracketRound {
  readonly title: string
  readonly series: readonly BracketSeries[]
}

type LaneName = 'upper' | 'lower' | 'final' | 'third'

interface Placed {
  readonly series: BracketSeries
  readonly lane: LaneName
  readonly round: number
}

/** Orders the series of a bracket, a group of four or a ladder for drawing, by what leads to what. */
export function bracketLanes(stage: TournamentStage, group: GroupProgress): readonly BracketLane[] {
  const placed = placedSeries(stage, group)
  const lanes = (['upper', 'lower', 'final', 'third'] as const).map((lane) => {
    const own = placed.filter((one) => one.lane === lane)
    const numbers = [...new Set(own.map(({ round }) => round))].sort((a, b) => a - b)
    const rounds = numbers.map((round, index) => ({
      title: roundTitle(stage, lane, index, numbers.length),
      series: own.filter((one) => one.round === round).map(({ series }) => series),
    }))
    return { title: laneTitle(stage, lane), rounds }
  })
  return lanes.filter(({ rounds }) => rounds.length > 0)
}

function placedSeries(stage: TournamentStage, group: GroupProgress): readonly Placed[] {
  const placed: Placed[] = []
  const lowerSeats = stage.kind === 'doubleElimination' ? group.seats.slice(stage.slots.length) : []
  const bySeat = (seat: number) => placed.find(({ series }) => series.winner === seat || series.loser === seat)
  for (const series of group.series) {
    const sources = [series.first, series.second].map((seat) => {
      const from = bySeat(seat)
      const hasLost = from?.series.loser === seat
      return { from, hasLost, isLower: hasLost || from?.lane === 'lower' || lowerSeats.includes(seat) }
    })
    const isFinal = stage.kind === 'doubleElimination' && !sources[0]!.isLower && sources[1]!.isLower
    const isThird = stage.kind === 'singleElimination' && sources.every(({ hasLost }) => hasLost)
    const isLower = sources.some((source) => source.isLower)
    const lane = isFinal ? 'final' : isThird ? 'third' : isLower ? 'lower' : 'upper'
    const before = sources.flatMap(({ from }) => (from?.lane === lane ? [from.round] : []))
    placed.push({ series, lane, round: Math.max(-1, ...before) + 1 })
  }
  return placed
}

function laneTitle({ kind }: TournamentStage, lane: LaneName): string {
  if (lane === 'third') return 'Third place'
  if (kind !== 'doubleElimination') return ''
  return { upper: 'Upper bracket', lower: 'Lower bracket', final: 'Final' }[lane]
}

function roundTitle(stage: TournamentStage, lane: LaneName, index: number, rounds: number): string {
  if (lane === 'final' || lane === 'third') return ''
  if (stage.kind === 'gsl') {
    return lane === 'upper' ? ['Opening', 'Winners'][index]! : ['Losers', 'Deciding'][index]!
  }
  if (rounds === 1 && stage.kind !== 'doubleElimination') return ''
  if (stage.kind === 'kingOfTheHill') return index === rounds - 1 ? 'Last step' : `Step ${index + 1}`
  if (stage.kind === 'doubleElimination') {
    return index === rounds - 1 ? (lane === 'upper' ? 'Upper final' : 'Lower final') : `Round ${index + 1}`
  }
  const left = rounds - index
  if (stage.kind === 'singleElimination' && stage.rounds !== undefined && stage.slots.length >> stage.rounds !== 1) {
    return `Round ${index + 1}`
  }
  return { 1: 'Final', 2: 'Semifinals', 3: 'Quarterfinals' }[left] ?? `Round of ${2 ** left}`
}

/** Text for a team of a series that is not known: the two of which one comes, or the slot that it fills. */
export function seatTitle(
  format: TournamentFormat,
  stage: TournamentStage,
  group: GroupProgress,
  seat: number,
): string {
  const number = group.series.findIndex(({ winner, loser }) => winner === seat || loser === seat)
  if (number >= 0) {
    const { teams, winner } = group.series[number]!
    if (teams[0] !== null && teams[1] !== null) return `${teams[0]} or ${teams[1]}`
    return `${seat === winner ? 'Winner' : 'Loser'} of series ${number + 1}`
  }
  const index = group.seats.indexOf(seat)
  const { choose, draw } = stage as { readonly choose?: string; readonly draw?: string }
  if (draw !== undefined) return 'To be drawn'
  if (choose !== undefined && index % 2 === 1) return 'To be chosen'
  const slot = slotsOfGroup(stage, group.group)[index]
  return slot === undefined ? 'To be decided' : slotTitle(format, slot)
}

/** Slots of a group, or of a stage without groups, in the order of its seats. */
export function slotsOfGroup(stage: TournamentStage, group: string | null): readonly string[] {
  const { slots = [], groups = {} } = stage as {
    readonly slots?: readonly string[]
    readonly groups?: Readonly<Record<string, readonly string[]>>
  }
  if (group !== null) return groups[group] ?? []
  return [...slots, ...(stage.kind === 'doubleElimination' ? (stage.lowerSlots ?? []) : [])]
}
