import { type GameMoments, momentAt } from './game-moments.ts'
import type { Standing } from './standing.ts'

/** A map that may be played: at which standing, and the chances that it is played there and won by each side. */
export interface GameChance {
  readonly at: Standing
  readonly blueWins: number
  readonly redWins: number
}

/**
 * The maps still possible, standing by standing, each standing's chance split by who wins there.
 *
 * A way from the standing now to a later one is a number of maps for each side in any order, but its first map is the next
 * one, whose chances may be shifted: binomial(x + y - 1, y) ways begin with blue, binomial(x + y - 1, x) with red.
 *
 * @param now neither side has `gamesToWin`
 */
export function seriesGames(moments: GameMoments, now: Standing, gamesToWin: number): readonly GameChance[] {
  const { played, blueNext, redNext } = moments
  const all = played[momentAt(moments, now.blue, now.red)]!
  const games: GameChance[] = []
  for (let blue = now.blue; blue < gamesToWin; blue++) {
    for (let red = now.red; red < gamesToWin; red++) {
      const x = blue - now.blue
      const y = red - now.red
      const at = { blue, red }
      const next = momentAt(moments, blue, red)
      if (x === 0 && y === 0) {
        games.push({ at, blueWins: blueNext[next]! / all, redWins: redNext[next]! / all })
        continue
      }
      const beganBlue = x === 0 ? 0 : binomial(x + y - 1, y)
      const beganRed = y === 0 ? 0 : binomial(x + y - 1, x)
      const blueWins = chance(moments, blue + 1, red, beganBlue, beganRed) / all
      const redWins = chance(moments, blue, red + 1, beganBlue, beganRed) / all
      games.push({ at, blueWins, redWins })
    }
  }
  return games
}

/** Of a standing after the next map, by the ways that begin with a map of blue and of red. */
function chance(moments: GameMoments, blue: number, red: number, beganBlue: number, beganRed: number): number {
  const viaBlue = beganBlue === 0 ? 0 : beganBlue * moments.blueNext[momentAt(moments, blue - 1, red)]!
  const viaRed = beganRed === 0 ? 0 : beganRed * moments.redNext[momentAt(moments, blue, red - 1)]!
  return viaBlue + viaRed
}

/** Ways to choose k of n. */
function binomial(n: number, k: number): number {
  let ways = 1
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i
  return ways
}
