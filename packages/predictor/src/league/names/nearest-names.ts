import { type Candidate, editsApart } from '@riftline/base'
import { fold, words } from './fold.ts'

/** A candidate with all forms of its names that a text is compared with. */
export interface KnownName {
  readonly candidate: Candidate
  readonly whole: readonly string[]
  /** Single words and beginnings of the names, folded. */
  readonly parts: readonly string[]
  /** First letters of names with several words. */
  readonly acronyms: readonly string[]
}

/** @param names all names of the candidate, including common spellings */
export function knownName(candidate: Candidate, names: readonly string[] = [candidate.name]): KnownName {
  const inWords = names.map(words)
  const several = inWords.filter(({ length }) => length > 1)
  const beginnings = several.flatMap((all) => all.slice(1, -1).map((_, i) => all.slice(0, i + 2).join('')))
  return {
    candidate,
    whole: different(inWords.map((all) => all.join(''))),
    parts: different([...several.flat(), ...beginnings].filter(({ length }) => length >= 4)),
    acronyms: different(several.map((all) => all.map((word) => word[0]).join(''))),
  }
}

/** Longer texts are cut, since no name is longer. */
const mostChars = 80
const mostCandidates = 3

/**
 * Names that may be meant by an unknown text, best first, at most three. One letter in three may be wrong, missing or swapped with its
 * neighbour; or the text is the beginning of a name or its first letters. Equally near names keep their order in `known`. Empty if every
 * name is far from the text.
 *
 * @example nearestNames('Fnattic', [knownName({ id: 12, name: 'Fnatic' })]) // => [{ id: 12, name: 'Fnatic' }]
 */
export function nearestNames(asked: string, known: Iterable<KnownName>): readonly Candidate[] {
  const text = fold(asked.slice(0, mostChars)).slice(0, mostChars)
  if (text.length < 2) return []
  const near: { readonly candidate: Candidate; readonly distance: number }[] = []
  for (const one of known) {
    const distance = distanceTo(text, one)
    if (distance < Number.POSITIVE_INFINITY) near.push({ candidate: one.candidate, distance })
  }
  const least = near.reduce((so, { distance }) => Math.min(so, distance), Number.POSITIVE_INFINITY)
  return near
    .filter(({ distance }) => distance < least + 1)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, mostCandidates)
    .map(({ candidate }) => candidate)
}

/** Infinite for a name that cannot be meant. Nearness to a part of a name counts less than to the whole. */
function distanceTo(text: string, { whole, parts, acronyms }: KnownName): number {
  if (acronyms.includes(text)) return 0.5
  const toWhole = least(text, whole)
  return toWhole <= 1 ? toWhole : Math.min(toWhole, least(text, parts) + 1)
}

function least(text: string, names: readonly string[]): number {
  let distance = Number.POSITIVE_INFINITY
  for (const name of names) {
    const isBeginning = text.length >= 3 && name.startsWith(text)
    distance = Math.min(distance, isBeginning ? 0.75 : edits(text, name))
  }
  return distance
}

/** Edit distance, at most one edit per three letters. A short text is a code, in which the first letter is not mistyped. */
function edits(text: string, name: string): number {
  const most = Math.min(3, Math.floor(text.length / 3))
  if (most === 0 || Math.abs(text.length - name.length) > most) return Number.POSITIVE_INFINITY
  const beginsAlike = text[0] === name[0] || (text[0] === name[1] && text[1] === name[0])
  if (text.length <= 4 && !beginsAlike) return Number.POSITIVE_INFINITY
  return editsApart(text, name, most) ?? Number.POSITIVE_INFINITY
}

function different(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== '')
}

/** `nearestNames` for plain words, such as options. @example nearestWords('bestof', ['bestOf', 'model']) // => [{ name: 'bestOf' }] */
export function nearestWords(asked: string, known: readonly string[]): readonly Candidate[] {
  const names = known.map((name) => knownName({ name }))
  return nearestNames(asked, names)
}

/**
 * Formats candidates for the end of a message; empty without any.
 *
 * @example `no team Fnattic${didYouMean([{ id: 12, name: 'Fnatic' }])}` // => 'no team Fnattic; did you mean Fnatic (12)?'
 */
export function didYouMean(candidates: readonly Candidate[]): string {
  const shown = candidates.map(({ id, name }) => (id === undefined ? name : `${name} (${id})`))
  const last = shown.pop()
  if (last === undefined) return ''
  return `; did you mean ${shown.length === 0 ? last : `${shown.join(', ')} or ${last}`}?`
}
