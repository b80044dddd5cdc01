import { invalidArgument, requireNumber, requireProbability, requireRecord, requireRecords } from '@riftline/base'
import { recency } from '../calibration/recency-weights.ts'
import { weighLosses } from './base-weights.ts'
import { type ConsensusOptions, resolveConsensusOptions } from './consensus-options.ts'
import {
  type ConsensusRecord,
  type ConsensusTable,
  consensusTable,
  requireConsensusTable,
  requireIds,
} from './consensus-table.ts'
import { tiltWeights } from './final-weights.ts'
import { gradeMatches, spreadOf } from './graded-matches.ts'
import { type LeagueEvidence, leagueEvidence } from './league-evidence.ts'
import { type MemberYield, roiTilt } from './roi-tilt.ts'

/** The match to forecast: the probability of each member, and the league. */
export interface ConsensusTarget {
  readonly members: readonly { readonly id: string; readonly p: number }[]
  readonly league: string | null
  /** What each member's value picks earned, by id; a member without has no tilt. */
  readonly roi?: Readonly<Record<string, MemberYield>>
  /** Days between the moment that the ages of the history count back from and this match, at least 0; default 0. */
  readonly daysLater?: number
}

/** Weights of the members for one match, with what they rest on. */
export interface ConsensusWeights {
  /** By id, summing to 1. */
  readonly weights: Record<string, number>
  /** Range of the members' log odds. */
  readonly spread: number
  /** Why the weights are not learnt, where they are not. */
  readonly reason?: 'single-member' | 'insufficient-history'
  /** Kish size of the shared history at the league level. */
  readonly nEff?: number
  /** min(nEff, nCap). */
  readonly evidence?: number
  /** Weights before tilt and floor, and the tilts, by id. */
  readonly base?: Record<string, number>
  readonly tilt?: Record<string, number>
}

/**
 * Weights of several models for one match, learnt from how each did on the matches that all of them forecast.
 *
 * Losses are compared at three nested levels, all leagues, this league, this league at a similar spread, each shrunk to
 * the one before; e^(-eta E difference) with capped evidence E gives the base weights, a bounded tilt for the yield of
 * value picks and a floor the final ones. A short history gives exactly equal weights.
 *
 * Source: exponential weights, N. Cesa-Bianchi and G. Lugosi, "Prediction, Learning, and Games" (2006), chapter 2.
 *
 * @param history ended matches; only those that every member forecast count
 * @param target the match to forecast
 * @throws RiftlineError `invalid_argument`
 * @example
 * consensusWeights([], { members: [{ id: 'a', p: 0.6 }, { id: 'b', p: 0.6 }], league: 'LCK' }) // => { weights: { a: 0.5, b: 0.5 }, spread: 0, reason: 'insufficient-history', nEff: 0 }
 */
export function consensusWeights(
  history: readonly ConsensusRecord[],
  target: ConsensusTarget,
  options: ConsensusOptions = {},
): ConsensusWeights {
  const ids = memberIds(target)
  return prepareConsensus(history, ids, options)(target)
}

/**
 * `consensusWeights` for many matches over one history: the history is checked and graded once, what a league's matches say
 * is summed up when the league is first seen, and each call then costs a few microseconds, however long the history.
 *
 * @param history ended matches, as a list or as the columns of `consensusTable`
 * @param ids members of every match to come, in any order
 * @throws RiftlineError `invalid_argument`, from the returned function too
 * @example
 * prepareConsensus([], ['a'])({ members: [{ id: 'a', p: 0.6 }], league: null }) // => { weights: { a: 1 }, spread: 0, reason: 'single-member' }
 */
export function prepareConsensus(
  history: readonly ConsensusRecord[] | ConsensusTable,
  ids: readonly string[],
  options: ConsensusOptions = {},
): (target: ConsensusTarget) => ConsensusWeights {
  const { weigh } = prepareWeights(history, ids, options)
  const byId = (values: ArrayLike<number>): Record<string, number> =>
    Object.fromEntries(ids.map((id, i) => [id, values[i]!]))
  return (target) => {
    const { weights, base, tilt, ...rest } = weigh(probabilitiesOf(target, ids), target)
    const learned = base === undefined || tilt === undefined ? {} : { base: byId(base), tilt: byId(tilt) }
    return { weights: byId(weights), ...rest, ...learned }
  }
}

/** `ConsensusWeights` with values in the order of the ids. */
export interface PreparedWeights extends Omit<ConsensusWeights, 'weights' | 'base' | 'tilt'> {
  readonly weights: ArrayLike<number>
  readonly base?: ArrayLike<number>
  readonly tilt?: ArrayLike<number>
}

/** What is known of a target beside the probabilities. */
export type TargetRest = Omit<ConsensusTarget, 'members'>

