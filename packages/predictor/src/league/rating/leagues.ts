import type { LeagueTier } from './parameters.ts'

const tiers: Readonly<Record<Exclude<LeagueTier, 'other'>, ReadonlySet<string>>> = {
  top: new Set(['LCK', 'LPL']),
  major: new Set(['LEC', 'LCS', 'LTA', 'LTA N']),
  strong: new Set(['LCKC', 'LDL', 'CBLOL', 'LTA S', 'LLA', 'PCS', 'LCP', 'VCS', 'LJL', 'LCO', 'OPL', 'TCL', 'LCL']),
}

const international = ['WLDs', 'MSI', 'FST', 'EWC', 'ASI', 'MSC', 'RR', 'AC', 'EWCQ', 'MSS', 'Asia Master', 'Riot']
const cups = ['KeSPA', 'DCup', 'NEST', 'EM', 'EUM', 'IC', 'CDF', 'HC', 'CT', 'TAL', 'HM', 'CD']
const neutral: ReadonlySet<string> = new Set([...international, ...cups])

/** Prior tier of a league code; a league without a tier is `other`. */
export function leagueTier(league: string): LeagueTier {
  if (tiers.top.has(league)) return 'top'
  if (tiers.major.has(league)) return 'major'
  return tiers.strong.has(league) ? 'strong' : 'other'
}

/** Whether playing there makes it a team's home league: international events and cups do not. */
export function isHomeLeague(league: string): boolean {
  return !neutral.has(league)
}
