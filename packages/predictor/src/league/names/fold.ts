/**
 * Folds a name for comparison: without marks, case, spaces and punctuation, so that `Kai'Sa` equals `kaisa`, `LØS`
 * equals `los` and `GEN.G` equals `Gen G`. Empty for a name without letters and digits.
 *
 * @example fold("  Kai'Sa ") // => 'kaisa'
 */
export function fold(name: string): string {
  return plain(name, '')
}

/**
 * Whether two names count as the same in every look-up. Names without letters and digits never do.
 *
 * @example
 * isSameName("Kai'Sa", 'kaisa') // => true
 * isSameName('?', '?') // => false
 */
export function isSameName(a: string, b: string): boolean {
  const [first, second] = [a.charAt(0).toLowerCase(), b.charAt(0).toLowerCase()]
  // Most pairs of names differ in their first letters, which is checked before folding.
  if (first !== second && plainLetter.test(first) && plainLetter.test(second)) return false
  const key = fold(a)
  return key !== '' && key === fold(b)
}

const plainLetter = /[a-z\d]/

/**
 * The words of a name, folded and split at characters other than letters and digits. Apostrophes do not split, and
 * `e sports` is one word.
 *
 * @example words('Vitality.Bee e-Sports') // => ['vitality', 'bee', 'esports']
 */
export function words(name: string): readonly string[] {
  const cut = plain(name.replace(apostrophes, ''), ' ').trim()
  return cut === '' ? [] : cut.replace(/\be sports\b/g, 'esports').split(' ')
}

const apostrophes = /['’`]/g
// Most names are ASCII and have nothing to decompose.
const ascii = /^[ -~]*$/
const marks = /\p{M}+/gu

/** Letters that NFKD does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ð: 'd',
  þ: 'th',
}

/** @param between replaces characters that are neither letters nor digits */
function plain(text: string, between: string): string {
  if (ascii.test(text)) return text.toLowerCase().replace(/[^a-z\d]+/g, between)
  const lower = text.normalize('NFKD').replace(marks, '').toLowerCase()
  return lower.replace(/[øłđıßæœðþ]/g, (letter) => letters[letter]!).replace(/[^\p{L}\p{N}]+/gu, between)
}
