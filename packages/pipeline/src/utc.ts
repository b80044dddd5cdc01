/** `YYYY-MM-DDTHH:mm:ss`, the form of every UTC time in artifacts, reports and answers. */
export function toUtc(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19)
}
