import { brokenRule, fieldRules } from './request-schema.ts'

/**
 * The rule of a team's name that a text breaks, or null; for names from outside a body.
 *
 * @example teamNameFault('Gen.G') // => null
 */
export function teamNameFault(name: string): string | null {
  return brokenRule(fieldRules.blueTeam, name)
}
