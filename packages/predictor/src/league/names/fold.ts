/**
 * The form in which names are compared: without marks, case, spaces and punctuation, so that `Kai'Sa` equals `kaisa`, `LØS`
 * equals `los` and `GEN.G` equals `Gen G`. Empty for a name without letters and digits.
 *
 * @example fold("  Kai'Sa ") // => 'kaisa'
 */
export function fold(name: string): string {
  return plain(name, '')
}

/**
 * Whether two names are one wherever they are looked up. Names without letters and digits are known to nobody, so none are the same.
 *
 * @example
 * isSameName("Kai'Sa", 'kaisa') // => true
 * isSameName('?', '?') // => false
 */
export function isSameName(a: string, b: string): boolean {
  const [first, second] = [a.charAt(0).toLowerCase(), b.charAt(0).toLowerCase()]
  // Most names differ here, before they are folded.
  if (first !== second && plainLetter.test(first) && plainLetter.test(second)) return false
  const key = fold(a)
  return key !== '' && key === fold(b)
}

const plainLetter = /[a-z\d]/

/**
 * The words of a name, folded: cut where other characters than letters and digits stand. Apostrophes cut no word, and
 * `e sports` is one.
 *
 * @example words('Vitality.Bee e-Sports') // => ['vitality', 'bee', 'esports']
 */
export function words(name: string): readonly string[] {
  const cut = plain(name.replace(apostrophes, ''), ' ').trim()
  return cut === '' ? [] : cut.replace(/\be sports\b/g, 'esports').split(' ')
}

const apostrophes = /['’`]/g
// Most names, which have nothing to decompose.
const ascii = /^[ -~]*$/
const marks = /\p{M}+/gu

/** Letters that NFKD leaves whole. */
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

/** @param between stands in place of what is neither letter nor digit */
function plain(text: string, between: string): string {
  if (ascii.test(text)) return text.toLowerCase().replace(/[^a-z\d]+/g, between)
  const lower = text.normalize('NFKD').replace(marks, '').toLowerCase()
  return lower.replace(/[øłđıßæœðþ]/g, (letter) => letters[letter]!).replace(/[^\p{L}\p{N}]+/gu, between)
}
