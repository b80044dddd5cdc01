/** Splits lines at semicolons, for long lists in few lines. */
export function words(...lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(';'))
}
