/**
 * A patch by the older numbering with two digits behind the dot; null for a text that names none. From 2025 on the first number
 * is the year; the last number counts the patches of the season.
 *
 * @example
 * toPatch('26.4') // => '16.04'
 * toPatch('25.S1.3') // => '15.03'
 */
export function toPatch(text: string): string | null {
  const [, season, number] = /^\s*([0-9]{1,2})\.(?:[A-Za-z][0-9]{1,2}\.)?([0-9]{1,2})[a-z]?\s*$/.exec(text) ?? []
  if (season === undefined || number === undefined) return null
  const major = Number(season) >= 25 ? Number(season) - 10 : Number(season)
  return `${major}.${number.padStart(2, '0')}`
}
