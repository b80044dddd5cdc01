/** Formats a count with its noun. @example amountOf(1, 'credit') // => '1 credit' */
export function amountOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
