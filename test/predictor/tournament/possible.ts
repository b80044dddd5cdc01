import type { TournamentFormat } from '@riftline/predictor'
import { enumerate, pairings } from './exact.ts'
import { type Random, randomOf, shuffled } from './random-format.ts'
import { type Chance, playFormat, slotsOf } from './reference.ts'

// Decides which teams can still win a tournament without the simulation: by an example of a run, by all runs, or by counting.

type Verdict = 'can' | 'cannot' | 'open'

/** Whether each team can still win; `open` where neither an example nor a proof is found. */
export function canWin(
  format: TournamentFormat,
  seed: number,
  { mostRuns, tries }: Readonly<Record<'mostRuns' | 'tries', number>>,
) {
  const names = format.teams.map((team) => (typeof team === 'string' ? team : team.name))
  const all = enumerate(format, () => 0.5, mostRuns)
  if (all !== null)
    return new Map(names.map((name): [string, Verdict] => [name, all.has(`reach winner ${name}`) ? 'can' : 'cannot']))
  const random = randomOf(seed)
  return new Map(
    names.map((name): [string, Verdict] => {
      if (isOut(format, name)) return [name, 'cannot']
      for (let i = 0; i < tries; i++) {
        const played = playFormat(format, chanceOf(format, name, random))
        if (!played.isVoid && played.winner === name) return [name, 'can']
      }
      return [name, 'open']
    }),
  )
}

/** Chance that lets a team win all it plays, and the other series fall by ratings of one try, for or against those that lead. */
function chanceOf(format: TournamentFormat, hero: string, random: Random): Chance {
  const sign = [-1, 0, 1][random(3)]!
  const noise = 1 + random(6)
  const wins = new Map<string, number>()
  for (const { teams, score } of format.results ?? []) {
    if (score !== undefined && score[0] !== score[1]) {
      const winner = teams[score[0] > score[1] ? 0 : 1]
      wins.set(winner, (wins.get(winner) ?? 0) + 1)
    }
  }
  const luck = new Map<string, number>()
  const ratingOf = (team: string): number => {
    if (team === hero) return Number.POSITIVE_INFINITY
    if (!luck.has(team)) luck.set(team, random(1000) / 1000)
    return sign * (wins.get(team) ?? 0) + noise * luck.get(team)!
  }
  return {
    pick: (weights) => random(weights.length),
    choose: (_, opponents) => opponents[random(opponents.length)]!,
    pair: (teams, haveMet) =>
      teams.length <= 6 ? pick(random, pairings(teams, haveMet)) : pairOff(teams, haveMet, random),
    series(_, first, second, bestOf) {
      const needed = bestOf === 2 ? 2 : (bestOf + 1) / 2
      return ratingOf(first) > ratingOf(second) ? [needed, 0] : [0, needed]
    },
  }
}

function pick<T>(random: Random, items: readonly T[]): T {
  return items[random(items.length)]!
}

/** Pairs of teams that have not met; of any teams if none is found. */
function pairOff(teams: readonly string[], haveMet: (a: string, b: string) => boolean, random: Random) {
  for (let i = 0; ; i++) {
    const order = shuffled(teams, random)
    const pairs = Array.from({ length: order.length / 2 }, (_, at) => [order[2 * at]!, order[2 * at + 1]!] as const)
    if (i === 100 || pairs.every(([a, b]) => !haveMet(a, b))) return pairs
  }
}

/** Proof by counting: lost too often for a bracket or a Swiss stage, or behind more teams than go on from a round robin. */
function isOut(format: TournamentFormat, name: string): boolean {
  return format.stages.some((stage) => {
    const results = (format.results ?? []).filter((one) => one.stage === stage.id && one.score !== undefined)
    const won = (team: string, list = results) =>
      list.filter(
        ({ teams, score }) =>
          teams.includes(team) && score![teams[0] === team ? 0 : 1] > score![teams[0] === team ? 1 : 0],
      ).length
    const lost = results.filter(({ teams }) => teams.includes(name)).length - won(name)
    const leads = format.stages.flatMap((later) => slotsOf(later).filter(({ slot }) => slot.startsWith(`${stage.id}.`)))
    if (stage.kind === 'swiss') return lost >= stage.losses
    if (stage.kind === 'doubleElimination' || stage.kind === 'gsl') return lost >= 2
    if (stage.kind === 'kingOfTheHill') return lost >= 1 && leads.length <= 1
    if (stage.kind === 'singleElimination') {
      const goesOn = leads.some(({ slot }) => slot.includes('.losers.') || slot === `${stage.id}.2`)
      return lost >= 1 && !goesOn
    }
    const carried = [stage.id, stage.carry]
    const counted = (format.results ?? []).filter(
      (one) => carried.includes(one.stage) && one.score !== undefined && one.tieBreak !== true,
    )
    const group = slotsOf(stage).filter(({ list }) => list === slotsOf(stage).find(({ slot }) => slot === name)?.list)
    if (group.length === 0 || stage.bestOf === 2) return false
    const rivals = group.map(({ slot }) => slot)
    const own = counted.filter(({ teams }) => teams.includes(name))
    const left = (stage.rounds ?? 1) * (rivals.length - 1) - own.length
    const ahead = rivals.filter((team) => won(team, counted) > won(name, counted) + left).length
    const places =
      stage.groups === undefined ? leads : leads.filter(({ slot }) => slot.startsWith(`${stage.id}.${group[0]!.list}.`))
    return places.length > 0 && ahead >= places.length
  })
}
