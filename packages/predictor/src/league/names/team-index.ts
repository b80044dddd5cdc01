import { byAnyId, type Catalogue, type CatalogueTeam } from '../catalogue/catalogue.ts'
import { fold } from './fold.ts'
import { addTo, type Groups, once } from './groups.ts'
import { beginsWith, byStanding, type NamedTeam, nameTeams, ownWords } from './named-team.ts'
import { type KnownName, knownName } from './nearest-names.ts'

/** Teams by id and by every name a caller may use; Maps, so that no name can hit a prototype key. */
export type TeamIndex = ReturnType<typeof createTeamIndex>

export function createTeamIndex(catalogue: Pick<Catalogue, 'asOf' | 'teams' | 'leagues'>) {
  const byName: Groups<NamedTeam> = new Map()
  const bySpelling: Groups<NamedTeam> = new Map()
  const named = nameTeams(catalogue)
  for (const team of named) {
    for (const name of team.names) addTo(byName, fold(name), team)
    for (const spelling of team.spellings) addTo(bySpelling, fold(spelling), team)
  }
  return {
    byId: byAnyId(catalogue.teams),
    /** Teams by own and common names. */
    byName,
    /** Teams by codes and other spellings. */
    bySpelling,
    /** Remembered answers of `findTeams`. */
    found: new Map<string, readonly CatalogueTeam[]>(),
    /** Index without fillers, built at the first name that the other two lack. */
    loose: once(() => createLooseIndex(named)),
    /** Every team for suggestions, active teams in high tiers first. */
    known: once(() => [...named].sort(byStanding).map(toKnown)),
  }
}

/** Includes names without fillers: `Hanwha Lfie` is near to `Hanwha Life`. */
function toKnown({ team: { id, name }, names, spellings }: NamedTeam): KnownName {
  const own = names.map((one) => ownWords(one).join(' '))
  return knownName({ id, name }, [...names, ...spellings, ...own])
}

type SpelledTeam = ReturnType<typeof spell>

/** Adds the words of names and spellings without fillers, and the codes among them. */
function spell(team: NamedTeam) {
  const all = [...team.names, ...team.spellings]
  return { team, own: all.map(ownWords), codes: all.filter((name) => /^[A-Z\d]{2,5}$/.test(name)).map(fold) }
}

/** Indexes teams by names and spellings without fillers, and by consecutive words of them. */
function createLooseIndex(named: readonly NamedTeam[]) {
  const byOwnWords: Groups<NamedTeam> = new Map()
  const byPart: Groups<NamedTeam> = new Map()
  const spelled = named.map(spell)
  for (const { team, own } of spelled) {
    for (const name of own) {
      addTo(byOwnWords, name.join(''), team)
      for (const part of runsOf(name)) addTo(byPart, part, team)
    }
  }
  addCodedTeams(byOwnWords, spelled)
  addCodedSecondTeams(byOwnWords, spelled)
  return { byOwnWords, byPart }
}

/** Adds teams under a code in place of the first word of their own name: `NS RedForce`. */
function addCodedTeams(byOwnWords: Groups<NamedTeam>, spelled: readonly SpelledTeam[]): void {
  for (const { team, codes } of spelled) {
    const rest = ownWords(team.team.name).slice(1).join('')
    if (rest !== '') for (const code of codes) addTo(byOwnWords, code + rest, team)
  }
}

/** Adds second teams under their first team's code and the further words of their own name: `TL Academy`. */
function addCodedSecondTeams(byOwnWords: Groups<NamedTeam>, spelled: readonly SpelledTeam[]): void {
  const firsts: Groups<{ readonly own: readonly string[]; readonly codes: readonly string[] }> = new Map()
  for (const { team, own, codes } of spelled) {
    if (team.isSecond || codes.length === 0) continue
    for (const name of own) addTo(firsts, `${team.team.region} ${name[0]}`, { own: name, codes })
  }
  for (const { team, own } of spelled) {
    if (!team.isSecond) continue
    for (const name of own) {
      for (const first of firsts.get(`${team.team.region} ${name[0]}`) ?? []) {
        if (!beginsWith(name, first.own)) continue
        for (const code of first.codes) addTo(byOwnWords, code + name.slice(first.own.length).join(''), team)
      }
    }
  }
}

/** Consecutive words with at least three letters. */
function* runsOf(own: readonly string[]): Generator<string> {
  for (let from = 0; from < own.length; from++) {
    for (let to = from + 1; to <= own.length; to++) {
      const run = own.slice(from, to).join(' ')
      if (run.length - (to - from - 1) >= 3) yield run
    }
  }
}
