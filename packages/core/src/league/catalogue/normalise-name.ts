/**
 * The form in which names are compared: NFKC, without case, spaces and punctuation, so that `Kai'Sa` equals `kaisa` and
 * `GEN.G` equals `Gen G`. Spacing accents (a backtick for an apostrophe) and invisible format characters count as
 * punctuation; they go before NFKC too, because it turns some of them into combining marks.
 *
 * A name of punctuation only keeps it: otherwise all such names would be one.
 *
 * @example normaliseName("  Kai'Sa ") // 'kaisa'
 */
export function normaliseName(name: string): string {
  const folded = fold(name.replace(ignored, ''))
  return folded === '' ? name.trim().normalize('NFKC').toLowerCase() : folded
}

const ignored = /[\p{P}\p{Z}\p{Sk}\p{Cf}\s]/gu

function fold(text: string): string {
  // Upper case first: it brings ß and the two small sigmas together.
  return text.normalize('NFKC').toUpperCase().toLowerCase().replace(ignored, '')
}
