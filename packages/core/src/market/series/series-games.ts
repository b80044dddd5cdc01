import type { Standing } from '../../types.ts'
import type { GameMoments } from './game-moments.ts'

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
  const all = moments.played(now.blue, now.red)
  const games: GameChance[] = []
  for (let blue = now.blue; blue < gamesToWin; blue++) {
    for (let red = now.red; red < gamesToWin; red++) {
      const [x, y] = [blue - now.blue, red - now.red]
      const isNext = x === 0 && y === 0
      const beganBlue = x === 0 ? 0 : binomial(x + y - 1, y)
      const beganRed = y === 0 ? 0 : binomial(x + y - 1, x)
      const chance = (wonBlue: number, wonRed: number): number => {
        const viaBlue = beganBlue === 0 ? 0 : beganBlue * moments.blueNext(wonBlue - 1, wonRed)
        const viaRed = beganRed === 0 ? 0 : beganRed * moments.redNext(wonBlue, wonRed - 1)
        return (viaBlue + viaRed) / all
      }
      games.push({
        at: { blue, red },
        blueWins: isNext ? moments.blueNext(blue, red) / all : chance(blue + 1, red),
        redWins: isNext ? moments.redNext(blue, red) / all : chance(blue, red + 1),
      })
    }
  }
  return games
}

/** Ways to choose k of n. */
function binomial(n: number, k: number): number {
  let ways = 1
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i
  return ways
}
