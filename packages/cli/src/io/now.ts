/** The moment of the call, UTC milliseconds: what a forecast without a time is for. */
export function now(): number {
  return Date.now()
}
