import { readFileSync } from 'node:fs'
import { simulateTournament, type TournamentPlan, type TournamentStrengths } from '@riftline/predictor'

// Prints by how many bytes a simulation raises the memory of a process that has loaded the package and the strengths.

const { plan, strengths, runs } = JSON.parse(readFileSync(0, 'utf8')) as {
  readonly plan: TournamentPlan
  readonly strengths: Record<'means' | 'sds' | 'variances' | 'leagues' | 'leagueVariances', never> & { teams: number }
  readonly runs: number
}
const floats = (values: object): Float64Array => Float64Array.from(Object.values(values))
const read: TournamentStrengths = {
  teams: strengths.teams,
  means: Object.fromEntries(
    Object.entries(strengths.means).map(([bestOf, values]) => [bestOf, floats(values as object)]),
  ),
  sds: floats(strengths.sds),
  variances: floats(strengths.variances),
  leagues: Int32Array.from(Object.values(strengths.leagues as object)),
  leagueVariances: floats(strengths.leagueVariances),
}
const before = process.memoryUsage().rss
simulateTournament(plan, read, { runs, seed: 1 })
process.stdout.write(String(process.resourceUsage().maxRSS * 1024 - before))
