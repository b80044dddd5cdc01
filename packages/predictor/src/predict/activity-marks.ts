import type { CatalogueTeam } from '../league/catalogue/catalogue.ts'
import { isActive } from '../league/catalogue/is-active.ts'
import type { PredictedTeam, Prediction } from '../types.ts'

/** What an answer says of a team that plays no more; null of one that plays. */
export type ActivityMarkOf = (teamId: number) => Pick<Required<PredictedTeam>, 'active' | 'lastGameUtc'> | null

/** Each team is looked at once: times are texts, and most forecasts are of the same teams. */
export function createActivityMarks(asOf: string, teamOf: (id: number) => CatalogueTeam | undefined): ActivityMarkOf {
  const marks = new Map<number, ReturnType<ActivityMarkOf>>()
  return (id) => {
    const known = marks.get(id)
    if (known !== undefined) return known
    const team = teamOf(id)
    const lastGameUtc = team?.lastGameUtc ?? null
    const mark = team === undefined || isActive(asOf, lastGameUtc) ? null : { active: false as const, lastGameUtc }
    if (team !== undefined) marks.set(id, mark)
    return mark
  }
}

/** A forecast of a team that plays no more says so. */
export function marked(prediction: Prediction, markOf: ActivityMarkOf): Prediction {
  const { blueTeam, redTeam } = prediction
  const [blue, red] = [markOf(blueTeam.id), markOf(redTeam.id)]
  if (blue === null && red === null) return prediction
  return { ...prediction, blueTeam: { ...blueTeam, ...blue }, redTeam: { ...redTeam, ...red } }
}
