import { invalidArgument, requireNumber, requireProbability, requireRecord, requireRecords } from '@riftline/base'
import { recency } from '../calibration/recency-weights.ts'
import {
  type ConsensusRecord,
  type ConsensusTable,
  consensusTable,
  gradeMatches,
  requireConsensusTable,
  requireIds,
  spreadOf,
} from './consensus-table.ts'
import { leagueEvidence, type SpreadSums } from './league-evidence.ts'
import {
  type ConsensusOptions,
  type MemberYield,
  resolveConsensusOptions,
  roiTilt,
  tiltWeights,
  weighLosses,
} from './member-weights.ts'

/** Match for which the members are weighed. */
export interface ConsensusTarget {
  readonly members: readonly { readonly id: string; readonly p: number }[]
  readonly league: string | null
  /** Earnings of each member's value picks, by id; a member without a record has no tilt. */
  readonly roi?: Readonly<Record<string, MemberYield>>
  /** Days from the moment at which the history's ages were taken to this match, at least 0; default 0. */
  readonly daysLater?: number
}

/** Weights of the members for one match, and the numbers behind them. */
export interface ConsensusWeights {
  /** Weights by id, summing to 1. */
  readonly weights: Record<string, number>
  /** Range of the members' log odds. */
  readonly spread: number
  /** Reason for equal weights; absent when they were learned. */
  readonly reason?: 'single-member' | 'insufficient-history'
  /** Kish size of the shared history at the league level. */
  readonly nEff?: number
  /** Capped size, min(nEff, nCap). */
  readonly evidence?: number
  /** Weights before tilt and floor, and the tilts, by id. */
  readonly base?: Record<string, number>
  readonly tilt?: Record<string, number>
}

/**
 * Weights of several models for one match, learned from the matches that all of them forecast.
 *
 * Losses are compared at three nested levels (all leagues, this league, this league at a similar spread), each shrunk to the one before;
 * e^(-eta E difference) with capped evidence E gives the base weights, a bounded tilt for the yield of value picks and a floor give the
 * final ones. A short history gives exactly equal weights.
 *
 * Source: exponential weights, N. Cesa-Bianchi and G. Lugosi, "Prediction, Learning, and Games" (2006), chapter 2.
 *
 * @param history ended matches; only those that every member forecast count
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
 * `consensusWeights` for many matches over one history, a list or the columns of `consensusTable`, which is checked and graded once. Each call
 * sums over the history, about 30 ns a match; `prepareWeights` reads a table instead.
 *
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
  const weigh = createWeigher(history, ids, options, 'exact')
  const byId = (values: readonly number[]): Record<string, number> =>
    Object.fromEntries(ids.map((id, i) => [id, values[i]!]))
  return (target) => {
    const { weights, base, tilt, ...rest } = weigh(probabilitiesOf(target, ids), target)
    const learned = base === undefined || tilt === undefined ? {} : { base: byId(base), tilt: byId(tilt) }
    return { weights: byId(weights), ...rest, ...learned }
  }
}

/** `ConsensusWeights` with values in the order of the ids. */
export interface PreparedWeights extends Omit<ConsensusWeights, 'weights' | 'base' | 'tilt'> {
  readonly weights: readonly number[]
  readonly base?: readonly number[]
  readonly tilt?: readonly number[]
}

/** Target of a forecast without its probabilities. */
export type TargetRest = Omit<ConsensusTarget, 'members'>

/** Weighs probabilities that come in the order of the ids; trusts both arguments. */
export type Weigh = (probabilities: readonly number[], target: TargetRest) => PreparedWeights

/**
 * `prepareConsensus` for many targets: probabilities come in the order of the ids and are trusted, and the sums at a spread are read from
 * a table. Each call costs a microsecond, however long the history, and its weights differ by less than 1e-4 from those of `prepareConsensus`.
 *
 * @throws RiftlineError `invalid_argument`
 */
export function prepareWeights(
  history: readonly ConsensusRecord[] | ConsensusTable,
  ids: readonly string[],
  options: ConsensusOptions = {},
): Weigh {
  return createWeigher(history, ids, options, 'tabulated')
}

function createWeigher(
  history: readonly ConsensusRecord[] | ConsensusTable,
  ids: readonly string[],
  options: ConsensusOptions,
  spreadSums: SpreadSums,
): Weigh {
  requireIds('ids', ids)
  const resolved = resolveConsensusOptions(options, ids.length)
  const { eta, nCap, nMin, halfLifeDays, tau, wMin } = resolved
  const evidenceFor = leagueEvidence(gradeMatches(tableOf(history, ids), ids), resolved, spreadSums)
  const equal = ids.map(() => 1 / ids.length)
  return (probabilities, { league = null, daysLater = 0, roi }) => {
    const spread = spreadOf(probabilities)
    if (ids.length === 1) return { weights: [1], spread, reason: 'single-member' }
    const { nEff, deltaAt } = evidenceFor(league, recency(daysLater, halfLifeDays))
    if (nEff < nMin) return { weights: equal, spread, reason: 'insufficient-history', nEff }
    const evidence = Math.min(nEff, nCap)
    const base = weighLosses(deltaAt(spread), Math.min(Number.MAX_VALUE, eta * evidence))
    const tilt = ids.map((id) => tiltOf(roi, id, tau))
    return { weights: tiltWeights(base, tilt, wMin), spread, nEff, evidence, base, tilt }
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

/** Probabilities of the target in the order of `ids`; checks the whole target first. */
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
