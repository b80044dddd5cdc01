/** Duration with three digits and a unit: 327 ns, 4.58 µs, 72.2 µs, 1.24 ms. */
export function durationText(nanoseconds: number): string {
  if (nanoseconds < 999.5) return `${digits(nanoseconds)} ns`
  if (nanoseconds < 999_500) return `${digits(nanoseconds / 1e3)} µs`
  return `${digits(nanoseconds / 1e6)} ms`
}

export function millisecondsText(milliseconds: number | null): string {
  return milliseconds === null ? '–' : `${digits(milliseconds)} ms`
}

export function bytesText(bytes: number | null): string {
  if (bytes === null) return '–'
  if (bytes === 0) return '0 kB'
  return bytes < 999_500 ? `${digits(bytes / 1e3)} kB` : `${digits(bytes / 1e6)} MB`
}

export function percentText(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`
}

/** Number with three digits, without an exponent. */
export function digits(value: number): string {
  if (value >= 99.95) return value.toFixed(0)
  return value >= 9.995 ? value.toFixed(1) : value.toFixed(2)
}
