import { fold } from '@riftline/predictor'
import type { Role } from '../types.ts'
import type { PersonRow } from './find-person.ts'
import type { OpenPerson } from './known.ts'
import { lettersApart } from './letters-apart.ts'

/** What a game calls its people: folded names and source ids. */
export type StatedPeople = ReadonlySet<string>

/** Who sat in each seat of each team last. */
export interface SeatHolders {
  seat(person: OpenPerson, seat: { readonly teamId: number; readonly role: Role }): void
  /** The seat's last holder, where the game does not name them and the row's name is theirs but for two letters. */
  perhaps(row: PersonRow, stated: StatedPeople): OpenPerson | null
}

const mostLetters = 2

export function createSeatHolders(known: readonly OpenPerson[]): SeatHolders {
  const holders = new Map<string, OpenPerson>()
  const keyOf = (teamId: number, role: Role): string => `${teamId} ${role}`
  for (const person of [...known].sort((a, b) => a.lastGameMs - b.lastGameMs)) {
    const role = person.recentRoles.at(-1)
    if (person.teamId !== null && role !== undefined) holders.set(keyOf(person.teamId, role), person)
  }
  return {
    seat: (person, { teamId, role }) => void holders.set(keyOf(teamId, role), person),
    perhaps: (row, stated) => {
      const holder = holders.get(keyOf(row.teamId, row.role))
      if (holder === undefined || row.name === null) return null
      const names = holder.names.map(fold)
      if ([...names, ...holder.sources].some((name) => stated.has(name))) return null
      const key = fold(row.name)
      return names.some((name) => lettersApart(name, key) <= mostLetters) ? holder : null
    },
  }
}
