import { invalidArgument } from '@riftline/base'
import { exp, log, seededRandom } from '@riftline/core/math'
import type { BestOf } from '../../types.ts'
import type { SeriesLength, TournamentPlan } from '../plan.ts'
import type { TournamentStrengths } from '../strengths.ts'

/** Memory of one run, overwritten by the next; steps of the plan read and write it without allocating. */
export type RunState = ReturnType<typeof createRunState>

/** @param joint whether a team keeps its strength for the whole run; if not, each series draws its own */
export function createRunState(plan: TournamentPlan, strengths: TournamentStrengths, joint: boolean) {
  const { teams, sds } = strengths
  const gains = gainsOf(strengths)
  const { uniform, below, normal, reseed } = createChance()
  const deviations = strengths.variances.map(Math.sqrt)
  const leagueDeviations = strengths.leagueVariances.map(Math.sqrt)
  const leagues = new Float64Array(leagueDeviations.length)
  /** Deviation of each team's strength from its mean. */
  const deviates = new Float64Array(teams)

  return {
    teams,
    uniform,
    below,
    reseed,
    normal,
    deviates,
    /** How much weaker each series won makes a team in a round robin; 0 except in a search for rare results. */
    balance: 0,
    /** Team in each seat. */
    seats: Int32Array.from({ length: plan.seatCount }, (_, seat) => seat),
    /** Winner of each series of `plan.next`: 1 for the first team, 2 for the second, 0 for none; and that first team. */
    nextWinners: new Uint8Array(plan.next.length),
    nextFirsts: Int32Array.from(plan.next, ({ first }) => first),
    /** Series won, at `table * teams + team`. */
    wins: new Int32Array(plan.tables.length * teams),
    /** Place from 1 up, at `table * teams + team`; 0 for a team that is not in that stage. */
    places: new Int32Array(plan.tables.length * teams),
    /** Draws the strengths of a run. */
    drawStrengths(): void {
      if (!joint) return
      for (let i = 0; i < leagues.length; i++) leagues[i] = leagueDeviations[i]! * normal()
      for (let i = 0; i < teams; i++) deviates[i] = deviations[i]! * normal() + leagues[strengths.leagues[i]!]!
    },
    /**
     * Creates a function that plays a series of team a against team b, and returns 4 · maps of a + maps of b. It takes one uniform number:
     * the smaller, the better for a.
     */
    seriesOf(length: SeriesLength): (a: number, b: number) => number {
      const means = meansOf(strengths, length === 2 ? 1 : length)
      return (a, b) => {
        const at = a * teams + b
        const deviation = joint ? gains[at]! * (deviates[a]! - deviates[b]!) : sds[at]! * normal()
        const g = 1 / (1 + exp(-means[at]! - deviation))
        const h = 1 - g
        const u = uniform()
        if (length === 1) return u < g ? 4 : 1
        if (length === 2) return u < g * g ? 8 : u < g * g + 2 * g * h ? 5 : 2
        if (length === 3) {
          const sweep = g * g
          const won = sweep * (1 + 2 * h)
          return u < sweep ? 8 : u < won ? 9 : u < won + 2 * g * h * h ? 6 : 2
        }
        const sweep = g * g * g
        const won = sweep * (1 + 3 * h + 6 * h * h)
        if (u < won) return u < sweep ? 12 : u < sweep * (1 + 3 * h) ? 13 : 14
        const lost = h * h * h
        return u < won + 6 * g * g * lost ? 11 : u < won + (6 * g * g + 3 * g) * lost ? 7 : 3
      }
    },
  }
}

/** Whether the first team has won a series, by its score as `seriesOf` gives it. */
export function isWon(score: number): boolean {
  return score >> 2 > (score & 3)
}

function meansOf({ means }: TournamentStrengths, bestOf: BestOf): Float64Array {
  const known = means[bestOf]
  if (known === undefined) throw invalidArgument('strengths.means', `means of best-of-${bestOf}`, undefined)
  return known
}

/** Factor from the difference of two teams' deviates to the deviation of their game logit: sd / √Var. */
function gainsOf({ teams, sds, variances, leagues, leagueVariances }: TournamentStrengths): Float64Array {
  const gains = new Float64Array(teams * teams)
  for (let a = 0; a < teams; a++) {
    for (let b = 0; b < teams; b++) {
      const [home, away] = [leagues[a]!, leagues[b]!]
      const ofLeagues = home === away ? 0 : leagueVariances[home]! + leagueVariances[away]!
      const variance = variances[a]! + variances[b]! + ofLeagues
      const sd = sds[a * teams + b]!
      if (a === b || sd === 0) continue
      if (!(variance > 0)) throw invalidArgument('strengths.variances', 'a variance above 0 where sd is', variance)
      gains[a * teams + b] = sd / Math.sqrt(variance)
    }
  }
  return gains
}

/** Numbers that are made at once: a call for each would allocate them. */
const bufferedNumbers = 256

/**
 * Uniform and standard normal numbers with the same bits on every platform. Normals are drawn by the polar method.
 *
 * Source: G. Marsaglia and T. A. Bray, "A convenient method for generating normal variables", SIAM Review 6 (1964).
 */
function createChance() {
  let random = seededRandom(0)
  const uniforms = new Float64Array(bufferedNumbers)
  const normals = new Float64Array(bufferedNumbers / 8)
  let usedUniforms = uniforms.length
  let usedNormals = normals.length

  function refillUniforms(): void {
    for (let i = 0; i < uniforms.length; i++) uniforms[i] = random.uniform()
    usedUniforms = 0
  }

  function uniform(): number {
    if (usedUniforms === uniforms.length) refillUniforms()
    return uniforms[usedUniforms++]!
  }

  function refillNormals(): void {
    for (let i = 0; i < normals.length; i += 2) {
      let x = 0
      let y = 0
      let square = 0
      while (square === 0 || square >= 1) {
        x = 2 * uniform() - 1
        y = 2 * uniform() - 1
        square = x * x + y * y
      }
      const scale = Math.sqrt((-2 * log(square)) / square)
      normals[i] = x * scale
      normals[i + 1] = y * scale
    }
    usedNormals = 0
  }

  return {
    uniform,
    /** Draws a whole number from 0 to below a small limit; a limit of 64 favours none by more than 2^-26. */
    below(limit: number): number {
      if (usedUniforms === uniforms.length) refillUniforms()
      return (uniforms[usedUniforms++]! * limit) | 0
    },
    normal(): number {
      if (usedNormals === normals.length) refillNormals()
      return normals[usedNormals++]!
    },
    /** Begins the sequence of a block of runs; blocks of one seed never share a sequence. */
    reseed(seed: number, block: number): void {
      random = seededRandom(seededRandom(seed).below(2 ** 32) + Math.imul(block, 0x5851f42d))
      usedUniforms = uniforms.length
      usedNormals = normals.length
    },
  }
}
