import { dayOf } from '@riftline/base'
import { clamp, exp, seriesProbability } from '@riftline/core/math'
import type { BestOf } from '../../types.ts'
import type { PlayedGame } from '../played-series.ts'
import { learnValue } from '../rating/league-slope.ts'

/** Champions of game 1 by team; ids in role order. */
export interface Draft {
  readonly team1: readonly number[]
  readonly team2: readonly number[]
}

/** Factor on the champions' effects: six tenths of the best fit on 2023 and 2024. */
const shownShare = 0.5
/** Largest change of a series' log odds by a draft. */
const most = 0.3

/**
 * Change of team 1's log odds to win the series by the draft of game 1: half of the difference of champion effects, in series
 * logits, at most 0.3 either way. It is the same for every model, and small, so that an uninformative draft does little harm.
 *
 * @param gameLogit log odds of team 1 to win one game without the draft
 * @example
 * // These champions have no known effect.
 * const draft = { team1: [1, 2, 3, 4, 5], team2: [6, 7, 8, 9, 10] }
 * draftOffset(new Map(), draft, 0.4, 3) // => 0
 */
export function draftOffset(effects: ChampionEffects, draft: Draft, gameLogit: number, bestOf: BestOf): number {
  return clamp(shownPerEffect(gameLogit, bestOf) * difference(effects, draft), -most, most)
}

/** Change of a team's log odds to win the series by each of its champions, in role order. Team 1's sum minus team 2's is `draftOffset`. */
export function championShares(
  effects: ChampionEffects,
  draft: Draft,
  gameLogit: number,
  bestOf: BestOf,
): { readonly team1: readonly number[]; readonly team2: readonly number[] } {
  const wanted = Math.abs(difference(effects, draft))
  const perEffect = shownPerEffect(gameLogit, bestOf)
  const factor = perEffect * wanted > most ? most / wanted : perEffect
  const sharesOf = (champions: readonly number[]): readonly number[] =>
    champions.map((champion, role) => factor * championEffect(effects, role, champion))
  return { team1: sharesOf(draft.team1), team2: sharesOf(draft.team2) }
}

/** `draftOffset` in logits of one game: the change for team 1. */
export function gameOffset(effects: ChampionEffects, draft: Draft, gameLogit: number, bestOf: BestOf): number {
  const mostInGame = most / seriesLogitPerGameLogit(gameLogit, bestOf)
  return clamp(shownShare * difference(effects, draft), -mostInGame, mostInGame)
}

function difference(effects: ChampionEffects, { team1, team2 }: Draft): number {
  return lineupEffect(effects, team1) - lineupEffect(effects, team2)
}

function shownPerEffect(gameLogit: number, bestOf: BestOf): number {
  return shownShare * seriesLogitPerGameLogit(gameLogit, bestOf)
}

/**
 * Change of the series' logit per logit of game 1, with later games unchanged: with game chance g and the
 * chances a = P(series | game 1 won), b = P(series | game 1 lost), s = g a + (1 - g) b, it is g (1 - g) (a - b) / (s (1 - s)).
 */
function seriesLogitPerGameLogit(game: number, bestOf: BestOf): number {
  if (bestOf === 1) return 1
  const g = 1 / (1 + exp(-game))
  const s = seriesProbability(g, bestOf)
  const h = 1 - g
  const won = bestOf === 3 ? 1 - h * h : 1 - h * h * h * (1 + 3 * g)
  const lost = bestOf === 3 ? g * g : g * g * g * (1 + 3 * h)
  return (g * h * (won - lost)) / (s * (1 - s))
}

/** Effect of a champion in a role, in logits of one game, beyond the teams' strength, learned by an extended Kalman filter. */
interface ChampionEffect {
  value: number
  variance: number
  day: number
  patch: string | null
}

/** Effects by role index x `roleStride` + champion id. */
export type ChampionEffects = Map<number, ChampionEffect>

const roleStride = 1_000_000

const startVariance = 0.01
const maximumVariance = 0.01
const variancePerDay = 1e-5
const variancePerPatch = 0.001
/** Advantage of the blue side in logits, apart from the draft. */
const blueAdvantage = 0.08

export function lineupEffect(effects: ChampionEffects, champions: readonly number[]): number {
  return champions.reduce((sum, champion, role) => sum + championEffect(effects, role, champion), 0)
}

/** Effect of a champion in a role; 0 if never seen there. */
function championEffect(effects: ChampionEffects, role: number, champion: number): number {
  return effects.get(key(role, champion))?.value ?? 0
}

/** Learns one game with known drafts. `strength` is the first side's expected logit of a game from its rating alone. */
export function learnChampionEffects(effects: ChampionEffects, game: PlayedGame, strength: number): void {
  const [first, second] = game.sides
  if (first.champions === null || second.champions === null) return
  const day = dayOf(game.startMs)
  const own = first.champions.map((champion, role) => atGame(effects, role, champion, day, game.patch))
  const other = second.champions.map((champion, role) => atGame(effects, role, champion, day, game.patch))
  const expected = strength + (game.sidesKnown ? blueAdvantage : 0) + sumOf(own) - sumOf(other)
  const probability = 1 / (1 + exp(-expected))
  const information = probability * (1 - probability)
  const spread = 1 + information * [...own, ...other].reduce((sum, { variance }) => sum + variance, 0)
  const residual = ((game.winner === 0 ? 1 : 0) - probability) / spread
  for (const effect of own) learnValue(effect, residual, information / spread)
  for (const effect of other) learnValue(effect, -residual, information / spread)
}

function atGame(
  effects: ChampionEffects,
  role: number,
  champion: number,
  day: number,
  patch: string | null,
): ChampionEffect {
  const effect = effects.get(key(role, champion)) ?? { value: 0, variance: startVariance, day, patch }
  effects.set(key(role, champion), effect)
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
