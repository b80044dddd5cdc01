import type { RiftlineError } from '@riftline/base'
import { applyDraw } from './apply-draw.ts'
import { findStage, type PlanDraft, type SeriesDraft, type StageDraft, teamNumber } from './draft.ts'
import { faultAt } from './fault.ts'
import { advice, refuseAbsent, refuseScore, type Score } from './known-result.ts'
import { playRoundRobin, playTieBreak, settleRoundRobin } from './replay-round-robin.ts'
import { pairForced, playSwiss, settleSwiss } from './replay-swiss.ts'

/**
 * Replays the known results in order, so that each is checked against what was known before it, and applies the draws.
 *
 * @throws RiftlineError `validation_error` for the first result that cannot be, and for a draw that cannot be
 */
export function replayResults(draft: PlanDraft): void {
  settle(draft)
  for (const [i, { stage: id, teams, score = null, tieBreak = false }] of (draft.format.results ?? []).entries()) {
    const place = `results[${i}]`
    const stage = findStage(draft, id, `${place}.stage`)
    const pair = teams.map((name, t) => teamNumber(draft, name, `${place}.teams[${t}]`)) as [number, number]
    if (pair[0] === pair[1]) throw faultAt(`${place}.teams[1]`, `must be another team, got ${teams[1]} twice`)
    if (!stage.isApplied) applyBeforeGames(draft, stage)
    if (tieBreak) playTieBreak(draft, stage, pair, score, place)
    else if (stage.format.kind === 'roundRobin') playRoundRobin(draft, stage, pair, score, place)
    else if (stage.format.kind === 'swiss') playSwiss(draft, stage, pair, score, place)
    else playSeries(draft, stage, pair, score, place)
    if (score !== null) settle(draft)
  }
  for (const stage of draft.stages) applyBeforeGames(draft, stage)
  const waiting = draft.stages.find(({ isApplied }) => !isApplied)
  if (waiting === undefined) return
  const place = waiting.drawn!.place.replace('.slots', '')
  throw faultAt(place, `must come after the stages that lead to ${waiting.format.id}; ${advice(draft, waiting)}`)
}

/** Ranks the units that are over, and applies the draws whose teams are known, stage after stage. */
function settle(draft: PlanDraft): void {
  for (const stage of draft.stages) {
    const isFed = stage.sources.every((seat) => draft.unitOf[seat]?.isOver !== false)
    if (!stage.isApplied && isFed) applyDraw(draft, stage)
    for (const unit of stage.units) {
      if (unit.isOver) continue
      if (unit.step === null) unit.isOver = unit.series.every(({ known }) => known > 0)
      else if (unit.step.kind === 'roundRobin') settleRoundRobin(draft, unit)
      else {
        settleSwiss(draft, unit)
        pairForced(draft, unit)
      }
    }
  }
}

/** Applies a draw that says how a tie was broken, where not all tie-break games were played, or others. */
function applyBeforeGames(draft: PlanDraft, stage: StageDraft): void {
  const units = stage.sources.flatMap((seat) => draft.unitOf[seat] ?? [])
  if (stage.isApplied || !units.every(({ isOver, ties }) => isOver || ties !== null)) return
  applyDraw(draft, stage)
  for (const unit of units) unit.isOver = true
  settle(draft)
}

type Pair = readonly [number, number]

/** Series of a stage in which a team is known to play. */
function seriesOf({ team }: PlanDraft, { units }: StageDraft, number: number): readonly SeriesDraft[] {
  return units.flatMap(({ series }) =>
    series.filter(({ first, second }) => team[first] === number || team[second] === number),
  )
}

/** Fixes a series of a bracket, group of four or ladder. */
function playSeries(draft: PlanDraft, stage: StageDraft, pair: Pair, score: Score | null, place: string): void {
  const [a, b] = pair
  const common = seriesOf(draft, stage, a).filter((series) => seriesOf(draft, stage, b).includes(series))
  const series = stage.isOpen ? common.find(({ known }) => known === 0) : undefined
  if (series === undefined) throw whyNot(draft, stage, common, pair, place)
  if (score === null) return
  refuseScore(series.bestOf, score, place)
  const [winner, loser] = score[0] > score[1] ? [a, b] : [b, a]
  series.known = draft.team[series.first] === winner ? 1 : 2
  draft.team[series.winner] = winner
  draft.team[series.loser] = loser
}

/** Why two teams cannot play now. @param common series in which they have met */
function whyNot(
  draft: PlanDraft,
  stage: StageDraft,
  common: readonly SeriesDraft[],
  pair: Pair,
  place: string,
): RiftlineError {
  const { id } = stage.format
  const nameOf = (team: number) => draft.teams[team]!.name
  const got = `got ${pair.map(nameOf).join(' - ')}`
  if (!stage.isOpen) return faultAt(place, `must come after the draw of ${id}, ${got}; ${advice(draft, stage)}`)
  if (common.length > 0)
    return faultAt(place, `must be a series that is not yet known, ${got} of ${id} again; state each once`)
  for (const [i, team] of pair.entries()) {
    if (seriesOf(draft, stage, team).length === 0) refuseAbsent(draft, stage, team, `${place}.teams[${i}]`)
  }
  for (const [i, team] of pair.entries()) {
    const open = seriesOf(draft, stage, team).find(({ known }) => known === 0)
    if (open === undefined) {
      return faultAt(`${place}.teams[${i}]`, `must have a series left in ${id}, got ${nameOf(team)}, which has none`)
    }
    const opponent = draft.team[draft.team[open.first] === team ? open.second : open.first]!
    if (opponent < 0) continue
    return faultAt(`${place}.teams`, `must be a pair of ${id}, ${got}; ${nameOf(team)} meets ${nameOf(opponent)}`)
  }
  return faultAt(place, `must come after the series that lead to it, ${got} of ${id}; ${advice(draft, stage)}`)
}
