import type { OpenPerson, OpenTeam } from './known.ts'

const mostOfFive = 3

/**
 * The team whose last people, three of five at least, sit in the lineup of a team that nobody knows, and which has not played
 * without them since: the name may be its new one.
 *
 * @param lineup for each seat everyone who may be meant
 * @param get a team by id
 * @param playsOn whether the team plays in a later game too
 */
export function renamedTeam(
  lineup: readonly (readonly OpenPerson[])[],
  get: (id: number) => OpenTeam | undefined,
  playsOn: (team: OpenTeam) => boolean,
): OpenTeam | null {
  const seats = new Map<number, { count: number; lastMs: number }>()
  for (const people of lineup) {
    const byTeam = new Map(people.flatMap(({ teamId, lastGameMs }) => (teamId === null ? [] : [[teamId, lastGameMs]])))
    for (const [teamId, ms] of byTeam) {
      const { count, lastMs } = seats.get(teamId) ?? { count: 0, lastMs: ms }
      seats.set(teamId, { count: count + 1, lastMs: Math.max(lastMs, ms) })
    }
  }
  for (const [teamId, { count, lastMs }] of seats) {
    const team = get(teamId)
    if (team !== undefined && count >= mostOfFive && team.lastGameMs <= lastMs && !playsOn(team)) return team
  }
  return null
}
