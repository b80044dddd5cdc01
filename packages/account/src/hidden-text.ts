/**
 * Controls, separators of lines, halves of characters, and what nobody sees: format characters and fillers. The ledger takes
 * none of them in a name; a page says so before.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

export function hasHiddenText(text: string): boolean {
  return hidden.test(text)
}
