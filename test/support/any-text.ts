import fc from 'fast-check'

/**
 * Texts of any code points. `fc.string({ unit: 'binary' })` would first make a table of all million of them, which takes a second
 * in every process.
 */
export function anyText(
  length: { readonly minLength?: number; readonly maxLength?: number } = {},
): fc.Arbitrary<string> {
  return fc.array(codePoint, length).map((codePoints) => String.fromCodePoint(...codePoints))
}

const surrogates = { first: 0xd800, count: 0x800 }
const codePoint = fc
  .integer({ min: 0, max: 0x10ffff - surrogates.count })
  .map((place) => (place < surrogates.first ? place : place + surrogates.count))
