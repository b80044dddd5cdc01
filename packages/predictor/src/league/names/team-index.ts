import { byAnyId, type Catalogue, type CatalogueTeam } from '../catalogue/catalogue.ts'
import { fold } from './fold.ts'
import { createGroups, createRemembered, type Remembered } from './groups.ts'
import { beginsWith, type NamedTeam, nameTeams, ownWords, withoutBrackets } from './named-team.ts'
import { type KnownName, knownName } from './nearest-names.ts'

type ByName = ReadonlyMap<string, readonly NamedTeam[]>

/** Teams by id and by what a caller may call them; Maps, so that no name can meet a prototype key. */
export interface TeamIndex {
  /** Also by former ids. */
  readonly byId: ReadonlyMap<number, CatalogueTeam>
  /** By own and common names. */
  readonly byName: ByName
  /** By codes and other spellings, with and without what stands in brackets. */
  readonly bySpelling: ByName
  /** Teams that `findTeams` found. */
  readonly found: Remembered<readonly CatalogueTeam[]>
  /** Made at the first name that is none of these. */
  readonly loose: () => LooseTeamIndex
  /** Every team for suggestions, those that play in a high tier first; made at the first name that fits nobody. */
  readonly known: () => readonly KnownName[]
}

export interface LooseTeamIndex {
  /** By names and spellings without fillers, also with a code for the first word (`NS RedForce`, `TL Academy`). */
  readonly byOwnWords: ByName
  /** Teams by the words of their names and spellings. */
  readonly byPart: ByName
}

export function createTeamIndex(catalogue: Pick<Catalogue, 'asOf' | 'teams' | 'leagues'>): TeamIndex {
  const [byName, bySpelling] = [createGroups<NamedTeam>(), createGroups<NamedTeam>()]
  const named = nameTeams(catalogue)
  for (const team of named) {
    const { names, spellings } = namesOf(team)
    for (const name of names) byName.add(fold(name), team)
    for (const spelling of spellings) bySpelling.add(fold(spelling), team)
  }
  let loose: LooseTeamIndex | undefined
  let known: readonly KnownName[] | undefined
  return {
    byId: byAnyId(catalogue.teams),
    byName: byName.map,
    bySpelling: bySpelling.map,
    found: createRemembered(),
    loose: () => {
      loose ??= createLooseIndex(named)
      return loose
    },
    known: () => {
      known ??= [...named].sort(byStanding).map(toKnown)
      return known
    },
  }
}

function byStanding(a: NamedTeam, b: NamedTeam): number {
  return Number(b.isActive) - Number(a.isActive) || a.tier - b.tier || b.lastGameMs - a.lastGameMs
}

/** Also without fillers: `Hanwha Lfie` is near to `Hanwha Life`. */
function toKnown(named: NamedTeam): KnownName {
  const { id, name } = named.team
  const { names, spellings } = namesOf(named)
  const own = names.map((one) => ownWords(one).join(' '))
  return knownName({ id, name }, [...names, ...spellings, ...own])
}

function createLooseIndex(named: readonly NamedTeam[]): LooseTeamIndex {
  const [byOwnWords, byPart] = [createGroups<NamedTeam>(), createGroups<NamedTeam>()]
  const spelled = named.map(spell)
  for (const { team, own } of spelled) {
    for (const name of own) {
      byOwnWords.add(name.join(''), team)
      for (const part of runsOf(name)) byPart.add(part, team)
    }
  }
  for (const { name, team } of codedTeams(spelled)) byOwnWords.add(name, team)
  for (const { name, team } of codedSecondTeams(spelled)) byOwnWords.add(name, team)
  return { byOwnWords: byOwnWords.map, byPart: byPart.map }
}

interface SpelledTeam {
  readonly team: NamedTeam
  readonly names: readonly string[]
  readonly spellings: readonly string[]
  /** Both in words without fillers. */
  readonly own: readonly (readonly string[])[]
}

function spell(team: NamedTeam): SpelledTeam {
  const { names, spellings } = namesOf(team)
  return { team, names, spellings, own: [...names, ...spellings].map(ownWords) }
}

function namesOf({ team }: NamedTeam): Pick<SpelledTeam, 'names' | 'spellings'> {
  const spellings = team.aliases.flatMap((alias) => (alias.endsWith(')') ? [alias, withoutBrackets(alias)] : [alias]))
  return { names: [team.name, ...(team.commonNames ?? [])], spellings }
}

/** Teams by a code of theirs in place of the first word of their own name: `NS RedForce`. */
function* codedTeams(spelled: readonly SpelledTeam[]): Generator<{ readonly name: string; readonly team: NamedTeam }> {
  for (const spelledTeam of spelled) {
    const rest = ownWords(spelledTeam.team.team.name).slice(1).join('')
    if (rest === '') continue
    for (const code of codesOf(spelledTeam)) yield { name: code + rest, team: spelledTeam.team }
  }
}

function codesOf({ names, spellings }: SpelledTeam): readonly string[] {
  return [...names, ...spellings].filter((name) => /^[A-Z\d]{2,5}$/.test(name)).map(fold)
}

/** Second teams by the code of their first team and the words that come after its name in their own: `TL Academy`. */
function* codedSecondTeams(
  spelled: readonly SpelledTeam[],
): Generator<{ readonly name: string; readonly team: NamedTeam }> {
  const firsts = createGroups<{ readonly own: readonly string[]; readonly codes: readonly string[] }>()
  for (const spelledTeam of spelled) {
    const { team, own } = spelledTeam
    const codes = codesOf(spelledTeam)
    if (team.isSecond || codes.length === 0) continue
    for (const name of own) firsts.add(`${team.team.region} ${name[0]}`, { own: name, codes })
  }
  for (const { team, own } of spelled) {
    if (!team.isSecond) continue
    for (const name of own) {
      for (const first of firsts.map.get(`${team.team.region} ${name[0]}`) ?? []) {
        if (!beginsWith(name, first.own)) continue
        for (const code of first.codes) yield { name: code + name.slice(first.own.length).join(''), team }
      }
    }
  }
}

/** Every run of words, of three letters at least. */
function* runsOf(own: readonly string[]): Generator<string> {
  for (let from = 0; from < own.length; from++) {
    for (let to = from + 1; to <= own.length; to++) {
      const run = own.slice(from, to).join(' ')
      if (run.length - (to - from - 1) >= 3) yield run
    }
  }
}
