import { fold, isSameName } from '@riftline/predictor'
import type { TeamNames } from './captured-odds.ts'

/** Two different team names; null if they are equal or one is a placeholder. */
export function teamNames(first: string, second: string): TeamNames | null {
  const names: TeamNames = [tidy(first), tidy(second)]
  const isOpen = names.some((name) => placeholders.has(fold(name)))
  return isOpen || isSameName(...names) ? null : names
}

const placeholders: ReadonlySet<string> = new Set(['', 'tbd', 'tba', 'bye'])

function tidy(name: string): string {
  return name.trim().replace(/\s+/g, ' ')
}

/** Index of the team with this name; null for another team. */
export function sideOf(teams: TeamNames, name: string): 0 | 1 | null {
  const side = teams.findIndex((team) => isSameName(team, name))
  return side === 0 || side === 1 ? side : null
}

/** Positions of two names in `teams`: `[1, 0]` if they are swapped, null if they are other teams. */
export function sidesOf(teams: TeamNames, first: string, second: string): readonly [0, 1] | readonly [1, 0] | null {
  const [a, b] = [sideOf(teams, first), sideOf(teams, second)]
  if (a === 0 && b === 1) return [0, 1]
  return a === 1 && b === 0 ? [1, 0] : null
}

/** Two teams with the market's short codes for them. */
export interface CalledTeams {
  readonly teams: TeamNames
  readonly codes: readonly [readonly string[], readonly string[]]
}

/** `sidesOf` for a market's spellings: one name that fits by name, code or part determines the other. Null if both or neither fit one. */
export function fittingSides(called: CalledTeams, first: string, second: string): ReturnType<typeof sidesOf> {
  const [a, b] = [fittingSide(called, first), fittingSide(called, second)]
  if ((a === null && b === null) || [first, second].some((name) => noTeam.has(fold(name)))) return null
  const side = a ?? 1 - b!
  return b === null || side === 1 - b ? (side === 0 ? [0, 1] : [1, 0]) : null
}

/** Outcomes that a market on more than two teams lists beside teams. */
const noTeam: ReadonlySet<string> = new Set([
  ...placeholders,
  ...['draw', 'tie', 'yes', 'no', 'over', 'under', 'other', 'another', 'neither', 'either', 'field', 'thefield'],
])

/** The only team that a name fits, by the first reading that fits any team. */
function fittingSide({ teams, codes }: CalledTeams, name: string): 0 | 1 | null {
  const own = words(name)
  const readings: readonly ((side: 0 | 1) => boolean)[] = [
    (side) => [teams[side], ...codes[side]].some((known) => isSameName(known, name)),
    (side) => own.length > 0 && own.every((word) => words(teams[side]).includes(word)),
    (side) => /^[A-Z\d]{2,5}$/.test(name) && isCodeOf(fold(name), fold(teams[side])),
  ]
  for (const fits of readings) {
    const [isFirst, isSecond] = [fits(0), fits(1)]
    if (isFirst || isSecond) return isFirst && isSecond ? null : isFirst ? 0 : 1
  }
  return null
}

function words(name: string): readonly string[] {
  return name.split(/\s+/).map(fold).filter(Boolean)
}

/** Whether a code fits a name, as `blg` fits `bilibiligaming`: its letters occur in this order, and the first letters are equal. */
function isCodeOf(code: string, name: string): boolean {
  let at = 0
  for (const letter of code) {
    const found = name.indexOf(letter, at)
    if (found === -1 || (at === 0 && found > 0)) return false
    at = found + 1
  }
  return true
}