/** Of one history, for one target after another. */
export interface WeightsOfMembers {
  weigh(probabilities: readonly number[], target: TargetRest): PreparedWeights
  /** Those of `weigh` alone, where each is known: the caller's until the next call. */
  weightsOf(
    probabilities: ArrayLike<number>,
    league: string | null,
    roi: ConsensusTarget['roi'],
    daysLater: number,
  ): ArrayLike<number>
}

/** `prepareConsensus` for probabilities in the order of the ids, which it trusts, and the rest of the target. */
export function prepareWeights(
  history: readonly ConsensusRecord[] | ConsensusTable,
  ids: readonly string[],
  options: ConsensusOptions = {},
): WeightsOfMembers {
  requireIds('ids', ids)
  const resolved = resolveConsensusOptions(options, ids.length)
  const { eta, nCap, nMin, halfLifeDays, tau, wMin } = resolved
  const evidenceFor = leagueEvidence(gradeMatches(tableOf(history, ids), ids), resolved)
  const equal = ids.map(() => 1 / ids.length)
  const shared = new Float64Array(ids.length)
  const tiltsOf = tiltsByRoi(ids, tau)
  const decayOf = decays(halfLifeDays)
  const setBase = ({ nEff, deltaAt }: LeagueEvidence, spread: number, base: Float64Array): Float64Array =>
    weighLosses(deltaAt(spread), Math.min(Number.MAX_VALUE, eta * Math.min(nEff, nCap)), base)
  return {
    weigh(probabilities, target) {
      const spread = spreadOf(probabilities)
      if (ids.length === 1) return { weights: [1], spread, reason: 'single-member' }
      const { league = null, daysLater = 0 } = target
      const evidence = evidenceFor(league, decayOf(daysLater))
      const { nEff } = evidence
      if (nEff < nMin) return { weights: equal, spread, reason: 'insufficient-history', nEff }
      const base = setBase(evidence, spread, new Float64Array(ids.length))
      const tilt = tiltsOf(target.roi)
      const weights = tiltWeights(base, tilt, wMin, new Float64Array(ids.length))
      return { weights, spread, nEff, evidence: Math.min(nEff, nCap), base, tilt }
    },
    weightsOf(probabilities, league, roi, daysLater) {
      if (ids.length === 1) return equal
      const evidence = evidenceFor(league, decayOf(daysLater))
      if (evidence.nEff < nMin) return equal
      return tiltWeights(setBase(evidence, spreadOf(probabilities), shared), tiltsOf(roi), wMin, shared)
    },
  }
}

/** Nearly every target is as many days later as the one before. */
function decays(halfLifeDays: number): (daysLater: number) => number {
  let last = 0
  let decay = recency(last, halfLifeDays)
  return (daysLater) => {
    if (daysLater !== last) {
      last = daysLater
      decay = recency(daysLater, halfLifeDays)
    }
    return decay
  }
}

/** Nearly every target has the same record of yields as the one before. */
function tiltsByRoi(ids: readonly string[], tau: number): (roi: ConsensusTarget['roi']) => readonly number[] {
  let last: { readonly roi: ConsensusTarget['roi']; readonly tilts: readonly number[] } | undefined
  return (roi) => {
    if (last === undefined || last.roi !== roi) last = { roi, tilts: ids.map((id) => tiltOf(roi, id, tau)) }
    return last.tilts
  }
}

function tableOf(history: readonly ConsensusRecord[] | ConsensusTable, ids: readonly string[]): ConsensusTable {
  if (Array.isArray(history)) return consensusTable(history, ids)
  requireConsensusTable(history as ConsensusTable)
  return history as ConsensusTable
}

function tiltOf(roi: ConsensusTarget['roi'], id: string, tau: number): number {
  const record = roi !== undefined && Object.hasOwn(roi, id) ? roi[id] : undefined
  return record === undefined ? 1 : roiTilt(record, { tau })
}

function memberIds(target: ConsensusTarget): string[] {
  requireRecord('target', target)
  requireRecords('members', target.members, false)
  return target.members.map((member) => member.id)
}

/** Probabilities of the target in the order of `ids`, after checking the whole target. */
function probabilitiesOf(target: ConsensusTarget, ids: readonly string[]): number[] {
  const given = memberIds(target)
  requireIds('members', given)
  if (given.length !== ids.length) throw invalidArgument('members', `the members ${ids.join(', ')}`, given)
  const { league, roi, daysLater } = target
  const legal = league === undefined || league === null || typeof league === 'string'
  if (!legal) throw invalidArgument('league', 'a string or null', league)
  if (roi !== undefined) requireRecord('roi', roi)
  if (daysLater !== undefined) requireNumber('daysLater', daysLater, 0)
  return ids.map((id) => {
    const member = target.members[given.indexOf(id)]
    if (member === undefined) throw invalidArgument('members', `the members ${ids.join(', ')}`, given)
    requireProbability(`members.${id}.p`, member.p)
    return member.p
  })
}
