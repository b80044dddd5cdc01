/** A whole number in groups of three digits. */
export function countText(count: number): string {
  return count.toLocaleString('en')
}

/** `1 credit`, `1,000 credits`. */
export function creditsText(count: number): string {
  return `${countText(count)} ${count === 1 ? 'credit' : 'credits'}`
}
