import { recency } from '../calibration/recency-weights.ts'
import { invalidArgument } from '../errors.ts'
import { requireProbability, requireRecord, requireRecords } from '../math/check-arguments.ts'
import { baseWeights } from './base-weights.ts'
import { type ConsensusOptions, resolveConsensusOptions } from './consensus-options.ts'
import { type EvidenceLevel, evidenceLevel, shrinkLevel } from './evidence-levels.ts'
import { finalWeights } from './final-weights.ts'
import { type ConsensusRecord, gradeMatches, spreadOf } from './graded-matches.ts'
import { type MemberYield, roiTilt } from './roi-tilt.ts'

/** The match to forecast: what each member says about it, and where it is played. */
export interface ConsensusTarget {
  readonly members: readonly { readonly id: string; readonly p: number }[]
  readonly league: string | null
  /** What each member's value picks earned, by id; a member without has no tilt. */
  readonly roi?: Readonly<Record<string, MemberYield>>
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
 * `consensusWeights` for many matches over one history: the history is checked and graded once, the levels above the
 * spread are kept by league, and each call costs one pass over the shared matches.
 *
 * @param ids members of every match to come, in any order
 * @throws RiftlineError `invalid_argument`, from the returned function too
 * @example
 * prepareConsensus([], ['a'])({ members: [{ id: 'a', p: 0.6 }], league: null }) // => { weights: { a: 1 }, spread: 0, reason: 'single-member' }
 */
export function prepareConsensus(
  history: readonly ConsensusRecord[],
  ids: readonly string[],
  options: ConsensusOptions = {},
): (target: ConsensusTarget) => ConsensusWeights {
  requireIds('ids', ids)
  const resolved = resolveConsensusOptions(options, ids.length)
  const { eta, nCap, nMin, halfLifeDays, h, rho, kappaLeague, kappaSpread, tau, wMin, conditionOnSpread } = resolved
  const matches = gradeMatches(history, ids)
  const recencies = matches.age.map((age) => recency(age, halfLifeDays))
  const all = evidenceLevel(matches, recencies)
  const byLeague = new Map<string | null, League>()
  const atLeague = (league: string | null): League => {
    const known = byLeague.get(league)
    if (known !== undefined) return known
    const weights = recencies.map((w, i) => (league !== null && matches.league[i] === league ? w : w * rho))
    const level = evidenceLevel(matches, weights)
    const found = { weights, level, delta: shrinkLevel(level, all.delta, kappaLeague) }
    byLeague.set(league, found)
    return found
  }
  return (target) => {
    const probabilities = probabilitiesOf(target, ids)
    const spread = spreadOf(probabilities)
    const byId = <T>(values: readonly T[]): Record<string, T> =>
      Object.fromEntries(ids.map((id, i) => [id, values[i] as T]))
    if (ids.length === 1) return { weights: byId([1]), spread, reason: 'single-member' }
    const { weights, level, delta } = atLeague(target.league ?? null)
    const { nEff } = level
    if (nEff < nMin) {
      return { weights: byId(ids.map(() => 1 / ids.length)), spread, reason: 'insufficient-history', nEff }
    }
    const kernel = (i: number): number => Math.exp(-((((matches.spread[i] ?? 0) - spread) / h) ** 2) / 2)
    const cell = evidenceLevel(matches, conditionOnSpread ? weights.map((w, i) => w * kernel(i)) : weights)
    const base = baseWeights(shrinkLevel(cell, delta, kappaSpread), nEff, { eta, nCap })
    const tilt = ids.map((id) => tiltOf(target, id, tau))
    const final = finalWeights(base, tilt, { wMin })
    return { weights: byId(final), spread, nEff, evidence: Math.min(nEff, nCap), base: byId(base), tilt: byId(tilt) }
  }
}

interface League {
  readonly weights: Float64Array
  readonly level: EvidenceLevel
  readonly delta: readonly number[]
}

function tiltOf({ roi }: ConsensusTarget, id: string, tau: number): number {
  const record = roi !== undefined && Object.hasOwn(roi, id) ? roi[id] : undefined
  return record === undefined ? 1 : roiTilt(record, { tau })
}

function memberIds(target: ConsensusTarget): string[] {
  requireRecord('target', target)
  requireRecords('members', target.members, false)
  return target.members.map((member) => member.id)
}

function requireIds(argument: string, ids: readonly string[]): void {
  if (!Array.isArray(ids) || ids.length === 0) throw invalidArgument(argument, 'at least one member', ids)
  ids.forEach((id, i) => {
    if (typeof id !== 'string' || ids.indexOf(id) !== i) throw invalidArgument(`${argument}[${i}]`, 'a new name', id)
  })
}

/** Probabilities of the target in the order of `ids`, after checking the whole target. */
function probabilitiesOf(target: ConsensusTarget, ids: readonly string[]): number[] {
  const given = memberIds(target)
  requireIds('members', given)
  if (given.length !== ids.length) throw invalidArgument('members', `the members ${ids.join(', ')}`, given)
  const { league, roi } = target
  const legal = league === undefined || league === null || typeof league === 'string'
  if (!legal) throw invalidArgument('league', 'a string or null', league)
  if (roi !== undefined) requireRecord('roi', roi)
  return ids.map((id) => {
    const member = target.members[given.indexOf(id)]
    if (member === undefined) throw invalidArgument('members', `the members ${ids.join(', ')}`, given)
    requireProbability(`members.${id}.p`, member.p)
    return member.p
  })
}
