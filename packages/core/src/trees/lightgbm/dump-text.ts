import { ArtifactError } from '@riftline/base'

/**
 * What LightGBM writes into the text of a dump although JSON has no such thing: numbers that are not finite, and names with
 * characters that JSON escapes. Null for text without.
 */
export function unlikeJson(text: string): ArtifactError | null {
  let isInside = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) isInside = !isInside
    else if (!isInside && isNotFinite(text, at)) return refused(`the number ${text.slice(at, at + 3)}`, at)
    else if (isInside && code < blank) return refused('a name with a tab or another control character', at)
    else if (isInside && code === backslash) {
      at++
      if (!escapes.includes(text.charAt(at))) return refused('a name with a backslash', at - 1)
    }
  }
  return null
}

const quote = 34
const blank = 32
const backslash = 92
const escapes = '"\\/bfnrtu'

/** No word of JSON has these letters there: `nan`, `NaN`, `inf` and `Infinity`, with or without a sign. */
function isNotFinite(text: string, at: number): boolean {
  return 'NIi'.includes(text.charAt(at)) || text.startsWith('nan', at)
}

function refused(what: string, at: number): ArtifactError {
  const cure = 'save_model writes the same model without this, for parseLightgbmText'
  return new ArtifactError('artifact_invalid', '$', `not JSON: ${what} at character ${at}; ${cure}`)
}
