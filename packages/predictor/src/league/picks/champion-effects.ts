import { dayOf } from '@riftline/base'
import { exp } from '@riftline/core/math'
import type { PlayedGame } from '../played-series.ts'

/** Worth of a champion in a role, in logits of one game, beyond the teams' strength: an extended Kalman filter. */
export interface ChampionEffect {
  value: number
  variance: number
  day: number
  patch: string | null
}

/** By role index x `roleStride` + champion id. */
export type ChampionEffects = Map<number, ChampionEffect>

const roleStride = 1_000_000

const startVariance = 0.01
const maximumVariance = 0.01
const variancePerDay = 1e-5
/** A new patch changes champions. */
const variancePerPatch = 0.001
/** Logits that blue side is worth beside the draft. */
const blueAdvantage = 0.08

/** Sum of the five effects. */
export function lineupEffect(effects: ChampionEffects, champions: readonly number[]): number {
  let sum = 0
  for (const [role, champion] of champions.entries()) sum += championEffect(effects, role, champion)
  return sum
}

/** A champion never seen in that role counts 0. */
export function championEffect(effects: ChampionEffects, role: number, champion: number): number {
  return effects.get(key(role, champion))?.value ?? 0
}

/**
 * Learns one game of known drafts. `strength` is the expected game logit of the first side from its rating alone.
 */
export function learnChampionEffects(effects: ChampionEffects, game: PlayedGame, strength: number): void {
  const [first, second] = game.sides
  if (first.champions === null || second.champions === null) return
  const day = dayOf(game.startMs)
  const own = first.champions.map((champion, role) => atGame(effects, role, champion, day, game.patch))
  const other = second.champions.map((champion, role) => atGame(effects, role, champion, day, game.patch))
  const expected = strength + (game.sidesKnown ? blueAdvantage : 0) + sumOf(own) - sumOf(other)
  const probability = 1 / (1 + exp(-expected))
  const information = probability * (1 - probability)
  let variance = 0
  for (const effect of own) variance += effect.variance
  for (const effect of other) variance += effect.variance
  const spread = 1 + information * variance
  const residual = ((game.winner === 0 ? 1 : 0) - probability) / spread
  for (const effect of own) step(effect, residual, information / spread)
  for (const effect of other) step(effect, -residual, information / spread)
}

function step(effect: ChampionEffect, residual: number, certainty: number): void {
  effect.value += effect.variance * residual
  effect.variance -= effect.variance * effect.variance * certainty
}

function atGame(
  effects: ChampionEffects,
  role: number,
  champion: number,
  day: number,
  patch: string | null,
): ChampionEffect {
  let effect = effects.get(key(role, champion))
  if (effect === undefined) {
    effect = { value: 0, variance: startVariance, day, patch }
    effects.set(key(role, champion), effect)
  }
  const isNewPatch = patch !== null && effect.patch !== patch
  const grown = effect.variance + variancePerDay * Math.max(0, day - effect.day) + (isNewPatch ? variancePerPatch : 0)
  effect.variance = Math.min(grown, maximumVariance)
  effect.day = Math.max(effect.day, day)
  if (patch !== null) effect.patch = patch
  return effect
}

function sumOf(effects: readonly ChampionEffect[]): number {
  return effects.reduce((sum, effect) => sum + effect.value, 0)
}

function key(role: number, champion: number): number {
  return role * roleStride + champion
}
