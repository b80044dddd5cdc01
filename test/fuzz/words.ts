/** The entries of a list that is written in few lines: separated by semicolons. */
export function words(...lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(';'))
}
