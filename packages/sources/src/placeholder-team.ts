/** Whether a schedule names no team yet, or nobody: `TBD`, `Bye`. */
export function isPlaceholder(team: string): boolean {
  return /^(tbd|bye)$/i.test(team)
}
