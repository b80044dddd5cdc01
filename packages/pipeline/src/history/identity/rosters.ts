import type { OpenPerson } from './known.ts'

/** Whose last team each team is: who of them is missing in the line-ups that it fields. */
export interface Rosters {
  /** A person plays for a team from now on. */
  seat(person: OpenPerson, teamId: number): void
  /** A team fields a line-up: everyone else whose last team it is has missed one more. */
  field(teamId: number, lineup: readonly OpenPerson[]): void
}

const wholeLineup = 5

export function createRosters(people: readonly OpenPerson[]): Rosters {
  const byTeam = new Map<number, Set<OpenPerson>>()
  const add = (person: OpenPerson, teamId: number): void => {
    const roster = byTeam.get(teamId)
    if (roster === undefined) byTeam.set(teamId, new Set([person]))
    else roster.add(person)
  }
  for (const person of people) if (person.teamId !== null) add(person, person.teamId)
  return {
    seat: (person, teamId) => {
      if (person.teamId !== null && person.teamId !== teamId) byTeam.get(person.teamId)?.delete(person)
      add(person, teamId)
      person.lineupsMissed = 0
    },
    field: (teamId, lineup) => {
      // Of a line-up with an empty seat nobody knows who is missing.
      if (lineup.length < wholeLineup) return
      const fielded = new Set(lineup)
      for (const person of byTeam.get(teamId) ?? []) if (!fielded.has(person)) person.lineupsMissed += 1
    },
  }
}
