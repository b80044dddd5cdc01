import { fold, isSameName } from '@riftline/core'
import type { TeamNames } from './captured-odds.ts'

/** Two different teams, or null: a side that is yet to be drawn is none. */
export function teamNames(first: string, second: string): TeamNames | null {
  const names: TeamNames = [tidy(first), tidy(second)]
  const isOpen = names.some((name) => placeholders.has(fold(name)))
  return isOpen || isSameName(...names) ? null : names
}

const placeholders: ReadonlySet<string> = new Set(['', 'tbd', 'tba', 'bye'])

function tidy(name: string): string {
  return name.trim().replace(/\s+/g, ' ')
}

/** Which of two teams a name means; null for another. */
export function sideOf(teams: TeamNames, name: string): 0 | 1 | null {
  const side = teams.findIndex((team) => isSameName(team, name))
  return side === 0 || side === 1 ? side : null
}

/** Where each of two names stands among `teams`: `[1, 0]` where they are swapped, null where they are not these teams. */
export function sidesOf(teams: TeamNames, first: string, second: string): readonly [0, 1] | readonly [1, 0] | null {
  const [a, b] = [sideOf(teams, first), sideOf(teams, second)]
  if (a === 0 && b === 1) return [0, 1]
  return a === 1 && b === 0 ? [1, 0] : null
}
