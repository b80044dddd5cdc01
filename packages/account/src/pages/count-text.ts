/** A whole number in groups of three digits. */
export function countText(count: number): string {
  return count.toLocaleString('en')
}
