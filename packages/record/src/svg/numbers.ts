export function toDecimal(value: number): string {
  return withMinus(value.toFixed(4))
}

/** A difference, always with its sign; zero has none. */
export function toSigned(value: number): string {
  const text = toDecimal(value)
  return Number(value.toFixed(4)) > 0 ? `+${text}` : text
}

export function toHundredths(value: number): string {
  return withMinus(value.toFixed(2))
}

export function toInterval(
  interval: { readonly low: number; readonly high: number },
  toText: (value: number) => string,
): string {
  return `[${toText(interval.low)}, ${toText(interval.high)}]`
}

// Writes a true minus sign, and none before a value that rounds to zero.
function withMinus(text: string): string {
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−')
}
