/**
 * Characters that a terminal obeys or that are invisible, except line ends and tabs: controls, bidirectional marks, fillers, and
 * what is no character, which XML refuses.
 */
const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu

/**
 * Any output may contain text of others: names, files, answers of servers. Hidden characters are shown as JSON writes them,
 * so that a document in JSON says what it said before.
 */
export function escapeHidden(text: string): string {
  return onlyPlain.test(text) ? text : text.replace(hidden, escaped)
}

/** Nearly everything; decided much faster. */
const onlyPlain = /^[\n\t\x20-\x7e]*$/

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
