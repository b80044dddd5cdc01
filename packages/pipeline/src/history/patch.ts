import { toOptionalText } from './csv/cells.ts'

/**
 * Reads a patch as `16.01`. A patch has two digits after the point; `16.1` is `16.10` that lost its zero as a number, and `16.3` was never
 * written so, since no year has thirty patches: it is `16.03`.
 */
export function toPatch(cell: string | undefined): string | null {
  const text = toOptionalText(cell)
  const [, major, digit] = text === null ? [] : (/^([0-9]{1,2})\.([1-9])$/.exec(text) ?? [])
  if (major === undefined || digit === undefined) return text
  return digit <= '2' ? `${major}.${digit}0` : `${major}.0${digit}`
}
