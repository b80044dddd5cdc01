import { brokenRule, pickFields, picksPerSide } from './request-schema.ts'

const sides = ['bluePicks', 'redPicks'] as const

/**
 * The first fault of a draft, in the order of the table: both lists, then roles, then champions that are not text, then
 * surplus keys. `resolveDraft` checks with the catalogue that each champion exists and is picked once.
 */
export function pickFault(fields: Readonly<Record<string, unknown>>): string | null {
  const lists: [string, readonly unknown[]][] = []
  for (const side of sides) {
    const picks = own(fields, side)
    if (!Array.isArray(picks) || picks.length !== picksPerSide) {
      return `${side}: must hold exactly ${picksPerSide} picks`
    }
    lists.push([side, picks])
  }
  const rules = [shapeFault, roleFault, champFault, surplusFault]
  for (const rule of rules) {
    for (const [side, picks] of lists) {
      const broken = rule(side, picks)
      if (broken !== null) return broken
    }
  }
  return null
}

type PickLike = Readonly<Record<string, unknown>>

function shapeFault(side: string, picks: readonly unknown[]): string | null {
  const index = picks.findIndex((pick) => typeof pick !== 'object' || pick === null || Array.isArray(pick))
  return index < 0 ? null : `${side}[${index}]: must be an object`
}

function roleFault(side: string, picks: readonly unknown[]): string | null {
  const roles = new Set<unknown>()
  for (const [index, pick] of (picks as readonly PickLike[]).entries()) {
    const role = own(pick, 'role')
    const broken = brokenRule(pickFields.role, role)
    if (broken !== null) return `${side}[${index}].role: ${broken}`
    if (roles.has(role)) return `${side}[${index}].role: ${role} is given twice`
    roles.add(role)
  }
  return null
}

function champFault(side: string, picks: readonly unknown[]): string | null {
  for (const [index, pick] of (picks as readonly PickLike[]).entries()) {
    const champion = own(pick, 'champion')
    const broken = brokenRule(pickFields.champion, champion)
    if (broken !== null) return `${side}[${index}].champion: ${broken}`
  }
  return null
}

function surplusFault(side: string, picks: readonly unknown[]): string | null {
  for (const [index, pick] of (picks as readonly PickLike[]).entries()) {
    const surplus = Object.keys(pick).find((key) => !Object.hasOwn(pickFields, key))
    if (surplus !== undefined) return `${side}[${index}].${surplus || '""'}: unknown field`
  }
  return null
}

function own(pick: PickLike, key: string): unknown {
  return Object.hasOwn(pick, key) ? pick[key] : undefined
}
