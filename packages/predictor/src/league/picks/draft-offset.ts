import { clamp, exp, seriesProbability } from '@riftline/core/math'
import type { BestOf } from '../../types.ts'
import { type ChampionEffects, championEffect, lineupEffect } from './champion-effects.ts'

/** Champions of game 1 by team, ids in role order. */
export interface Draft {
  readonly team1: readonly number[]
  readonly team2: readonly number[]
}

/** Share of the champions' effects that shows: six tenths of what fits best on 2023 and 2024. */
const shownShare = 0.5
/** Most that a draft may move the log odds of a series. */
const most = 0.3

/**
 * Change of the log odds of the series for team 1 by the draft of game 1: half of the difference of champion effects, in series
 * logits, at most 0.3 either way. One number for every model, so that small that a draft that tells nothing does little harm.
 *
 * @param gameLogit log odds of team 1 to win one game without the draft
 * @example
 * // Nothing is known of these champions.
 * const draft = { team1: [1, 2, 3, 4, 5], team2: [6, 7, 8, 9, 10] }
 * draftOffset(new Map(), draft, 0.4, 3) // => 0
 */
export function draftOffset(effects: ChampionEffects, draft: Draft, gameLogit: number, bestOf: BestOf): number {
  return clamp(shownPerEffect(gameLogit, bestOf) * difference(effects, draft), -most, most)
}

/** Change of the log odds of the series by each champion for its own team, in role order; those of team 1 less those of team 2 sum to `draftOffset`. */
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

/**
 * Change of the log odds of a game for team 1 by its own picks: `draftOffset` in game logits. Arguments as
 * there.
 */
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
 * Change of the logit of the series per logit of game 1, later games staying as they are: with game chance g and the
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
